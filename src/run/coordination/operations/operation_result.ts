import type { RefusalCode } from '../../../contract/coordination/mechanism.js';

/** Request for an operation. It is untrusted: the dispatcher validates name and arguments. */
export interface OperationRequest {
  /** Agent that asks, known from its token or script and never from the arguments. */
  agent: string;
  operation: string;
  arguments: unknown;
  /** Aborts if nobody waits for the result any more. */
  signal?: AbortSignal | undefined;
}

/** Result of an operation. `denied`: a mechanism refused it. `failed`: it was tried and did not work. */
export type OperationResult =
  | { outcome: 'done'; result: unknown }
  | { outcome: 'denied' | 'failed'; code: RefusalCode; message: string };

/** Dispatcher of all operations of agents: profile → guardrails → network policy → execute → audit. */
export interface Dispatcher {
  perform(request: OperationRequest): Promise<OperationResult>;
  /** Number of requested operations, whatever their results; counted apart from the audit. */
  readonly operations: number;
}

/** Implementation of run_command and edit_file, for an attempt's stage or a folder of the machine. */
export interface WorkspaceTools {
  /** Path of the workspace as commands see it. */
  readonly workspace: string;
  run(order: {
    /** Agent that asks, for tools that differ by agent. */
    agent: string;
    command: string;
    timeout_ms?: number;
    signal?: AbortSignal | undefined;
  }): Promise<CommandOutcome | ToolFailure>;
  /**
   * Applies an edit: whole content, a replacement, or removal; never through a link or outside.
   *
   * @throws the reason why it cannot be applied
   */
  edit(order: EditRequest, agent: string): Promise<{ bytes: number } | ToolFailure>;
}

/** Failure of a tool with its own code; a thrown error is `command_failed` or `edit_failed`. */
export interface ToolFailure {
  not_done: Extract<RefusalCode, 'agent_stopped' | 'path_outside_workspace' | 'command_failed' | 'edit_failed'>;
  message: string;
}

/** Request to edit one file. */
export type EditRequest = { path: string } & (
  | { content: string; executable?: boolean }
  | { replace: string; with: string }
  | { delete: true }
);

/** Outcome of a command, with output truncated for a model. */
export interface CommandOutcome {
  exit_code: number | null;
  cause: string;
  stdout: string;
  stderr: string;
  truncated: boolean;
}
