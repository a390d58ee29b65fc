import type { LoadedContract } from '../../../contract/loaded_contract.js';
import type { CheckReading } from './check_reading.js';

/** Line of a hidden file at which a test failed. */
export interface FailureLine {
  file: string;
  line: number;
}

/** Most messages that are searched, and most characters of each. */
const MOST_MESSAGES = 2000;
const MOST_CHARACTERS = 20_000;

/**
 * Finds the lines of hidden files at which tests failed, in messages and in the output of failed runs.
 *
 * It recognises `FILE:LINE` of most runners and `FILE", line LINE` of Python, and does not guess.
 */
export function findFailureLines(
  readings: readonly CheckReading[],
  { oracle_files }: Pick<LoadedContract, 'oracle_files'>,
): FailureLine[] {
  const files = new Map<string, string[]>();
  for (const { path } of oracle_files) {
    const name = getFileName(path);
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
      const paths = files.get(getFileName(place)) ?? [];
      const file = paths.find((path) => place.endsWith(path)) ?? (paths.length === 1 ? paths[0] : undefined);
      if (file !== undefined) found.set(`${file}:${line}`, { file, line: Number(line) });
    }
  }
  return [...found.values()];
}

const getFileName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
