import type { TestMeasurement } from './measure_tests.js';
import { findFailureReason } from './read_test_run.js';
import { selectTests } from './select_tests.js';

/**
 * Finds a hidden file that does not load with the reference solution, where nothing else begins to pass: another way to
 * set the repository up may help.
 *
 * @returns one sentence; undefined if there is none
 */
export function findUnloadedFile(
  { base, golden }: Pick<TestMeasurement, 'base' | 'golden'>,
  hidden: readonly string[],
): string | undefined {
  if (selectTests(base, golden).fail_to_pass.length > 0) return undefined;
  const isHidden = (name: string) =>
    hidden.some((path) => name.includes(path) || name.includes(path.replace(/\.py$/, '').replaceAll('/', '.')));
  const failure = golden[0]?.suite_failures.find(({ name }) => isHidden(name));
  if (failure === undefined) return undefined;
  const reason = findFailureReason(failure.message ?? '');
  return `${failure.name} does not load${reason === '' ? '' : `: ${reason}`}`;
}
