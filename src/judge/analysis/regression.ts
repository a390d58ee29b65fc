import { z } from 'zod';
import type { Counts, GatingSet, GatingTask } from './gating_set.js';
import { pText } from './paired_verdict.js';
import { withinTasks } from './paired_within.js';
import { powerTogether } from './regression_power.js';

const counts = z.strictObject({ successes: z.int(), failures: z.int(), undecided: z.int() });

export const regressionTaskSchema = z.strictObject({
  task: z.string(),
  version: z.string(),
  base: counts.describe('runs of the base, with those of the history'),
  head: counts.describe('runs of head, with the extra ones; planned ones without a result are undecided'),
  extra: z.int().describe('extra runs that the rule gives it'),
  unmade: z.int().describe('of these, not made; they count in favour of head'),
  p: z
    .number()
    .describe('chance of so few successes of head were it as base; undecided runs are counted in favour of head'),
  smallest_p: z.number().describe('the same had head failed in every run: what these numbers of runs could show'),
  verdict: z.enum(['regressed', 'held', 'open']),
  why: z.string(),
});

export const regressionSchema = z
  .strictObject({
    verdict: z.enum(['regression', 'no regression', 'undecided']),
    why: z.array(z.string()),
    alpha: z.number().describe('chance of a false alarm of the whole gate, at most'),
    task_alpha: z.number().describe('level of the test of one contract: half of alpha, shared by the family'),
    family: z.int().describe('contracts that share it: those of the gating set and the known flakes'),
    tasks: z.array(regressionTaskSchema).describe('the gating set'),
    together: z
      .strictObject({ tasks: z.int(), base_rate: z.number(), head_rate: z.number(), p: z.number(), alpha: z.number() })
      .nullable()
      .describe('all contracts of the gating set in one test, without extra runs; null = no contract has runs'),
    collapse: z
      .strictObject({ tasks: z.int(), base_rate: z.number(), head_rate: z.number(), p: z.number() })
      .nullable()
      .describe(
        'all contracts of both sides but known flakes lost half of their success rate or more, unproven ones included; null = they did not',
      ),
    left_out: z.array(z.strictObject({ task: z.string(), kind: z.string(), because: z.string() })),
    finds: z.int().describe('contracts of the gating set whose complete loss would be found'),
    minimum_effect: z.number(),
    power: z
      .number()
      .nullable()
      .describe('about: chance to find that each contract of the gating set loses `minimum_effect`; null = no runs'),
    coverage: z.number().nullable().describe('share of planned runs of head in the gating set that were decided'),
  })
  .describe('whether head is worse than base, on contracts that are known to be stable');
export type Regression = z.infer<typeof regressionSchema>;
export type RegressionTask = z.infer<typeof regressionTaskSchema>;

export interface RegressionSettings {
  /** 1 − alpha */
  confidence: number;
  minimum_effect: number;
  /** Further runs of a contract that is not decided; they are part of the rule from the beginning. */
  extra_trials: number;
  /** Share of planned runs of head that must be decided, in [0, 1]. */
  coverage_floor: number;
}

type Decided = Pick<Counts, 'successes' | 'failures' | 'undecided'>;
export const NO_RUNS: Decided = { successes: 0, failures: 0, undecided: 0 };

/** A contract that lost this share of its successes is not said to have held, even where that could be chance. */
const LOSS = 0.5;

/**
 * The regression gate. Two tests share alpha, half for each:
 *
 * - contract by contract, exact (hypergeometric, one-sided): successes of head among those of base, history and head together; Bonferroni
 *   over the family. This finds a contract that broke.
 * - all contracts of the gating set together, exact within contracts, base against the planned runs of head. This finds many that got a
 *   little worse.
 *
 * A collapse is never passed over: where all comparable contracts, unproven ones included, lost half of their success rate or more, the
 * gate is undecided at least. Where no contract is in the gating set, both tests have nothing to test, and their alpha is that of one
 * test of the collapse: then it is a regression.
 *
 * The rule for extra runs: a contract that lost half of its success rate or more in the planned runs gets exactly `extra_trials` more, and
 * is tested once, on all of them. Runs that are still to be made, or could not be decided, count in favour of head, so stopping
 * early never makes an alarm, and whoever looks at the numbers in between changes nothing: an alarm needs what would be one with all
 * contracts run to the end. So the chance of a false alarm of the whole gate stays below alpha.
 *
 * @param extra what became of extra runs, by task
 */
