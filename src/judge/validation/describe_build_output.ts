import type { Execution } from '../../record/events/event.js';
import { toOneLine } from '../rubric/to_one_line.js';

const LONGEST = 200;

/** A line in which a compiler or bundler states an error: `x.ts(3,1): error TS2339`, `error[E0425]`, `fatal error: …`. */
const STATES_AN_ERROR = /\b(?:\w*error|undefined reference)\b/i;

/**
 * Describes what a build printed of its failure: the first line that states an error, otherwise the last line.
 *
 * @returns undefined if it printed nothing
 */
export function describeBuildOutput({ stdout, stderr }: Execution): string | undefined {
  const lines = [stderr.head, stderr.tail, stdout.head, stdout.tail]
    .flatMap((text) => text.split('\n'))
    .map((line) => toOneLine(line, LONGEST))
    .filter((line) => line !== '');
  return lines.find((line) => STATES_AN_ERROR.test(line)) ?? lines.at(-1);
}
