import type { CandidateTrial } from './candidate_queue.js';
import type { Code } from './codes.js';
import { isAround, isWithin } from './decode_wave.js';

/** Failures that nothing explains, from which on a candidate is sought that brings them all about. */
const MOST_STRANGE = 3;
/**
 * Finds candidates that make many tests fail, such as the body that all rows of a table share: while one of them is tried with the others, no test
 * fails in exactly the runs of its own.
 */
export function spoilersOf(
  trials: readonly CandidateTrial[],
  codes: readonly Code[],
  digits: readonly number[],
  failed: readonly ReadonlyMap<string, string>[],
): Set<CandidateTrial> {
  const names = [...new Set(failed.flatMap((seen) => [...seen.keys()]))];
  const leaves = names.filter((name) => !names.some((other) => isAround(name, other)));
  const signatureOf = (name: string) => failed.map((seen) => (seen.has(name) ? '1' : '0')).join('');
  const own = codes.map((code) => digits.map((digit) => (code[digit] ? '1' : '0')).join(''));
  const strange = leaves.map(signatureOf).filter((signature) => !own.includes(signature));
  if (strange.length < MOST_STRANGE) return new Set();
  const exact = new Set(leaves.map(signatureOf));
  // One after the other, those that explain most; of these the one that was tried most often, which explains least by chance.
  const suspects = trials.flatMap((trial, i) => (exact.has(own[i]!) ? [] : [{ trial, code: own[i]! }]));
  const weight = (code: string) => code.replaceAll('0', '').length;
  const found = new Set<CandidateTrial>();
  for (let left = strange; left.length >= MOST_STRANGE; ) {
    const [best] = suspects
      .filter(({ trial, code }) => code.includes('1') && !found.has(trial))
      .map((one) => ({ ...one, explained: left.filter((signature) => isWithin(one.code, signature)).length }))
      .sort((a, b) => b.explained - a.explained || weight(b.code) - weight(a.code));
    if (!best || best.explained < MOST_STRANGE) break;
    found.add(best.trial);
    left = left.filter((signature) => !isWithin(best.code, signature));
  }
  return found;
}
