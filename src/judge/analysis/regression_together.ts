import type { GatingTask } from './gating_set.js';
import { ASSUMED_ODDS, NIGHTS_NEEDED, type NightsBefore, type NightTest, testNight } from './night_effect.js';
import { countRuns } from './outcome_totals.js';
import { pText } from './paired_verdict.js';
import { withinTasks } from './paired_within.js';
import type { Regression } from './regression_schema.js';

/** Test of all contracts of the gating set together. */
export type TogetherTest = NonNullable<Regression['together']>;
/** Verdict of that test, and the smallest p that these numbers of runs could have given. */
export type TogetherVerdict =
  | { verdict: 'held' | 'worse'; test: TogetherTest | null; smallest_p: number }
  | { verdict: 'bad night'; why: string; test: TogetherTest; smallest_p: number };

/**
 * Judges all contracts of the gating set in one test, on the planned runs alone: which contracts get extra ones depends on how these
 * ended.
 *
 * @param alpha level of this test
 */
export function judgeTogether(
  tasks: readonly GatingTask[],
  alpha: number,
  { history, same_night }: NightsBefore,
): TogetherVerdict {
  const cells = tasks.map(({ base, head }) => ({
    base: { runs: countRuns(base), successes: base.successes },
    head: { runs: countRuns(head), successes: head.successes + head.undecided },
  }));
  const both = cells.filter(({ base, head }) => base.runs > 0 && head.runs > 0);
  const mean = (side: 'base' | 'head') =>
    both.reduce((sum, cell) => sum + cell[side].successes / cell[side].runs, 0) / both.length;
  const nothing = both.map(({ base, head }) => ({ base, head: { ...head, successes: 0 } }));
  const smallest_p = withinTasks(nothing).p_fewer;
  if (both.length === 0) return { verdict: 'held', test: null, smallest_p };
  const { p_fewer: p } = withinTasks(both);
  // A bad night explains nothing where there is nothing to explain.
  const isAsked = p <= alpha && !same_night;
  const [bases, heads] = [tasks.map(({ base }) => base), tasks.map(({ head }) => head)];
  const night = isAsked ? testNight(heads, bases, history) : null;
  const assumed = isAsked && night === null ? withinTasks(both, ASSUMED_ODDS).p_fewer : null;
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
  const why = `but that may be the night and not the code: ${togetherText(test)}; ${nightWords(night, test.assumed)}`;
  return { verdict: 'bad night', why, test, smallest_p };
}

const nightWords = (night: NightTest | null, assumed: number | null) =>
  night === null
    ? `fewer than ${NIGHTS_NEEDED} earlier nights are known; were it a bad one, p = ${pText(assumed!)}`
    : `against how ${night.nights} earlier nights differ, p = ${pText(night.p)}`;

/** Returns both rates and p as text. */
export const togetherText = ({
  base_rate,
  head_rate,
  p,
  alpha,
}: Pick<TogetherTest, 'base_rate' | 'head_rate' | 'p' | 'alpha'>) =>
  `${(100 * base_rate).toFixed(1)} % before, ${(100 * head_rate).toFixed(1)} % in head (p = ${pText(p)}, ${pText(alpha)} is needed)`;

/** Loss of all contracts together that is a collapse: of the success rate itself, or of this share of it where that is hardly chance. */
const LOSS = 0.5;
const HARDLY_CHANCE = 0.05;

/** Loss of half of the success rate or more, by all contracts that can be compared. */
export interface Collapse {
  test: NonNullable<Regression['collapse']>;
  /** Neither chance nor a bad night explains it. */
  is_certain: boolean;
}

/**
 * Judges what all comparable contracts lost together. Undecided runs of head count in its favour.
 *
 * @param alpha level at which the collapse is certain
 * @returns undefined where they lost less than half
 */
export function judgeCollapse(tasks: readonly GatingTask[], alpha: number, nights: NightsBefore): Collapse | undefined {
  const { test, verdict } = judgeTogether(tasks, alpha, nights);
  if (test === null) return undefined;
  const { base_rate, head_rate, p } = test;
  const loss = base_rate - head_rate;
  if (loss < LOSS && (loss < LOSS * base_rate || p > HARDLY_CHANCE)) return undefined;
  return { test: { tasks: test.tasks, base_rate, head_rate, p }, is_certain: verdict === 'worse' };
}
