import { computeWithinTaskP } from '../paired/compute_within_task_p.js';
import { formatP } from '../paired/decide_paired_verdict.js';
import { estimateJointPower } from './estimate_joint_power.js';
import { estimateContractRates, estimateNightShift } from './estimate_night_shift.js';
import type { GatingSet, GatingTask } from './gating_set.js';
import { formatJointTest, judgeCollapse, judgeJointTest } from './judge_joint_test.js';
import type { NightHistory } from './night_effect.js';
import { addTotals, countRuns, NO_RUNS, type OutcomeTotals } from './outcome_totals.js';
import type { Regression, RegressionTask } from './regression_schema.js';
import { shareLevel } from './share_level.js';

/** Settings of the regression gate. */
export interface RegressionSettings {
  /** Largest probability of a false alarm of the whole gate, in (0, 1). */
  alpha: number;
  minimum_effect: number;
  /** Further runs of an undecided contract. They are part of the rule from the beginning. */
  extra_trials: number;
  /** Share of planned runs of head that must be decided, in [0, 1]. */
  coverage_floor: number;
}

/** Default probability of a false alarm: one night in 200. */
export const DEFAULT_ALPHA = 0.005;

/** Lost share of successes from which a contract did not hold, even if that could be chance. */
const LOSS = 0.5;

/**
 * Judges whether head is worse than base. Two tests share alpha, half for each:
 *
 * - Contract by contract, exact (hypergeometric, one-sided): successes of head among those of base, history and head
 *   together. The contracts of the family whose numbers of failures could be significant share the level
 *   (`shareLevel`). This finds a contract that broke. Unless both sides are of one night, the result must also be
 *   significant at the odds of head's night, as the other contracts show them (`estimateNightOdds`).
 * - All contracts of the gating set together: base against the planned runs of head, exact within contracts. Unless
 *   both sides are of one night, head is also compared with how much earlier nights differ (`testNightEffect`), or, if
 *   too few are known, with a night of `ASSUMED_ODDS`; both must be significant. This finds many contracts that got a
 *   little worse. If a bad night could explain the result, the gate is undecided.
 *
 * A collapse is never passed over: if all comparable contracts, unproven ones included, lost half of their success rate
 * or more, the gate is at least undecided. If no contract is in the gating set, both tests have nothing to test, and
 * half of their alpha goes to a test of the collapse, which then is a regression.
 *
 * Rule for extra runs: a contract that lost 50 points of its success rate or more in the planned runs, or whose planned
 * runs alone would make an alarm, gets exactly `extra_trials` more. Extra runs that are not made, of any contract, and
 * undecided runs count in favour of head. An alarm therefore needs results that would be one with all contracts run to
 * the end, and stopping early never makes one: the probability of a false alarm of the gate is at most alpha if runs
 * are independent given code and contract. The effect of a bad night is estimated.
 *
 * Where both sides are arms of one run, the base gets as many extra runs as head. Those that are not made count against
 * the base, which is in favour of head.
 *
 * @param extra counts of extra runs of head, by task
 * @param extra_base the same of the base; undefined = the base gets none
 */
