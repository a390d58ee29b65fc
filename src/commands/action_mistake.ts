import { appendSummary } from '../publish/github/summary.js';
import { markdown } from '../publish/report/escape.js';

/** Writes into the job summary why nothing was judged. Where there is none, or it cannot be written, the log says the same. */
export function summariseMistake(file: string | undefined, text: string): void {
  const lines = text.split('\n').map((line) => markdown(line.trim()));
  try {
    if (file !== undefined) appendSummary(file, ['## gatebench: nothing was judged', ...lines].join('\n\n'));
  } catch {
    // A full disk is no reason to end with another error.
  }
}
