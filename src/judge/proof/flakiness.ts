import type { z } from 'zod';
import type { screenSchema } from '../../contract/lock.js';
import { missedBelow } from '../statistics/flakiness.js';
import type { Observation } from './observation.js';

/** How one check, or one test of it, behaved over all runs on one side. */
export type Screen = z.infer<typeof screenSchema>;

/**
 * The flakiness screen (executable contracts §3.2): every execution of every check on the unchanged snapshot and on the reference
 * solution, each in a fresh workspace. A run differs when it came to another outcome than most.
 */
export function screenOf(observations: readonly Observation[]): Screen[] {
  const outcomes = new Map<string, { check: string; test: string | null; on: Screen['on']; seen: string[] }>();
  const note = (check: string, test: string | null, on: Screen['on'], outcome: string) => {
    const key = JSON.stringify([check, test, on]);
    const entry = outcomes.get(key) ?? { check, test, on, seen: [] };
    entry.seen.push(outcome);
    outcomes.set(key, entry);
  };
  for (const { variant, status, runs } of observations) {
    const on = variant.role;
    // An attempt that is not valid says nothing of the checks.
    if ((on !== 'base' && on !== 'golden') || status === 'invalid') continue;
    for (const run of runs) {
      note(run.check, null, on, run.reached ? run.outcome : 'not reached');
      for (const [test, standing] of Object.entries(run.tests)) note(run.check, test, on, standing);
    }
  }
  return [...outcomes.values()].map(({ check, test, on, seen }) => {
    const differed = seen.length - mostFrequent(seen);
    return { check, test, on, runs: seen.length, differed, missed_below: missedBelow(differed, seen.length) };
  });
}

/** Checks and tests that differed more often than the contract tolerates. */
export function flakyIn(screens: readonly Screen[], tolerance: number): Screen[] {
  return screens.filter(({ runs, differed }) => differed > 0 && differed / runs > tolerance);
}

function mostFrequent(seen: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const outcome of seen) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/** "canary (golden)", "unit > adds (base)": what is flaky, as a person reads it. */
export const screenName = ({ check, test, on }: Pick<Screen, 'check' | 'test' | 'on'>): string =>
  `${check}${test === null ? '' : `: ${test}`} (on ${on === 'base' ? 'the unchanged snapshot' : 'the reference solution'})`;

/** "0 of 6 runs differed; a check failing less often than 39 % of the time may have been missed (95 %)". */
export function screenSentence({ runs, differed, missed_below }: Screen): string {
  const share = missed_below * 100;
  const shown = share < 10 ? share.toFixed(1) : share.toFixed(0);
  return differed === 0
    ? `0 of ${runs} runs differed; a check failing less often than ${shown} % of the time may have been missed (95 %)`
    : `${differed} of ${runs} runs differed; the rate may be as high as ${shown} % (95 %)`;
}
