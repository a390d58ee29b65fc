import type { Operation, RefusalCode } from '../../contract/operations.js';

/** An operation as somebody asks for it. Nothing in it is believed: name and arguments are checked by the dispatcher. */
export interface Request {
  /** Known from the token or from the script, never from the arguments. */
  agent: string;
  operation: string;
  arguments: unknown;
  /** Whoever asked is gone. */
  signal?: AbortSignal | undefined;
}

/** What came of it. `denied`: a mechanism refused it. `failed`: it was tried and did not work. */
export type Answer =
  | { outcome: 'done'; result: unknown }
  | { outcome: 'denied' | 'failed'; code: RefusalCode; message: string };

/** The one place where agents' operations happen: profile → guardrails → network policy → execute → audit (design §7). */
export interface Dispatcher {
  perform(request: Request): Promise<Answer>;
  /** Operations that were asked for, whatever came of them; counted here, apart from the audit. */
  readonly operations: number;
}

/** What run_command and edit_file are done with. Effects are the owner's: an attempt's stage, or a folder of the machine. */
export interface Hands {
  /** Path of the workspace as commands see it. */
  readonly workspace: string;
  run(order: {
    /** Who asked, for hands that are not the same for everybody. */
    agent: string;
    command: string;
    timeout_ms?: number;
    signal?: AbortSignal | undefined;
  }): Promise<CommandOutcome | NotDone>;
  /** Whole content, a replacement, or removal; never through a link, never outside. Rejects with what does not fit. */
  edit(order: EditOrder, agent: string): Promise<{ bytes: number } | NotDone>;
}

/** Why nothing was done, where that has a code of its own; a rejection is `command_failed` or `edit_failed`. */
export interface NotDone {
  not_done: Extract<RefusalCode, 'agent_stopped' | 'path_outside_workspace' | 'command_failed' | 'edit_failed'>;
  message: string;
}

export type EditOrder = { path: string } & (
  | { content: string; executable?: boolean }
  | { replace: string; with: string }
  | { delete: true }
);

export interface CommandOutcome {
  exit_code: number | null;
  cause: string;
  stdout: string;
  stderr: string;
  truncated: boolean;
}

export type { Operation };
