import { computeWithinTaskP } from '../paired/compute_within_task_p.js';
import { formatP } from '../paired/decide_paired_verdict.js';
import type { GatingTask } from './gating_set.js';
import { ASSUMED_ODDS, type NightEffect, type NightHistory, REQUIRED_NIGHTS, testNightEffect } from './night_effect.js';
import { countRuns } from './outcome_totals.js';
import type { Regression } from './regression_schema.js';

/** Test of all contracts of the gating set together. */
type JointTest = NonNullable<Regression['together']>;
/** Verdict of the joint test, with the smallest p that these numbers of runs could give. */
export type JointVerdict =
  | { verdict: 'held' | 'worse'; test: JointTest | null; smallest_p: number }
  | { verdict: 'bad night'; why: string; test: JointTest; smallest_p: number };

/**
 * Judges all contracts of the gating set in one test. Only planned runs count: the results of these decide which
 * contracts get extra runs.
 *
 * @param alpha level of this test
 */
export function judgeJointTest(
  tasks: readonly GatingTask[],
  alpha: number,
  { history, same_night }: NightHistory,
): JointVerdict {
  const cells = tasks.map(({ base, head }) => ({
    base: { runs: countRuns(base), successes: base.successes },
    head: { runs: countRuns(head), successes: head.successes + head.undecided },
  }));
  const both = cells.filter(({ base, head }) => base.runs > 0 && head.runs > 0);
  const mean = (side: 'base' | 'head') =>
    both.reduce((sum, cell) => sum + cell[side].successes / cell[side].runs, 0) / both.length;
  const nothing = both.map(({ base, head }) => ({ base, head: { ...head, successes: 0 } }));
  const smallest_p = computeWithinTaskP(nothing).p_fewer;
  if (both.length === 0) return { verdict: 'held', test: null, smallest_p };
  const { p_fewer: p } = computeWithinTaskP(both);
  // A bad night matters only for a significant result.
  const isAsked = p <= alpha && !same_night;
  const [bases, heads] = [tasks.map(({ base }) => base), tasks.map(({ head }) => head)];
  const night = isAsked ? testNightEffect(heads, bases, history) : null;
  const assumed = isAsked && night === null ? computeWithinTaskP(both, ASSUMED_ODDS).p_fewer : null;
  const test = {
    tasks: both.length,
    base_rate: mean('base'),
    head_rate: mean('head'),
    p,
    alpha,
    night,
    assumed,
    same_night,
  };
  if (test.p > alpha) return { verdict: 'held', test, smallest_p };
  if (same_night || (night?.p ?? test.assumed!) <= alpha) return { verdict: 'worse', test, smallest_p };
  const numbers = `${formatJointTest(test)}; ${formatNight(night, test.assumed)}`;
  const why = `but that may be the night and not the code: ${numbers}`;
  return { verdict: 'bad night', why, test, smallest_p };
}

const formatNight = (night: NightEffect | null, assumed: number | null) =>
  night === null
    ? `fewer than ${REQUIRED_NIGHTS} earlier nights are known; were it a bad one, p = ${formatP(assumed!)}`
    : `against how ${night.nights} earlier nights differ, p = ${formatP(night.p)}`;

/** Formats both rates and p. */
export const formatJointTest = ({
  base_rate,
  head_rate,
  p,
  alpha,
}: Pick<JointTest, 'base_rate' | 'head_rate' | 'p' | 'alpha'>) =>
  `${(100 * base_rate).toFixed(1)} % before, ${(100 * head_rate).toFixed(1)} % in head (p = ${formatP(p)}, ` +
  `${formatP(alpha)} is needed)`;

/**
 * Loss of all contracts together that is a collapse: of the rate itself, or of this share of it if hardly by chance.
 */
const LOSS = 0.5;
const COLLAPSE_ALPHA = 0.05;

/** Loss of half of the success rate or more, by all comparable contracts. */
interface Collapse {
  test: NonNullable<Regression['collapse']>;
  /** True if neither chance nor a bad night explains it. */
  is_certain: boolean;
}

/**
 * Judges what all comparable contracts lost together. Undecided runs of head count in its favour.
 *
 * @param alpha level at which the collapse is certain
 * @returns undefined if they lost less than half
 */
export function judgeCollapse(tasks: readonly GatingTask[], alpha: number, nights: NightHistory): Collapse | undefined {
  const { test, verdict } = judgeJointTest(tasks, alpha, nights);
  if (test === null) return undefined;
  const { base_rate, head_rate, p } = test;
  const loss = base_rate - head_rate;
  if (loss < LOSS && (loss < LOSS * base_rate || p > COLLAPSE_ALPHA)) return undefined;
  return { test: { tasks: test.tasks, base_rate, head_rate, p }, is_certain: verdict === 'worse' };
}
