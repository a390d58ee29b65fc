import type { LoadedContract } from '../../../contract/loaded.js';
import type { CheckReading } from './check_reading.js';

/** A line of a hidden file at which a test failed. */
export interface FailureLine {
  file: string;
  line: number;
}

/** Messages that are looked at, and characters of each. */
const MOST_MESSAGES = 2000;
const MOST_CHARACTERS = 20_000;

/**
 * Finds at which lines of hidden files tests failed, in their messages and in what runs of which any failed printed: `FILE:LINE` of most
 * runners, `FILE", line LINE` of Python. What nothing says is not guessed.
 */
export function failureLines(
  readings: readonly CheckReading[],
  { oracle_files }: Pick<LoadedContract, 'oracle_files'>,
): FailureLine[] {
  const files = new Map<string, string[]>();
  for (const { path } of oracle_files) {
    const name = nameOf(path);
    files.set(name, [...(files.get(name) ?? []), path]);
  }
  const found = new Map<string, FailureLine>();
  const messages = readings.flatMap(({ cases, tests, output }) => [
    ...([...tests.values()].includes('failed') ? [output] : []),
    ...cases.flatMap(({ outcome, message }) => (outcome === 'failed' && message ? [message] : [])),
  ]);
  for (const message of messages.slice(0, MOST_MESSAGES)) {
    const text = message.slice(0, MOST_CHARACTERS);
    for (const [, place = '', line] of text.matchAll(/([^\s"'():]+)(?::|", line )(\d{1,7})\b/g)) {
      const paths = files.get(nameOf(place)) ?? [];
      const file = paths.find((path) => place.endsWith(path)) ?? (paths.length === 1 ? paths[0] : undefined);
      if (file !== undefined) found.set(`${file}:${line}`, { file, line: Number(line) });
    }
  }
  return [...found.values()];
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
