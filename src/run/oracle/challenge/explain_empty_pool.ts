import type { CheckReading } from './check_reading.js';

/** Search for wrong expectations: what it read and found. */
export interface PlaceSearch {
  /** Hidden files that were read. */
  files: readonly string[];
  /** Places at which an expectation can be made wrong. */
  places: number;
  /** Runs of the rounds' command with the reference solution and true expectations. */
  baseline: readonly CheckReading[];
  /** Tests that fail with a wrong expectation of their own, under the names of those runs. */
  found: readonly string[];
}

/** Most names of files or tests in a reason. */
const MOST_NAMES = 3;

/**
 * Explains why no required test has a wrong expectation, although there is a reference solution whose report can be
 * read.
 *
 * @param required names of the required tests, as the acceptance reports them
 */
export function explainEmptyPool({ files, places, baseline, found }: PlaceSearch, required: readonly string[]): string {
  const read = listNames(files);
  if (files.length === 0) return 'there is no hidden file that could have an expectation';
  if (!baseline.some(({ readable }) => readable))
    return 'the command of the rounds (oracle.challenge.run) leaves no report that can be read';
  if (required.length === 0) return 'no required test passes with the reference solution';
  const names = baseline.flatMap(({ tests }) => [...tests.keys()]);
  const [foreign] = found.length > 0 ? found : names;
  if (foreign !== undefined && !required.some((name) => names.includes(name)))
    return (
      `the command of the rounds (oracle.challenge.run) names no test as acceptance does: "${foreign}" there, ` +
      `"${required[0]}" in acceptance`
    );
  if (places === 0)
    return (
      `no expectation that can be made wrong is in ${read}: it must compare a value with a literal, in a test and ` +
      'outside of branches'
    );
  if (found.length === 0)
    return `none of ${places} expectations in ${read} makes exactly one test fail when it is wrong`;
  return `expectations can be made wrong in tests that are not required only: ${listNames(found)}`;
}

const listNames = (names: readonly string[]): string =>
  names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '');