export function judgeRegression(
  set: GatingSet,
  settings: RegressionSettings,
  extra: ReadonlyMap<string, OutcomeTotals> = new Map(),
  nights: NightHistory = { history: [], same_night: false },
  extra_base?: ReadonlyMap<string, OutcomeTotals>,
): Regression {
  const { alpha, extra_trials } = settings;
  const made = (task: GatingTask): ExtraRuns => ({
    head: extra.get(task.task) ?? NO_RUNS,
    base: extra_base && (extra_base.get(task.task) ?? NO_RUNS),
  });
  const { tests, level } = shareLevel(
    [
      ...set.tasks.map((task) => computeSmallestP(task, extra_trials, made(task))),
      ...Array<number>(Math.max(0, set.family - set.tasks.length)).fill(0),
    ],
    alpha / 2,
  );
  const oddsOf = (task: GatingTask) => (nights.same_night ? 1 : estimateNightOdds(set.tasks, task));
  const tasks = set.tasks.map((task) => judgeTask(task, extra_trials, level, made(task), oddsOf));
  const together = judgeJointTest(set.tasks, alpha / 2, nights);
  // Extra runs of head are counted beside those of the base, where it has any.
  const countBase = (task: GatingTask, i: number) =>
    extra_base && task.history === null ? { ...task.base, ...tasks[i]!.base } : task.base;
  const whole = set.tasks.map((task, i) => ({
    ...task,
    base: countBase(task, i),
    head: { ...task.head, ...tasks[i]!.head },
  }));
  const collapse = judgeCollapse([...whole, ...set.comparable], alpha / 2, nights);
  const collapsed = collapse ? [`${COLLAPSE_TEXT}: ${formatJointTest({ ...collapse.test, alpha: alpha / 2 })}`] : [];
  // A broken contract could be one more that shares the level.
  const finds = tasks.filter(({ smallest_p }) => smallest_p <= alpha / 2 / (tests + 1)).length;
  const planned = set.tasks.reduce((sum, { head }) => sum + countRuns(head), 0);
  const answered = set.tasks.reduce((sum, { head }) => sum + head.successes + head.failures, 0);
  const coverage = planned === 0 ? null : answered / planned;
  const power = estimateJointPower(set.tasks, settings.minimum_effect, alpha / 2);
  const numbers = { power, alpha, task_alpha: level, family: set.family, tests, tasks, finds, coverage };
  const rest = {
    ...numbers,
    together: together.test,
    collapse: collapse?.test ?? null,
    left_out: [...set.left_out],
    minimum_effect: settings.minimum_effect,
  };

  const regressed = tasks.filter(({ verdict }) => verdict === 'regressed');
  const alarms = [
    ...regressed.map(({ task, why }) => `${task}: ${why}`),
    ...(together.verdict === 'worse'
      ? [`the contracts of the gating set together got worse: ${formatJointTest(together.test!)}`]
      : []),
    ...(set.tasks.length === 0 && collapse?.is_certain ? collapsed : []),
  ];
  if (alarms.length > 0) return { verdict: 'regression', why: alarms, ...rest };
  const doubts = [
    ...(set.tasks.length === 0 ? ['no contract is in the gating set'] : []),
    ...collapsed,
    ...tasks.filter(({ verdict }) => verdict === 'open').map(({ task, why }) => `${task}: ${why}`),
    ...(together.verdict === 'bad night'
      ? [`the contracts of the gating set together got worse, ${together.why}`]
      : []),
    ...(coverage !== null && coverage < settings.coverage_floor
      ? [`only ${answered} of ${planned} runs of head were decided`]
      : []),
    ...(set.tasks.length > 0 && finds === 0 && together.smallest_p > alpha / 2
      ? ['there are too few runs to find any regression: had head failed in all of them, that could be chance']
      : []),
  ];
  return doubts.length > 0
    ? { verdict: 'undecided', why: doubts, ...rest }
    : { verdict: 'no regression', why: ['no contract of the gating set got worse'], ...rest };
}

/**
 * Plans extra runs by the rule, the most suspicious contracts first, with the number still to be made. None after an
 * alarm, which nothing could take back.
 */
export function planExtraRuns(judged: Pick<Regression, 'verdict' | 'tasks'>): { task: string; trials: number }[] {
  if (judged.verdict === 'regression') return [];
  return judged.tasks
    .filter(({ unmade }) => unmade > 0)
    .sort((a, b) => a.smallest_p - b.smallest_p || (a.task < b.task ? -1 : 1))
    .map(({ task, unmade }) => ({ task, trials: unmade }));
}

/** Extra runs of a contract that were made; `base` undefined = the base gets none. */
interface ExtraRuns {
  head: OutcomeTotals;
  base: OutcomeTotals | undefined;
}

/** Adds the extra runs of the base to its planned ones. Those that are not made are undecided. */
function addBaseExtra(base: OutcomeTotals, wanted: number, made: OutcomeTotals | undefined): OutcomeTotals {
  if (made === undefined) return base;
  const unmade = Math.max(0, wanted - countRuns(made));
  return addTotals(base, { ...made, undecided: made.undecided + unmade });
}

