import type { GatingSet, GatingTask } from './gating_set.js';
import type { NightsBefore } from './night_effect.js';
import { contractRates, estimateShift } from './night_shift.js';
import { addTotals, countRuns, NO_RUNS, type OutcomeTotals } from './outcome_totals.js';
import { pText } from './paired_verdict.js';
import { withinTasks } from './paired_within.js';
import { powerTogether } from './regression_power.js';
import type { Regression, RegressionTask } from './regression_schema.js';
import { judgeCollapse, judgeTogether, togetherText } from './regression_together.js';
import { shareLevel } from './shared_level.js';

export interface RegressionSettings {
  /** Largest chance of a false alarm of the whole gate, in (0, 1). */
  alpha: number;
  minimum_effect: number;
  /** Further runs of a contract that is not decided; they are part of the rule from the beginning. */
  extra_trials: number;
  /** Share of planned runs of head that must be decided, in [0, 1]. */
  coverage_floor: number;
}

/** Largest chance of a false alarm where nobody said another: one night in 200. */
export const ORDINARY_ALPHA = 0.005;

/** A contract that lost this share of its successes is not said to have held, even where that could be chance. */
const LOSS = 0.5;

/**
 * Judges whether head is worse than base. Two tests share alpha, half for each:
 *
 * - contract by contract, exact (hypergeometric, one-sided): successes of head among those of base, history and head together. Those
 *   contracts of the family whose numbers of failures could be significant at all share the level (`shareLevel`). This finds a contract
 *   that broke. Unless both are of one night, what is significant must also be so at the odds of head's night, as the other contracts
 *   show them (`nightOdds`).
 * - all contracts of the gating set together, base against the planned runs of head, exact within contracts; and, unless both are of one
 *   night, head against how much earlier nights differ as a whole (`testNight`), or, where too few are known, against a night with
 *   `ASSUMED_ODDS`. Both must be significant. This finds many contracts that got a little worse. Where a bad night could explain what
 *   the exact test found, the gate is undecided.
 *
 * A collapse is never passed over: where all comparable contracts, unproven ones included, lost half of their success rate or more, the
 * gate is undecided at least. Where no contract is in the gating set, both tests have nothing to test, and half of their alpha is that
 * of one test of the collapse: then it is a regression.
 *
 * The rule for extra runs: a contract that lost 50 points of its success rate or more in the planned runs, or whose planned runs alone would
 * make an alarm, gets exactly `extra_trials` more. Extra runs that are not made, of any contract, and undecided runs count in favour of
 * head. So an alarm needs what would be one had all contracts been run to the end, and stopping early never makes one: the chance of a
 * false alarm of the whole gate is at most alpha where runs are independent given code and contract; what a bad night adds is estimated.
 *
 * @param extra what became of extra runs, by task
 */
