import { z } from 'zod';
import type { AnalysisSettings } from '../../../contract/suite/analysis_settings.js';
import { type Interval, tInterval } from '../../statistics/interval.js';
import { mcnemar } from '../../statistics/paired_difference.js';
import { mean } from '../../statistics/quantile.js';
import { signFlip } from '../../statistics/sign_flip.js';
import type { Trial } from '../trials/trial.js';
import { type ComparisonMeasure, isDecided } from './comparison_measure.js';
import { computeWithinTaskP } from './compute_within_task_p.js';
import type { TaskPair } from './pair_tasks.js';

const pairIntervalSchema = z.strictObject({ low: z.number(), high: z.number() });
const probabilitySchema = z.number().min(0).max(1);

/** Measure of two sides over their common tasks. Differences are head − base, task by task. */
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
  interval: pairIntervalSchema
    .nullable()
    .describe("Student's, over tasks; null for fewer than two, or where all are equal"),
  ratio: z
    .strictObject({ point: z.number(), interval: pairIntervalSchema.nullable() })
    .nullable()
    .describe('geometric mean of head / base over tasks, where every task has a positive mean on both sides'),
  p: probabilitySchema
    .nullable()
    .describe('sign-flip over tasks, two-sided, of ratios where there are any; null = no pairs'),
  p_exact: z.boolean().describe('over all sign patterns; else over random ones'),
  smallest_p: probabilitySchema.nullable().describe('smallest p that so many tasks that differ can have'),
  p_adjusted: probabilitySchema.nullable().describe('by Holm over a family; null = it belongs to none'),
  p_within: probabilitySchema
    .nullable()
    .describe('of these very tasks: runs exchanged within tasks, two-sided; null = not a rate of successes'),
  mcnemar: z
    .strictObject({ base_only: z.int(), head_only: z.int(), p: probabilitySchema })
    .nullable()
    .describe('exact; null unless every task has one decided run on each side'),
  bounds: pairIntervalSchema
    .nullable()
    .describe('of the difference, with undecided runs at worst and at best; null = not a rate of successes'),
  undecided: z.int().describe('runs without an answer, on both sides'),
  verdict: z.enum(['more', 'less', 'equivalent', 'not decided']).describe('of head'),
  why: z.string(),
});
export type PairedOutcome = z.infer<typeof pairedOutcomeSchema>;
/** Numbers of an outcome before it is judged. */
export type PairedNumbers = Omit<PairedOutcome, 'verdict' | 'why'>;

/** Settings of a paired comparison. */
export interface PairedSettings extends Pick<AnalysisSettings, 'outcome' | 'confidence' | 'minimum_effect'> {
  resamples: number;
  seed: number;
}

/** Values of a task that has one on both sides. */
export interface TaskDifference {
  task: string;
  base: number;
  head: number;
}

/** Computes the task means of a measure, for the tasks that have one on both sides. */
export function computeTaskDifferences(measure: ComparisonMeasure, pairs: readonly TaskPair[]): TaskDifference[] {
  return pairs.flatMap(({ task, base, head }) => {
    const [base_mean, head_mean] = [computeTaskMean(measure, base), computeTaskMean(measure, head)];
    return base_mean === null || head_mean === null ? [] : [{ task, base: base_mean, head: head_mean }];
  });
}

function computeTaskMean(measure: ComparisonMeasure, trials: readonly Trial[]): number | null {
  return mean(trials.flatMap((trial) => measure.getValue(trial) ?? []));
}

/** Checks whether a difference is zero but for rounding. Differences of fractions such as 1/3 are inexact. */
export const isZeroDifference = (difference: number) => Math.abs(difference) < 1e-9;