function judgeTask(
  task: GatingTask,
  more: number,
  alpha: number,
  made: ExtraRuns,
  oddsOf: (task: GatingTask) => number,
): RegressionTask {
  const planned = addTotals(task.base, task.history ?? NO_RUNS);
  const planned_p = computeLossP(planned, task.head.successes + task.head.undecided, task.head.failures);
  const extra = computeLoss(planned, task.head) >= LOSS || planned_p <= alpha ? more : 0;
  const base = extra === 0 ? planned : addBaseExtra(planned, extra, made.base);
  const head = extra === 0 ? addTotals(task.head, NO_RUNS) : addTotals(task.head, made.head);
  const unmadeOf = (runs: OutcomeTotals) => (extra === 0 ? 0 : Math.max(0, extra - countRuns(runs)));
  const unmade = Math.max(unmadeOf(made.head), made.base ? unmadeOf(made.base) : 0);
  // Extra runs that the contract does not get also count in favour of head.
  const favourable = head.undecided + (extra === 0 ? more : unmadeOf(made.head));
  const plain_p = computeLossP(base, head.successes + favourable, head.failures);
  // Without significance on its own, the effect of the night need not be computed.
  const night_odds = plain_p <= alpha ? oddsOf(task) : null;
  const p = night_odds === null ? plain_p : computeLossP(base, head.successes + favourable, head.failures, night_odds);
  const best = addTotals(planned, { ...NO_RUNS, successes: made.base ? more : 0 });
  const smallest_p = computeLossP(best, 0, countRuns(task.head) + more);
  const said = { task: task.task, version: task.version, base, head, extra, unmade, p, night_odds, smallest_p };
  const numbers = `${formatSuccesses(head)} in head, ${formatSuccesses(base)} before`;
  if (p <= alpha) return { ...said, verdict: 'regressed', why: `${numbers} (p = ${formatP(p)})` };
  const loss = computeLoss(base, head);
  if (plain_p <= alpha)
    return {
      ...said,
      verdict: 'open',
      why: `${numbers}; the other contracts fell that night, too (p = ${formatP(p)})`,
    };
  if (loss < LOSS && unmade === 0)
    return { ...said, verdict: 'held', why: loss > 0 ? `${numbers}; no more than chance` : numbers };
  return {
    ...said,
    verdict: 'open',
    why: `${numbers}; that could be chance (p = ${formatP(p)}, ${formatP(alpha)} is needed)`,
  };
}

/**
 * Computes the smallest p that the test of a contract can have. Given are the number of failed runs and the side of
 * each run. Undecided runs may end either way; the smallest p is taken.
 */
function computeSmallestP(task: GatingTask, more: number, made: ExtraRuns): number {
  const base = addBaseExtra(addTotals(task.base, task.history ?? NO_RUNS), more, made.base);
  const head = addTotals(task.head, made.head);
  const unmade = Math.max(0, more - countRuns(made.head));
  const head_runs = countRuns(head) + unmade;
  const failed = base.failures + head.failures;
  // The smallest p falls with failures until they fill head, and rises after that.
  const failures = Math.max(failed, Math.min(head_runs, failed + base.undecided + head.undecided + unmade));
  const in_head = Math.min(failures, head_runs);
  const in_base = failures - in_head;
  const before = { successes: countRuns(base) - in_base, failures: in_base, undecided: 0 };
  return computeLossP(before, head_runs - in_head, in_head);
}

const COLLAPSE_TEXT =
  'the contracts together, also those that may not turn the gate, lost half of their success rate or more';

/** Computes the lost success rate at worst: undecided runs of head count as failures. */
const computeLoss = (base: OutcomeTotals, head: OutcomeTotals) =>
  computeSuccessShare(base, 'successes') - computeSuccessShare(head, 'failures');

/** Computes the p of so few successes of head. Undecided runs of the base count as failures. */
const computeLossP = (base: OutcomeTotals, successes: number, failures: number, odds = 1) =>
  computeWithinTaskP(
    [
      {
        base: { runs: countRuns(base), successes: base.successes },
        head: { runs: successes + failures, successes },
      },
    ],
    odds,
  ).p_fewer;

/**
 * Estimates the odds of success of head's night against before, from the other contracts of the gating set. At most 1,
 * and 1 without others. Undecided runs count as failures, which makes an alarm less likely.
 */
function estimateNightOdds(tasks: readonly GatingTask[], task: GatingTask): number {
  const others = tasks.filter((one) => one !== task);
  const before = others.flatMap(({ base, history }) => (history ? [base, history] : [base]));
  const { shift, excess } = estimateNightShift(
    others.map(({ head }) => head),
    estimateContractRates([before]),
    'failures',
  );
  // With few runs that all succeeded, the estimate is biased towards one half.
  return excess >= 0 ? 1 : Math.exp(Math.min(0, shift));
}

/** Computes the share of successes, with undecided runs counted as `undecided` says; 0 without runs. */
function computeSuccessShare(counts: OutcomeTotals, undecided: 'successes' | 'failures'): number {
  const runs = countRuns(counts);
  return runs === 0 ? 0 : (counts.successes + (undecided === 'successes' ? counts.undecided : 0)) / runs;
}

const formatSuccesses = ({ successes, failures, undecided }: OutcomeTotals) =>
  `${successes} of ${successes + failures} succeeded${undecided > 0 ? ` (${undecided} undecided)` : ''}`;
