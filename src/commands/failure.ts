import type { UserError } from '../contract/user_error.js';

/** What a shell shows and how it exits when a command throws: a user's mistake in one line, our own fault with its trace. */
export function failure(error: unknown): { text: string; exit_code: 2 | 70 } {
  // Not by its class: the engine has one of its own.
  if (error instanceof Error && error.name === 'UserError') return { text: (error as UserError).text, exit_code: 2 };
  return { text: error instanceof Error ? (error.stack ?? error.message) : String(error), exit_code: 70 };
}
