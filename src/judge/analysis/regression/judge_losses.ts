import { computeWithinTaskP } from '../paired/compute_within_task_p.js';
import { formatP } from '../paired/decide_paired_verdict.js';
import { estimateContractRates, estimateNightShift } from './estimate_night_shift.js';
import { formatOutcomeTotals } from './format_outcome_totals.js';
import type { GatingSet, GatingTask } from './gating_set.js';
import { type JointVerdict, judgeJointTest } from './judge_joint_test.js';
import type { NightHistory } from './night_effect.js';
import { addTotals, computeSuccessShare, countRuns, NO_RUNS, type OutcomeTotals } from './outcome_totals.js';
import type { RegressionTask } from './regression_schema.js';
import { shareLevel } from './share_level.js';

/** Lost share of successes from which a contract did not hold, even if that could be chance. */
const LOSS = 0.5;

/** Extra runs, by task; `base` undefined = the base gets none. */
interface ExtraRunTotals {
  head: ReadonlyMap<string, OutcomeTotals>;
  base?: ReadonlyMap<string, OutcomeTotals> | undefined;
}

/** Results of the two tests of a gating set. */
interface Losses {
  tasks: RegressionTask[];
  /** Number of contracts that share the level, and the level of each. */
  tests: number;
  level: number;
  together: JointVerdict;
}

/**
 * Tests whether head lost successes: contract by contract, and all contracts together. Each of the two tests has half
 * of alpha. See `judgeRegression`.
 *
 * @param extra_trials further runs that an undecided contract gets by the rule
 */
export function judgeLosses(
  set: Pick<GatingSet, 'tasks' | 'family'>,
  { alpha, extra_trials }: { alpha: number; extra_trials: number },
  nights: NightHistory,
  extra: ExtraRunTotals = { head: new Map() },
): Losses {
  const countExtra = (task: GatingTask): ExtraRuns => ({
    head: extra.head.get(task.task) ?? NO_RUNS,
    base: extra.base && (extra.base.get(task.task) ?? NO_RUNS),
  });
  const { tests, level } = shareLevel(
    [
      ...set.tasks.map((task) => computeSmallestP(task, extra_trials, countExtra(task))),
      ...Array<number>(Math.max(0, set.family - set.tasks.length)).fill(0),
    ],
    alpha / 2,
  );
  const oddsOf = (task: GatingTask) => (nights.same_night ? 1 : estimateNightOdds(set.tasks, task));
  const tasks = set.tasks.map((task) => judgeTask(task, extra_trials, level, countExtra(task), oddsOf));
  return { tasks, tests, level, together: judgeJointTest(set.tasks, alpha / 2, nights) };
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
  const base_runs = extra === 0 || made.base === undefined ? planned : addTotals(planned, made.base);
  const facts = {
    task: task.task,
    version: task.version,
    base: base_runs,
    head,
    extra,
    unmade,
    p,
    night_odds,
    smallest_p,
  };
  const numbers = `${formatOutcomeTotals(head)} in head, ${formatOutcomeTotals(base_runs)} before`;
  if (p <= alpha) return { ...facts, verdict: 'regressed', why: `${numbers} (p = ${formatP(p)})` };
  const loss = computeLoss(base, head);
  if (plain_p <= alpha)
    return {
      ...facts,
      verdict: 'open',
      why: `${numbers}; the other contracts fell that night, too (p = ${formatP(p)})`,
    };
  if (loss < LOSS && unmade === 0)
    return { ...facts, verdict: 'held', why: loss > 0 ? `${numbers}; no more than chance` : numbers };
  return {
    ...{ ...facts, ...findFailuresToDecide(base, head, alpha) },
    verdict: 'open',
    why: `${numbers}; that could be chance (p = ${formatP(p)}, ${formatP(alpha)} is needed)`,
  };
}

/** Most runs of a contract that are worth proposing. */
const MOST_RUNS = 30;

/** Finds how many further failures of head make a contract one that has regressed. */
function findFailuresToDecide(
  base: OutcomeTotals,
  { successes, failures, undecided }: OutcomeTotals,
  alpha: number,
): Pick<RegressionTask, 'failures_to_decide'> {
  for (let more = 1; failures > 0 && more <= MOST_RUNS; more++)
    if (computeLossP(base, successes + undecided, failures + more) <= alpha) return { failures_to_decide: more };
  return {};
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
  const base_totals = { successes: countRuns(base) - in_base, failures: in_base, undecided: 0 };
  return computeLossP(base_totals, head_runs - in_head, in_head);
}

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
  const other_tasks = tasks.filter((one) => one !== task);
  const base_nights = other_tasks.flatMap(({ base, history }) => (history ? [base, history] : [base]));
  const { shift, excess } = estimateNightShift(
    other_tasks.map(({ head }) => head),
    estimateContractRates([base_nights]),
    'failures',
  );
  // With few runs that all succeeded, the estimate is biased towards one half.
  return excess >= 0 ? 1 : Math.exp(Math.min(0, shift));
}
