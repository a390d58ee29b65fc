import type { Execution } from '../../../record/events.js';

/** How a command ended and what it printed, as the model is shown it: of long output the beginning and the end. */
export function shownOutput(
  execution: Pick<Execution, 'cause' | 'exit_code' | 'detail'>,
  output: { stdout: string; stderr: string },
  limit: number,
): string {
  const { cause, exit_code, detail } = execution;
  const ended = cause === 'exit' ? `exit status ${exit_code}` : (detail ?? cause);
  const parts = [output.stdout, output.stderr === '' ? '' : `[standard error]\n${output.stderr}`];
  return [ended, bounded(parts.filter((part) => part !== '').join('\n'), limit)]
    .filter((part) => part !== '')
    .join('\n');
}

/** More of the beginning than of the end: errors of compilers come first, results of tests last. */
function bounded(text: string, limit: number): string {
  if (text.length <= limit) return text.toWellFormed();
  const [head, tail] = [Math.ceil(limit * 0.6), Math.floor(limit * 0.4)];
  const note = `\n[… ${text.length - head - tail} characters are left out here; print less at once to see them …]\n`;
  return (text.slice(0, head) + note + text.slice(-tail)).toWellFormed();
}