export function judgeRegression(
  set: GatingSet,
  settings: RegressionSettings,
  extra: ReadonlyMap<string, Decided> = new Map(),
): Regression {
  const alpha = 1 - settings.confidence;
  const task_alpha = alpha / 2 / Math.max(1, set.family);
  const tasks = set.tasks.map((task) => judgeTask(task, settings.extra_trials, task_alpha, extra.get(task.task)));
  const together = judgeTogether(set.tasks, alpha / 2);
  const finds = tasks.filter(({ smallest_p }) => smallest_p <= task_alpha).length;
  const planned = set.tasks.reduce((sum, { head }) => sum + runsOf(head), 0);
  const answered = set.tasks.reduce((sum, { head }) => sum + head.successes + head.failures, 0);
  const coverage = planned === 0 ? null : answered / planned;
  const power = powerTogether(set.tasks, settings.minimum_effect, alpha / 2);
  const whole = set.tasks.map((task, i) => ({ ...task, head: { ...task.head, ...tasks[i]!.head } }));
  const collapse = collapseOf([...whole, ...set.comparable]);
  const numbers = {
    power,
    collapse,
    alpha,
    task_alpha,
    family: set.family,
    tasks,
    together: together.test,
    finds,
    coverage,
  };
  const rest = { ...numbers, left_out: [...set.left_out], minimum_effect: settings.minimum_effect };

  const regressed = tasks.filter(({ verdict }) => verdict === 'regressed');
  const worse = together.test !== null && together.test.p <= together.test.alpha;
  const alarms = [
    ...regressed.map(({ task, why }) => `${task}: ${why}`),
    ...(worse ? [`the contracts of the gating set together got worse: ${inNumbers(together.test!)}`] : []),
    ...(collapse && set.tasks.length === 0 && collapse.p <= alpha / 2
      ? [`${COLLAPSED}: ${inNumbers({ ...collapse, alpha: alpha / 2 })}`]
      : []),
  ];
  if (alarms.length > 0) return { verdict: 'regression', why: alarms, ...rest };
  const doubts = [
    ...(set.tasks.length === 0 ? ['no contract is in the gating set'] : []),
    ...(collapse ? [`${COLLAPSED}: ${inNumbers({ ...collapse, alpha: alpha / 2 })}`] : []),
    ...tasks.filter(({ verdict }) => verdict === 'open').map(({ task, why }) => `${task}: ${why}`),
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

function judgeTask(task: GatingTask, more: number, alpha: number, made: Decided = NO_RUNS): RegressionTask {
  const base = plus(task.base, task.history ?? NO_RUNS);
  const extra = more > 0 && lost(base, task.head) >= LOSS ? more : 0;
  const head = extra === 0 ? plus(task.head, NO_RUNS) : plus(task.head, made);
  const unmade = extra === 0 ? 0 : Math.max(0, extra - runsOf(made));
  const p = fewer(base, head.successes + head.undecided + unmade, head.failures);
  const smallest_p = fewer(base, 0, runsOf(task.head) + more);
  const said = { task: task.task, version: task.version, base, head, extra, unmade, p, smallest_p };
  const numbers = `${share(head)} in head, ${share(base)} before`;
  if (p <= alpha) return { ...said, verdict: 'regressed', why: `${numbers} (p = ${pText(p)})` };
  const loss = lost(base, head);
  if (loss < LOSS) return { ...said, verdict: 'held', why: loss > 0 ? `${numbers}; no more than chance` : numbers };
  return {
    ...said,
    verdict: 'open',
    why: `${numbers}; that could be chance (p = ${pText(p)}, ${pText(alpha)} is needed)`,
  };
}

const COLLAPSED =
  'the contracts together, also those that may not turn the gate, lost half of their success rate or more';

/** What all comparable contracts lost together, when that is half of their success rate or more. Undecided runs of head count in its favour. */
function collapseOf(tasks: readonly GatingTask[]): Regression['collapse'] {
  const { test } = judgeTogether(tasks, 0);
  if (test === null || test.base_rate - test.head_rate < LOSS) return null;
  const { alpha: _, ...collapse } = test;
  return collapse;
}

/** What head lost of base's rate at worst: its undecided runs are counted as failures. */
const lost = (base: Decided, head: Decided) => rate(base, 'successes') - rate(head, 'failures');

/** The planned runs alone: which contracts get extra ones depends on how these ended. */
function judgeTogether(tasks: readonly GatingTask[], alpha: number) {
  const cells = tasks.map(({ base, head }) => ({
    base: { runs: runsOf(base), successes: base.successes },
    head: { runs: runsOf(head), successes: head.successes + head.undecided },
  }));
  const both = cells.filter(({ base, head }) => base.runs > 0 && head.runs > 0);
  const mean = (side: 'base' | 'head') =>
    both.reduce((sum, cell) => sum + cell[side].successes / cell[side].runs, 0) / both.length;
  const lost = both.map(({ base, head }) => ({ base, head: { ...head, successes: 0 } }));
  return {
    test:
      both.length === 0
        ? null
        : {
            tasks: both.length,
            base_rate: mean('base'),
            head_rate: mean('head'),
            p: withinTasks(both).p_fewer,
            alpha,
          },
    smallest_p: withinTasks(lost).p_fewer,
  };
}

/** Undecided runs of the base count against it. */
const fewer = (base: Decided, successes: number, failures: number) =>
  withinTasks([
    {
      base: { runs: runsOf(base), successes: base.successes },
      head: { runs: successes + failures, successes },
    },
  ]).p_fewer;

const runsOf = ({ successes, failures, undecided }: Decided) => successes + failures + undecided;

const plus = (a: Decided, b: Decided): Decided => ({
  successes: a.successes + b.successes,
  failures: a.failures + b.failures,
  undecided: a.undecided + b.undecided,
});

/** Share of successes with undecided runs counted as `undecided` says; 0 without runs. */
function rate(counts: Decided, undecided: 'successes' | 'failures'): number {
  const runs = runsOf(counts);
  return runs === 0 ? 0 : (counts.successes + (undecided === 'successes' ? counts.undecided : 0)) / runs;
}

const share = ({ successes, failures, undecided }: Decided) =>
  `${successes} of ${successes + failures} succeeded${undecided > 0 ? ` (${undecided} undecided)` : ''}`;

const inNumbers = ({ base_rate, head_rate, p, alpha }: NonNullable<Regression['together']>) =>
  `${(100 * base_rate).toFixed(1)} % before, ${(100 * head_rate).toFixed(1)} % in head (p = ${pText(p)}, ${pText(alpha)} is needed)`;
