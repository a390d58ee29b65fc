import { isEnclosingTest, isSubsetSignature } from './decode_wave.js';
import type { GroupTrial } from './group_trial.js';
import type { TrialCode } from './trial_code.js';

/** Unexplained failures from which on a single trial is sought that causes all of them. */
const MAX_UNEXPLAINED = 3;

/**
 * Finds trials that make many tests fail, such as the shared body of all rows of a table.
 *
 * While one of them is tried with others, no test fails in exactly the runs of its own trial.
 */
export function findSpoilers(
  trials: readonly GroupTrial[],
  codes: readonly TrialCode[],
  digits: readonly number[],
  failed: readonly ReadonlyMap<string, string>[],
): Set<GroupTrial> {
  const names = [...new Set(failed.flatMap((seen) => [...seen.keys()]))];
  const leaves = names.filter((name) => !names.some((other) => isEnclosingTest(name, other)));
  const signatureOf = (name: string) => failed.map((seen) => (seen.has(name) ? '1' : '0')).join('');
  const own = codes.map((code) => digits.map((digit) => (code[digit] ? '1' : '0')).join(''));
  const strange = leaves.map(signatureOf).filter((signature) => !own.includes(signature));
  if (strange.length < MAX_UNEXPLAINED) return new Set();
  const exact = new Set(leaves.map(signatureOf));
  // Takes the trials that explain most one by one; among equals the one tried most often, which explains least by
  // chance.
  const suspects = trials.flatMap((trial, i) => (exact.has(own[i]!) ? [] : [{ trial, code: own[i]! }]));
  const weight = (code: string) => code.replaceAll('0', '').length;
  const found = new Set<GroupTrial>();
  for (let left = strange; left.length >= MAX_UNEXPLAINED; ) {
    const [best] = suspects
      .filter(({ trial, code }) => code.includes('1') && !found.has(trial))
      .map((one) => ({ ...one, explained: left.filter((signature) => isSubsetSignature(one.code, signature)).length }))
      .sort((a, b) => b.explained - a.explained || weight(b.code) - weight(a.code));
    if (!best || best.explained < MAX_UNEXPLAINED) break;
    found.add(best.trial);
    left = left.filter((signature) => !isSubsetSignature(best.code, signature));
  }
  return found;
}
