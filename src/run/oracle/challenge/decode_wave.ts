import { TEST_NAME_SEPARATOR } from '../../../record/tests/test_report.js';
import type { AssignedTest } from './create_pool.js';
import type { GroupTrial } from './group_trial.js';
import type { TrialCode } from './trial_code.js';

/** Assigns trials to the tests that failed in exactly their runs. */
export function decodeWave(
  trials: readonly GroupTrial[],
  codes: readonly TrialCode[],
  digits: readonly number[],
  failed: readonly ReadonlyMap<string, string>[],
): Map<GroupTrial, AssignedTest> {
  const tests = new Map<string, string[]>();
  for (const name of new Set(failed.flatMap((names) => [...names.keys()]))) {
    const signature = failed.map((names) => (names.has(name) ? '1' : '0')).join('');
    tests.set(signature, [...(tests.get(signature) ?? []), name]);
  }
  const signatures = codes.map((code) => digits.map((digit) => (code[digit] ? '1' : '0')).join(''));
  const counts = new Map<string, number>();
  for (const signature of signatures) counts.set(signature, (counts.get(signature) ?? 0) + 1);
  const assignments: { trial: GroupTrial; signature: string; leaf: string; also: string[] }[] = [];
  for (const [i, trial] of trials.entries()) {
    const signature = signatures[i]!;
    // Unreadable runs may have made two codes equal, or left nothing of one.
    if (counts.get(signature) !== 1 || !signature.includes('1')) continue;
    const innermost = findInnermostTest(tests.get(signature) ?? []);
    if (innermost) assignments.push({ trial, signature, ...innermost });
  }
  const parents = findEnclosingTests(tests, assignments);
  const whole = assignments.map((one) => ({
    ...one,
    also: [...new Set([...one.also, ...parents.filter((parent) => isEnclosingTest(parent, one.leaf))])],
  }));
  const assignedTests = new Set(whole.flatMap(({ leaf, also }) => [leaf, ...also]));
  const strange = [...tests].flatMap(([signature, names]) =>
    names.some((name) => !assignedTests.has(name)) ? [signature] : [],
  );
  // A test that nothing explains failed whenever such a trial was present: it may fail both.
  const clear = whole.filter(({ signature }) => !strange.some((other) => isSubsetSignature(signature, other)));
  return new Map(
    clear.map(({ trial, leaf, also }) => {
      const names = failed.flatMap((failures) => failures.get(leaf) ?? []);
      return [trial, { leaf, also, variant: trial.variant, names }];
    }),
  );
}

/** Tells whether the runs of one signature are a subset of those of the other. */
export const isSubsetSignature = (inner: string, outer: string): boolean =>
  [...inner].every((digit, i) => digit === '0' || outer[i] === '1');

/**
 * Finds the innermost test of several that enclose each other.
 *
 * @returns undefined if some are unrelated
 */
export function findInnermostTest(names: readonly string[]): { leaf: string; also: string[] } | undefined {
  const leaf = [...names].sort((a, b) => b.length - a.length)[0];
  if (leaf === undefined) return undefined;
  const also = names.filter((name) => name !== leaf);
  return also.every((name) => isEnclosingTest(name, leaf)) ? { leaf, also } : undefined;
}

/** Tells whether a test is a suite, or a test with subtests, that encloses the other one. */
export const isEnclosingTest = (outer: string, inner: string): boolean =>
  inner.startsWith(`${outer}${TEST_NAME_SEPARATOR}`) || inner.startsWith(`${outer}/`);

/** Finds tests that failed whenever one of several found ones did, and that enclose all of these. */
function findEnclosingTests(
  tests: ReadonlyMap<string, readonly string[]>,
  found: readonly { leaf: string }[],
): string[] {
  const leaves = found.map(({ leaf }) => leaf);
  return [...tests.values()].flat().filter((name) => leaves.some((leaf) => isEnclosingTest(name, leaf)));
}
