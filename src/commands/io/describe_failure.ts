import { escapeInvisible } from '../../contract/input/escape_invisible.js';
import type { UserError } from '../../contract/input/user_error.js';

/** Returns text and exit code for an error: one line for a user's mistake, a stack trace for a defect. */
export function describeFailure(error: unknown): { text: string; exit_code: 2 | 70 } {
  // Checked by name: the engine's bundle has a UserError class of its own.
  if (error instanceof Error && error.name === 'UserError') return { text: (error as UserError).text, exit_code: 2 };
  if (!(error instanceof Error)) return { text: escapeInvisible(String(error)), exit_code: 70 };
  const said = `${error.name}: ${error.message}`;
  const trace = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line) && !error.message.includes(line));
  return {
    text: [escapeInvisible(said), ...trace.map((line) => `    ${escapeInvisible(line.trim())}`)].join('\n'),
    exit_code: 70,
  };
}