/** Computes the numbers of one measure. */
export function computePairedNumbers(
  measure: ComparisonMeasure,
  pairs: readonly TaskPair[],
  settings: PairedSettings,
): PairedNumbers {
  const { confidence, resamples, seed } = settings;
  const values = computeTaskDifferences(measure, pairs);
  const raw = values.map(({ base, head }) => head - base).map((d) => (isZeroDifference(d) ? 0 : d));
  const logs = isComparedByRatio(measure, values) ? values.map(({ base, head }) => Math.log(head / base)) : null;
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
    interval: limitInterval(measure, tInterval(raw, confidence)),
    ratio: logs && {
      point: Math.exp(mean(logs)!),
      interval: log_interval && { low: Math.exp(log_interval.low), high: Math.exp(log_interval.high) },
    },
    p: flip?.p ?? null,
    p_exact: flip?.exact ?? true,
    smallest_p: flip === null ? null : Math.min(1, 2 ** (1 - differ)),
    p_adjusted: null,
    p_within: rate ? computeWithinTaskP(pairs.map(countBothSides)).p : null,
    mcnemar: rate ? testMcNemar(pairs) : null,
    bounds: rate ? computeDifferenceBounds(pairs) : null,
    undecided: pairs.reduce((sum, { base, head, missing }) => {
      const open = [...base, ...head].filter((trial) => !isDecided(trial)).length;
      return sum + open + missing.base + missing.head;
    }, 0),
  };
}

/** Limits an interval to possible differences. Student's interval has no limits, but rates and scores have. */
function limitInterval({ unit }: ComparisonMeasure, interval: Interval | null): Interval | null {
  if (interval === null || (unit !== 'rate' && unit !== 'score')) return interval;
  return { low: Math.max(-1, interval.low), high: Math.min(1, interval.high) };
}

function isComparedByRatio({ unit }: ComparisonMeasure, values: readonly TaskDifference[]): boolean {
  const positive = values.length > 0 && values.every(({ base, head }) => base > 0 && head > 0);
  return positive && (unit === 'usd' || unit === 'ms' || unit === 'count');
}

interface DecidedRuns {
  runs: number;
  successes: number;
}
const countDecidedRuns = (trials: readonly Trial[]): DecidedRuns => ({
  runs: trials.filter(isDecided).length,
  successes: trials.filter(({ outcome }) => outcome === 'success').length,
});
const countBothSides = ({ base, head }: TaskPair) => ({ base: countDecidedRuns(base), head: countDecidedRuns(head) });

/**
 * Applies McNemar's test, which takes one binary outcome per task: several runs of a task are dependent.
 *
 * @returns null if a task has several runs on a side
 */
function testMcNemar(pairs: readonly TaskPair[]): PairedNumbers['mcnemar'] {
  const all = pairs.map(countBothSides).filter(({ base, head }) => base.runs > 0 && head.runs > 0);
  if (all.length === 0 || all.some(({ base, head }) => base.runs !== 1 || head.runs !== 1)) return null;
  const base_only = all.filter(({ base, head }) => base.successes > head.successes).length;
  const head_only = all.filter(({ base, head }) => head.successes > base.successes).length;
  return { base_only, head_only, p: mcnemar(base_only, head_only).p };
}

/** Computes Manski's bounds: each undecided run of head as a failure and of base as a success, and vice versa. */
function computeDifferenceBounds(pairs: readonly TaskPair[]): { low: number; high: number } | null {
  const tasks = pairs.flatMap(({ base, head, missing }) => {
    const [base_bounds, head_bounds] = [computeRateBounds(base, missing.base), computeRateBounds(head, missing.head)];
    return base_bounds === null || head_bounds === null
      ? []
      : [{ low: head_bounds.low - base_bounds.high, high: head_bounds.high - base_bounds.low }];
  });
  const low = mean(tasks.map((task) => task.low));
  const high = mean(tasks.map((task) => task.high));
  return low === null || high === null ? null : { low, high };
}

function computeRateBounds(trials: readonly Trial[], missing: number): { low: number; high: number } | null {
  const all = trials.length + missing;
  if (all === 0) return null;
  const { runs, successes } = countDecidedRuns(trials);
  return { low: successes / all, high: (successes + all - runs) / all };
}
