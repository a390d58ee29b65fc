import { normalCdf, normalQuantile } from '../../statistics/normal_cdf.js';
import type { GatingSet, GatingTask } from './gating_set.js';
import { isLossExcluded, judgeImprovement } from './judge_improvement.js';
import { formatJointTest, judgeCollapse } from './judge_joint_test.js';
import { judgeLosses } from './judge_losses.js';
import type { NightHistory } from './night_effect.js';
import { addTotals, countRuns, NO_RUNS, type OutcomeTotals } from './outcome_totals.js';
import type { Regression } from './regression_schema.js';

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
 * Where no contract ever succeeded before, nothing could get worse. A head that is better than the base beyond chance
 * (`judgeImprovement`) is not worse either, however few runs there are.
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
  const { alpha } = settings;
  const { tasks, tests, level, together } = judgeLosses(set, settings, nights, { head: extra, base: extra_base });
  const collapse = judgeCollapse(addExtraRuns(set, tasks, extra_base !== undefined), alpha / 2, nights);
  const collapsed = collapse ? [`${COLLAPSE_TEXT}: ${formatJointTest({ ...collapse.test, alpha: alpha / 2 })}`] : [];
  // A broken contract could be one more that shares the level.
  const finds = tasks.filter(({ smallest_p }) => smallest_p <= alpha / 2 / (tests + 1)).length;
  const coverage = countCoverage(set);
  const improvement = judgeImprovement(set, alpha, nights);
  const rest = {
    ...{ alpha, task_alpha: level, family: set.family, tests, tasks, finds, improvement },
    power: estimateJointPower(set.tasks, settings.minimum_effect, alpha / 2),
    coverage: coverage.planned === 0 ? null : coverage.answered / coverage.planned,
    together: together.test,
    collapse: collapse?.test ?? null,
    left_out: [...set.left_out],
    minimum_effect: settings.minimum_effect,
  };
  const alarms = [
    ...tasks.filter(({ verdict }) => verdict === 'regressed').map(({ task, why }) => `${task}: ${why}`),
    ...(together.verdict === 'worse'
      ? [`the contracts of the gating set together got worse: ${formatJointTest(together.test!)}`]
      : []),
    ...(set.tasks.length === 0 && collapse?.is_certain ? collapsed : []),
  ];
  if (alarms.length > 0) return { verdict: 'regression', why: alarms, ...rest };
  const found_nothing = finds === 0 && together.smallest_p > alpha / 2;
  const doubts = [
    ...(set.tasks.length === 0 ? ['no contract is in the gating set'] : []),
    ...collapsed,
    ...tasks.filter(({ verdict }) => verdict === 'open').map(({ task, why }) => `${task}: ${why}`),
    ...(together.verdict === 'bad night'
      ? [`the contracts of the gating set together got worse, ${together.why}`]
      : []),
    ...(rest.coverage !== null && rest.coverage < settings.coverage_floor
      ? [`only ${coverage.answered} of ${coverage.planned} runs of head were decided`]
      : []),
    ...(set.tasks.some(canLose) && found_nothing && !isLossExcluded(improvement) ? [TOO_FEW] : []),
  ];
  return doubts.length > 0
    ? { verdict: 'undecided', why: doubts, ...rest }
    : { verdict: 'no regression', why: [improvement.summary], ...rest };
}

/** Checks whether a contract can get worse. One that never succeeded, in decided runs only, cannot. */
function canLose({ base, history }: GatingTask): boolean {
  const base_totals = addTotals(base, history ?? NO_RUNS);
  return base_totals.failures === 0 || base_totals.successes + base_totals.undecided > 0;
}

/** Counts the planned runs of head in the gating set, and those of them that were decided. */
function countCoverage({ tasks }: Pick<GatingSet, 'tasks'>): { planned: number; answered: number } {
  return {
    planned: tasks.reduce((sum, { head }) => sum + countRuns(head), 0),
    answered: tasks.reduce((sum, { head }) => sum + head.successes + head.failures, 0),
  };
}

/** Returns all comparable contracts with their extra runs: those of head are counted beside those of the base. */
function addExtraRuns(set: GatingSet, judged: Regression['tasks'], has_base: boolean): GatingTask[] {
  const gating = set.tasks.map((task, i) => ({
    ...task,
    base: has_base && task.history === null ? { ...task.base, ...judged[i]!.base } : task.base,
    head: { ...task.head, ...judged[i]!.head },
  }));
  return [...gating, ...set.comparable];
}

const TOO_FEW =
  'there are too few runs to find any regression: had head failed in all of them, that could be chance; ' +
  'more trials of each contract would tell';

const COLLAPSE_TEXT =
  'the contracts together, also those that may not turn the gate, lost half of their success rate or more';

/**
 * Estimates the power of the joint test to find that each contract loses `effect` of its success rate. It uses the
 * normal approximation of the Cochran–Mantel–Haenszel statistic at the one-sided level `alpha`. Rates before are (s +
 * ½)/(n + 1), so that a contract that never failed is not taken as unable to.
 *
 * @returns null if no contract has runs on both sides
 */
function estimateJointPower(tasks: readonly GatingTask[], effect: number, alpha: number): number | null {
  let [loss, spread_same, spread_worse] = [0, 0, 0];
  for (const { base, head } of tasks) {
    const [base_runs, head_runs] = [base, head].map((one) => one.successes + one.failures + one.undecided) as [
      number,
      number,
    ];
    if (base_runs === 0 || head_runs === 0) continue;
    const weight = (base_runs * head_runs) / (base_runs + head_runs);
    const rate = (base.successes + 0.5) / (base_runs + 1);
    const worse = Math.max(0, rate - effect);
    const both = (rate * base_runs + worse * head_runs) / (base_runs + head_runs);
    loss += weight * (rate - worse);
    spread_same += weight ** 2 * both * (1 - both) * (1 / base_runs + 1 / head_runs);
    spread_worse += weight ** 2 * ((rate * (1 - rate)) / base_runs + (worse * (1 - worse)) / head_runs);
  }
  if (spread_same === 0 || spread_worse === 0) return null;
  return normalCdf((loss - normalQuantile(1 - alpha) * Math.sqrt(spread_same)) / Math.sqrt(spread_worse));
}
