import type { z } from 'zod';
import type { flakinessScreenSchema } from '../../contract/validation/contract_lock.js';
import { missedBelow } from '../statistics/reruns_to_find.js';
import type { ProofObservation } from './proof_observation.js';

/** Flakiness statistics of one check, or of one of its tests, over all runs on one side. */
export type FlakinessScreen = z.infer<typeof flakinessScreenSchema>;

/**
 * Computes the flakiness screen: how often runs of the same check had different outcomes.
 *
 * It covers every execution of every check on the unchanged snapshot and on the reference solution, each in a fresh
 * workspace. A run differs if its outcome is not the most frequent one.
 */
export function computeFlakinessScreens(observations: readonly ProofObservation[]): FlakinessScreen[] {
  const outcomes = new Map<string, { check: string; test: string | null; on: FlakinessScreen['on']; seen: string[] }>();
  const note = (check: string, test: string | null, on: FlakinessScreen['on'], outcome: string) => {
    const key = JSON.stringify([check, test, on]);
    const entry = outcomes.get(key) ?? { check, test, on, seen: [] };
    entry.seen.push(outcome);
    outcomes.set(key, entry);
  };
  for (const { variant, status, runs } of observations) {
    const role = variant.role;
    // An invalid attempt says nothing about the checks.
    if ((role !== 'base' && role !== 'golden') || status === 'invalid') continue;
    for (const run of runs) {
      note(run.check, null, role, run.reached ? run.outcome : 'not reached');
      for (const [test, standing] of Object.entries(run.tests)) note(run.check, test, role, standing);
    }
  }
  return [...outcomes.values()].map(({ check, test, on, seen }) => {
    const differed = seen.length - countMostFrequent(seen);
    return { check, test, on, runs: seen.length, differed, missed_below: missedBelow(differed, seen.length) };
  });
}

/** Selects checks and tests that differed more often than the contract tolerates. */
export function selectFlakyScreens(screens: readonly FlakinessScreen[], tolerance: number): FlakinessScreen[] {
  return screens.filter(({ runs, differed }) => differed > 0 && differed / runs > tolerance);
}

function countMostFrequent(seen: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const outcome of seen) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/** Formats the name of a screened check or test: "canary (golden)", "unit > adds (base)". */
export const formatScreenName = ({ check, test, on }: Pick<FlakinessScreen, 'check' | 'test' | 'on'>): string =>
  `${check}${test === null ? '' : `: ${test}`} (on ` +
  `${on === 'base' ? 'the unchanged snapshot' : 'the reference solution'})`;

/**
 * Formats a sentence: "0 of 6 runs differed; a check failing less often than 39 % of the time may have been missed (95
 * %)".
 */
export function formatScreenSentence({ runs, differed, missed_below }: FlakinessScreen): string {
  const share = missed_below * 100;
  const shown = share < 10 ? share.toFixed(1) : share.toFixed(0);
  return differed === 0
    ? `0 of ${runs} runs differed; a check failing less often than ${shown} % of the time may have been missed (95 %)`
    : `${differed} of ${runs} runs differed; the rate may be as high as ${shown} % (95 %)`;
}
