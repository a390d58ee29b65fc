import { z } from 'zod';
import type { AnalysisSettings } from '../../contract/suite.js';
import { type Interval, tInterval } from '../statistics/intervals.js';
import { mcnemar } from '../statistics/paired.js';
import { mean } from '../statistics/quantile.js';
import { signFlip } from '../statistics/sign_flip.js';
import { isDecided, type Measure } from './paired_measures.js';
import type { TaskPair } from './paired_tasks.js';
import { withinTasks } from './paired_within.js';
import type { Trial } from './trial.js';

const interval = z.strictObject({ low: z.number(), high: z.number() });
const chance = z.number().min(0).max(1);

/** One measure of two sides over the tasks that both have. Differences are head − base, task by task. */
export const pairedOutcomeSchema = z.strictObject({
  measure: z.string(),
  label: z.string(),
  unit: z.enum(['rate', 'score', 'usd', 'ms', 'count']),
  better: z.enum(['more', 'less']).nullable().describe('null = it only says what happened'),
  pairs: z.int().describe('tasks with a value on both sides'),
  differ: z.int().describe('of these, tasks whose sides differ at all'),
  base: z.number().nullable().describe('mean of the task means; null = no pairs'),
  head: z.number().nullable(),
  difference: z.number().nullable().describe('mean of the differences of the tasks'),
  interval: interval.nullable().describe("Student's, over tasks; null for fewer than two, or where all are equal"),
  ratio: z
    .strictObject({ point: z.number(), interval: interval.nullable() })
    .nullable()
    .describe('geometric mean of head / base over tasks, where every task has a positive mean on both sides'),
  p: chance.nullable().describe('sign-flip over tasks, two-sided, of ratios where there are any; null = no pairs'),
  p_exact: z.boolean().describe('over all sign patterns; else over random ones'),
  smallest_p: chance.nullable().describe('smallest p that so many tasks that differ can have'),
  p_adjusted: chance.nullable().describe('by Holm over a family; null = it belongs to none'),
  p_within: chance
    .nullable()
    .describe('of these very tasks: runs exchanged within tasks, two-sided; null = not a rate of successes'),
  mcnemar: z
    .strictObject({ base_only: z.int(), head_only: z.int(), p: chance })
    .nullable()
    .describe('exact; null unless every task has one decided run on each side'),
  bounds: interval
    .nullable()
    .describe('of the difference, with undecided runs at worst and at best; null = not a rate of successes'),
  undecided: z.int().describe('runs without an answer, on both sides'),
  verdict: z.enum(['more', 'less', 'equivalent', 'not decided']).describe('of head'),
  why: z.string(),
});
export type PairedOutcome = z.infer<typeof pairedOutcomeSchema>;
/** What is counted before it is judged. */
export type PairedNumbers = Omit<PairedOutcome, 'verdict' | 'why'>;

export interface PairedSettings extends Pick<AnalysisSettings, 'outcome' | 'confidence' | 'minimum_effect'> {
  resamples: number;
  seed: number;
}

/** A task whose sides both have a value. */
export interface Difference {
  task: string;
  base: number;
  head: number;
}

/** Task means of a measure, for the tasks where both sides have one. */
export function differences(measure: Measure, pairs: readonly TaskPair[]): Difference[] {
  return pairs.flatMap(({ task, base, head }) => {
    const [before, after] = [taskMean(measure, base), taskMean(measure, head)];
    return before === null || after === null ? [] : [{ task, base: before, head: after }];
  });
}

function taskMean(measure: Measure, trials: readonly Trial[]): number | null {
  return mean(trials.flatMap((trial) => measure.of(trial) ?? []));
}

/** Differences of means of fractions such as 1/3 are not exact. */
export const isZero = (difference: number) => Math.abs(difference) < 1e-9;

