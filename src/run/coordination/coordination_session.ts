import type { Duplex } from 'node:stream';
import type { NetworkRequestPolicy } from '../../network/allowlist.js';
import type { Session } from '../../sandbox/sandbox_backend.js';
import type { OperationRequest, OperationResult, WorkspaceTools } from './operations/operation_result.js';

/** Workspace tools of one stage, which act in its workspace beside the agent's own commands. */
export interface StageTools extends WorkspaceTools {
  /** Returns the session of commands; undefined before the first command. */
  session(): Promise<Session> | undefined;
  close(): Promise<void>;
}

/**
 * Coordination layer of one attempt. It is created on first use, so an agent that never uses it leaves no trace in the
 * record.
 */
export interface CoordinationSession {
  /** Agents that may act; the first is the default. */
  readonly agents: readonly string[];
  perform(request: OperationRequest): Promise<OperationResult>;
  /** Performs an operation through the MCP server, as the agent that owns the token. */
  performOverMcp(request: OperationRequest): Promise<OperationResult>;
  /** Returns the MCP token of an agent, which is masked in the record from now on. */
  token(agent: string): string;
  /** Text of the program for agents that only start MCP servers over stdio. */
  readonly bridge: string;
  /** Takes a connection to the MCP server. */
  accept(connection: Duplex): void;
  /** Policy for network requests of commands run through the layer; undefined if network policies are off. */
  readonly network: NetworkRequestPolicy | undefined;
  /**
   * Binds tools to the named agents. Default: every agent without its own.
   *
   * @returns a function that unbinds them and waits for running operations
   */
  bindTools(hands: StageTools, agents?: readonly string[]): () => Promise<void>;
  /**
   * Closes the layer.
   *
   * @throws the first fault of the layer that an agent met over MCP as an internal error
   */
  close(): Promise<void>;
}
