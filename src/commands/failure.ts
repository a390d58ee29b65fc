import type { UserError } from '../contract/user_error.js';
import { visible } from '../contract/visible.js';

/** What a shell shows and how it exits when a command throws: a user's mistake in one line, our own fault with its trace. */
export function failure(error: unknown): { text: string; exit_code: 2 | 70 } {
  // Not by its class: the engine has one of its own.
  if (error instanceof Error && error.name === 'UserError') return { text: (error as UserError).text, exit_code: 2 };
  if (!(error instanceof Error)) return { text: visible(String(error)), exit_code: 70 };
  const said = `${error.name}: ${error.message}`;
  const trace = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line) && !error.message.includes(line));
  return { text: [visible(said), ...trace.map((line) => `    ${visible(line.trim())}`)].join('\n'), exit_code: 70 };
}