/** The numbers of one measure (statistics §1.4, §1.6). */
export function pairedNumbers(measure: Measure, pairs: readonly TaskPair[], settings: PairedSettings): PairedNumbers {
  const { confidence, resamples, seed } = settings;
  const values = differences(measure, pairs);
  const raw = values.map(({ base, head }) => head - base).map((d) => (isZero(d) ? 0 : d));
  const logs = inRatios(measure, values) ? values.map(({ base, head }) => Math.log(head / base)) : null;
  const log_interval = logs && tInterval(logs, confidence);
  const differ = raw.filter((d) => d !== 0).length;
  const flip = values.length === 0 ? null : signFlip(logs ?? raw, { resamples, seed });
  const rate = measure.id === 'success';
  return {
    measure: measure.id,
    label: measure.label,
    unit: measure.unit,
    better: measure.better,
    pairs: values.length,
    differ,
    base: mean(values.map(({ base }) => base)),
    head: mean(values.map(({ head }) => head)),
    difference: mean(raw),
    interval: possible(measure, tInterval(raw, confidence)),
    ratio: logs && {
      point: Math.exp(mean(logs)!),
      interval: log_interval && { low: Math.exp(log_interval.low), high: Math.exp(log_interval.high) },
    },
    p: flip?.p ?? null,
    p_exact: flip?.exact ?? true,
    smallest_p: flip === null ? null : Math.min(1, 2 ** (1 - differ)),
    p_adjusted: null,
    p_within: rate ? withinTasks(pairs.map(cells)).p : null,
    mcnemar: rate ? oneRunEach(pairs) : null,
    bounds: rate ? differenceBounds(pairs) : null,
    undecided: pairs.reduce((sum, { base, head, missing }) => {
      const open = [...base, ...head].filter((trial) => !isDecided(trial)).length;
      return sum + open + missing.base + missing.head;
    }, 0),
  };
}

/** Student's interval knows no ends; a difference of rates or scores has some. */
function possible({ unit }: Measure, interval: Interval | null): Interval | null {
  if (interval === null || (unit !== 'rate' && unit !== 'score')) return interval;
  return { low: Math.max(-1, interval.low), high: Math.min(1, interval.high) };
}

function inRatios({ unit }: Measure, values: readonly Difference[]): boolean {
  const positive = values.length > 0 && values.every(({ base, head }) => base > 0 && head > 0);
  return positive && (unit === 'usd' || unit === 'ms' || unit === 'count');
}

interface Ended {
  runs: number;
  successes: number;
}
const ended = (trials: readonly Trial[]): Ended => ({
  runs: trials.filter(isDecided).length,
  successes: trials.filter(({ outcome }) => outcome === 'success').length,
});
const cells = ({ base, head }: TaskPair) => ({ base: ended(base), head: ended(head) });

/** McNemar's test takes one binary outcome per task; several runs of a task are not independent of each other. */
function oneRunEach(pairs: readonly TaskPair[]): PairedNumbers['mcnemar'] {
  const all = pairs.map(cells).filter(({ base, head }) => base.runs > 0 && head.runs > 0);
  if (all.length === 0 || all.some(({ base, head }) => base.runs !== 1 || head.runs !== 1)) return null;
  const base_only = all.filter(({ base, head }) => base.successes > head.successes).length;
  const head_only = all.filter(({ base, head }) => head.successes > base.successes).length;
  return { base_only, head_only, p: mcnemar(base_only, head_only).p };
}

/** Manski: every undecided run of head a failure and of base a success, and the other way round. */
function differenceBounds(pairs: readonly TaskPair[]): { low: number; high: number } | null {
  const tasks = pairs.flatMap(({ base, head, missing }) => {
    const [before, after] = [share(base, missing.base), share(head, missing.head)];
    return before === null || after === null ? [] : [{ low: after.low - before.high, high: after.high - before.low }];
  });
  const low = mean(tasks.map((task) => task.low));
  const high = mean(tasks.map((task) => task.high));
  return low === null || high === null ? null : { low, high };
}

function share(trials: readonly Trial[], missing: number): { low: number; high: number } | null {
  const all = trials.length + missing;
  if (all === 0) return null;
  const { runs, successes } = ended(trials);
  return { low: successes / all, high: (successes + all - runs) / all };
}
