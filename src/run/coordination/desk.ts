import type { Duplex } from 'node:stream';
import type { RequestPolicy } from '../egress/allowlist.js';
import type { Session } from '../sandbox/backend.js';
import type { Answer, Hands, Request } from './answer.js';

/** The hands of one stage: what agents do through the coordination layer happens in its workspace, beside what they do themselves. */
export interface StageHands extends Hands {
  /** The session in which commands run, once there is one. */
  session(): Promise<Session> | undefined;
  close(): Promise<void>;
}

/** The coordination layer of one attempt. It is made at its first use; whoever never comes here leaves no trace in the record. */
export interface Desk {
  /** Who may act; the first is who acts where nobody is named. */
  readonly agents: readonly string[];
  perform(request: Request): Promise<Answer>;
  /** The same, through the MCP server, as the agent that the token belongs to. */
  performOverMcp(request: Request): Promise<Answer>;
  /** The token by which the MCP server knows an agent; from here on it is masked in the record. */
  token(agent: string): string;
  /** Takes a connection to the MCP server. */
  accept(connection: Duplex): void;
  /** What commands that run by way of the desk may reach: asked for every request. Undefined = network policies are off. */
  readonly network: RequestPolicy | undefined;
  /**
   * From here on operations are done with these hands, those of the named agents or of all who have no others; returns what ends that,
   * and what was begun meanwhile.
   */
  seat(hands: StageHands, agents?: readonly string[]): () => Promise<void>;
  /** @throws what broke in the layer while an agent was served over MCP, who was told of an internal error only */
  close(): Promise<void>;
}
