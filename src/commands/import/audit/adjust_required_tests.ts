import type { WrittenContract } from '../../../adapters/benchmark_adapter.js';
import { createTestKey, type RequiredTestRuns } from './observe_required_tests.js';

/** Required test that is not what the benchmark says of it, and what was done about it. */
export interface RequiredTestDefect {
  check: string;
  test: string;
  /**
   * - `fails-with-reference`: it fails in every run with the reference solution; in quarantine if it was to keep
   *   passing
   * - `flaky`: it passes in some runs of the same files; in quarantine
   * - `fails-before`: it is to keep passing, and begins to pass; required as such
   * - `passes-before`: it is to begin to pass, and passes in the unchanged repository; it stays required
   */
  defect: 'fails-with-reference' | 'flaky' | 'fails-before' | 'passes-before';
  /** Passed runs of all, with and without the reference solution: `3/3`. */
  golden: string;
  base: string;
}

/** Contract with quarantined tests, and what was found. */
export interface TestAdjustment {
  contract: WrittenContract;
  defects: RequiredTestDefect[];
  /** Tests that were put in quarantine. */
  quarantined: number;
  /** True if the contract differs from the one before. */
  changed: boolean;
}

/** Most tests of a check that a contract may have in quarantine. */
const MAX_QUARANTINE = 200;

/**
 * Adjusts the required tests of an imported contract to what repeated runs have shown. Tests that must begin to pass
 * are never put aside: without them the task asks for something else. Where one of them is not as declared nothing is
 * adjusted: the task does not hold, and if the reference solution fails as a whole the other tests say nothing.
 *
 * @param expires last day of the quarantine, YYYY-MM-DD
 */
export function adjustRequiredTests(
  contract: WrittenContract,
  runs: RequiredTestRuns,
  expires: string,
): TestAdjustment {
  const defects: RequiredTestDefect[] = [];
  let quarantined = 0;
  const acceptance = contract.acceptance.map((check) => {
    const { fail_to_pass = [], pass_to_pass = [], quarantine = [] } = check;
    if (pass_to_pass === 'all') return check;
    const quarantinedTests = new Set(quarantine.map(({ test }) => test));
    const defects_by_test = new Map(
      [...new Set([...fail_to_pass, ...pass_to_pass])]
        .filter((test) => !quarantinedTests.has(test))
        .flatMap((test) => {
          const defect = findDefect(check.id, test, fail_to_pass.includes(test), runs);
          return defect ? [[test, defect] as const] : [];
        }),
    );
    defects.push(...defects_by_test.values());
    const hasDefect = (test: string, ...kinds: RequiredTestDefect['defect'][]) =>
      kinds.includes(defects_by_test.get(test)?.defect as never);
    const moved = pass_to_pass.filter((test) => hasDefect(test, 'fails-before'));
    const aside = pass_to_pass.filter((test) => hasDefect(test, 'fails-with-reference', 'flaky'));
    quarantined += aside.length;
    if (moved.length === 0 && aside.length === 0) return check;
    return {
      ...check,
      fail_to_pass: [...fail_to_pass, ...moved],
      pass_to_pass: pass_to_pass.filter((test) => !moved.includes(test)),
      quarantine: [
        ...quarantine,
        ...aside.map((test) => ({
          test,
          reason: describeQuarantine(defects_by_test.get(test)!, runs.network),
          owner: 'import',
          expires,
        })),
      ],
    };
  });
  const adjusted = acceptance.some((check, index) => check !== contract.acceptance[index]);
  const is_broken = defects.some(({ check, test }) =>
    contract.acceptance.some(({ id, fail_to_pass = [] }) => id === check && fail_to_pass.includes(test)),
  );
  const is_excessive = acceptance.some(({ quarantine = [] }) => quarantine.length > MAX_QUARANTINE);
  const changed = adjusted && !is_broken && !is_excessive;
  return {
    contract: changed ? { ...contract, acceptance } : contract,
    defects,
    quarantined: changed ? quarantined : 0,
    changed,
  };
}

function findDefect(
  check: string,
  test: string,
  begins: boolean,
  { base, golden }: RequiredTestRuns,
): RequiredTestDefect | undefined {
  const key = createTestKey(check, test);
  const count = (runs: readonly Map<string, string>[]) => runs.filter((run) => run.get(key) === 'passed').length;
  const [golden_passes, base_passes] = [count(golden), count(base)];
  const create = (defect: RequiredTestDefect['defect']): RequiredTestDefect => ({
    ...{ check, test, defect },
    golden: `${golden_passes}/${golden.length}`,
    base: `${base_passes}/${base.length}`,
  });
  if (golden_passes === 0) return create('fails-with-reference');
  if (golden_passes < golden.length || (base_passes > 0 && base_passes < base.length)) return create('flaky');
  if (begins && base_passes > 0) return create('passes-before');
  return !begins && base_passes === 0 ? create('fails-before') : undefined;
}

const describeQuarantine = ({ defect, golden, base }: RequiredTestDefect, network: boolean): string =>
  `passed in ${golden} runs with the reference solution and in ${base} without it` +
  (network && defect === 'fails-with-reference' ? '; the checks try to reach a network, which they do not have' : '');
