import type { Execution } from '../../../record/events/event.js';

/** Formats the result of a command for the model; long output keeps its beginning and end. */
export function formatCommandOutput(
  execution: Pick<Execution, 'cause' | 'exit_code' | 'detail'>,
  output: { stdout: string; stderr: string },
  limit: number,
): string {
  const { cause, exit_code, detail } = execution;
  const ended = cause === 'exit' ? `exit status ${exit_code}` : (detail ?? cause);
  const parts = [output.stdout, output.stderr === '' ? '' : `[standard error]\n${output.stderr}`];
  return [ended, truncateMiddle(parts.filter((part) => part !== '').join('\n'), limit)]
    .filter((part) => part !== '')
    .join('\n');
}

/**
 * Truncates the middle of a text. It keeps more of the beginning: compilers print errors first, test runners results
 * last.
 */
function truncateMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text.toWellFormed();
  const [head, tail] = [Math.ceil(limit * 0.6), Math.floor(limit * 0.4)];
  const note = `\n[… ${text.length - head - tail} characters are left out here; print less at once to see them …]\n`;
  return (text.slice(0, head) + note + text.slice(-tail)).toWellFormed();
}