export function judgeRegression(
  set: GatingSet,
  settings: RegressionSettings,
  extra: ReadonlyMap<string, OutcomeTotals> = new Map(),
  nights: NightsBefore = { history: [], same_night: false },
): Regression {
  const { alpha, extra_trials } = settings;
  const made = (task: GatingTask) => extra.get(task.task) ?? NO_RUNS;
  const { tests, level } = shareLevel(
    [
      ...set.tasks.map((task) => smallestPossible(task, extra_trials, made(task))),
      ...Array<number>(Math.max(0, set.family - set.tasks.length)).fill(0),
    ],
    alpha / 2,
  );
  const oddsOf = (task: GatingTask) => (nights.same_night ? 1 : nightOdds(set.tasks, task));
  const tasks = set.tasks.map((task) => judgeTask(task, extra_trials, level, made(task), oddsOf));
  const together = judgeTogether(set.tasks, alpha / 2, nights);
  const whole = set.tasks.map((task, i) => ({ ...task, head: { ...task.head, ...tasks[i]!.head } }));
  const collapse = judgeCollapse([...whole, ...set.comparable], alpha / 2, nights);
  const collapsed = collapse ? [`${COLLAPSED}: ${togetherText({ ...collapse.test, alpha: alpha / 2 })}`] : [];
  // A contract that broke could be one more that shares the level.
  const finds = tasks.filter(({ smallest_p }) => smallest_p <= alpha / 2 / (tests + 1)).length;
  const planned = set.tasks.reduce((sum, { head }) => sum + countRuns(head), 0);
  const answered = set.tasks.reduce((sum, { head }) => sum + head.successes + head.failures, 0);
  const coverage = planned === 0 ? null : answered / planned;
  const power = powerTogether(set.tasks, settings.minimum_effect, alpha / 2);
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
      ? [`the contracts of the gating set together got worse: ${togetherText(together.test!)}`]
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
 * Contracts that get extra runs by the rule, the most suspicious first, with how many are still to be made. None once there is an alarm:
 * nothing could take it back.
 */
export function extraRuns(judged: Pick<Regression, 'verdict' | 'tasks'>): { task: string; trials: number }[] {
  if (judged.verdict === 'regression') return [];
  return judged.tasks
    .filter(({ unmade }) => unmade > 0)
    .sort((a, b) => a.smallest_p - b.smallest_p || (a.task < b.task ? -1 : 1))
    .map(({ task, unmade }) => ({ task, trials: unmade }));
}

function judgeTask(
  task: GatingTask,
  more: number,
  alpha: number,
  made: OutcomeTotals,
  oddsOf: (task: GatingTask) => number,
): RegressionTask {
  const base = addTotals(task.base, task.history ?? NO_RUNS);
  const planned_p = fewer(base, task.head.successes + task.head.undecided, task.head.failures);
  const extra = lost(base, task.head) >= LOSS || planned_p <= alpha ? more : 0;
  const head = extra === 0 ? addTotals(task.head, NO_RUNS) : addTotals(task.head, made);
  const unmade = extra === 0 ? 0 : Math.max(0, extra - countRuns(made));
  // Extra runs that the contract does not get count in favour of head as well.
  const favourable = head.undecided + (extra === 0 ? more : unmade);
  const plain_p = fewer(base, head.successes + favourable, head.failures);
  // What is not significant without the night is not with it.
  const night_odds = plain_p <= alpha ? oddsOf(task) : null;
  const p = night_odds === null ? plain_p : fewer(base, head.successes + favourable, head.failures, night_odds);
  const smallest_p = fewer(base, 0, countRuns(task.head) + more);
  const said = { task: task.task, version: task.version, base, head, extra, unmade, p, night_odds, smallest_p };
  const numbers = `${share(head)} in head, ${share(base)} before`;
  if (p <= alpha) return { ...said, verdict: 'regressed', why: `${numbers} (p = ${pText(p)})` };
  const loss = lost(base, head);
  if (plain_p <= alpha)
    return { ...said, verdict: 'open', why: `${numbers}; the other contracts fell that night, too (p = ${pText(p)})` };
  if (loss < LOSS && unmade === 0)
    return { ...said, verdict: 'held', why: loss > 0 ? `${numbers}; no more than chance` : numbers };
  return {
    ...said,
    verdict: 'open',
    why: `${numbers}; that could be chance (p = ${pText(p)}, ${pText(alpha)} is needed)`,
  };
}

/**
 * Returns the smallest p that the test of a contract can have, given how many of all its runs failed and which side each run is of.
 * Runs whose end is not known may have ended either way; the smallest p over all ways is taken.
 */
function smallestPossible(task: GatingTask, more: number, made: OutcomeTotals): number {
  const base = addTotals(task.base, task.history ?? NO_RUNS);
  const head = addTotals(task.head, made);
  const unmade = Math.max(0, more - countRuns(made));
  const head_runs = countRuns(head) + unmade;
  const failed = base.failures + head.failures;
  // The smallest p falls with failures until they fill head, and rises after that.
  const failures = Math.max(failed, Math.min(head_runs, failed + base.undecided + head.undecided + unmade));
  const in_head = Math.min(failures, head_runs);
  const in_base = failures - in_head;
  const before = { successes: countRuns(base) - in_base, failures: in_base, undecided: 0 };
  return fewer(before, head_runs - in_head, in_head);
}

const COLLAPSED =
  'the contracts together, also those that may not turn the gate, lost half of their success rate or more';

/** What head lost of base's rate at worst: its undecided runs are counted as failures. */
const lost = (base: OutcomeTotals, head: OutcomeTotals) => rate(base, 'successes') - rate(head, 'failures');

/** Undecided runs of the base count against it. */
const fewer = (base: OutcomeTotals, successes: number, failures: number, odds = 1) =>
  withinTasks(
    [
      {
        base: { runs: countRuns(base), successes: base.successes },
        head: { runs: successes + failures, successes },
      },
    ],
    odds,
  ).p_fewer;

/**
 * Returns the odds of a success of head's night against before, as the other contracts of the gating set show them; 1 at most, and 1
 * without others. Undecided runs count as failures, which makes an alarm less likely.
 */
function nightOdds(tasks: readonly GatingTask[], task: GatingTask): number {
  const others = tasks.filter((one) => one !== task);
  const before = others.flatMap(({ base, history }) => (history ? [base, history] : [base]));
  const { shift, excess } = estimateShift(
    others.map(({ head }) => head),
    contractRates([before]),
    'failures',
  );
  // Of few runs that all succeeded the estimate is drawn towards one half.
  return excess >= 0 ? 1 : Math.exp(Math.min(0, shift));
}

/** Share of successes with undecided runs counted as `undecided` says; 0 without runs. */
function rate(counts: OutcomeTotals, undecided: 'successes' | 'failures'): number {
  const runs = countRuns(counts);
  return runs === 0 ? 0 : (counts.successes + (undecided === 'successes' ? counts.undecided : 0)) / runs;
}

const share = ({ successes, failures, undecided }: OutcomeTotals) =>
  `${successes} of ${successes + failures} succeeded${undecided > 0 ? ` (${undecided} undecided)` : ''}`;
