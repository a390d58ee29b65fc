import { z } from 'zod';
import { type Interval, tInterval } from '../../statistics/interval.js';
import { medianInterval } from '../../statistics/median_interval.js';
import { mean, median } from '../../statistics/quantile.js';
import { intervalSchema } from '../rates/success_rate.js';
import type { ArmUnits } from '../trials/arm_units.js';
import { METRIC_FAMILIES, METRIC_UNITS, TRIAL_METRICS, type TrialMetric } from './trial_metric.js';

const figureSchema = z.number().nullable();

/** Mean and median of each metric of an arm, with intervals (requirement G2). */
export const metricSummarySchema = z.strictObject({
  arm: z.string(),
  family: z.enum(METRIC_FAMILIES),
  metric: z.string(),
  unit: z.enum(METRIC_UNITS),
  attempts: z.int().describe('whose value is known'),
  unknown: z.int().describe('attempts without a value: not observed, not metered, no price'),
  tasks: z.int().describe('with a known value'),
  over: z
    .enum(['tasks', 'attempts'])
    .describe('what mean, median and intervals are over: the means of the tasks, or the attempts of the only task'),
  mean: figureSchema.describe('null = no value is known'),
  mean_interval: intervalSchema
    .nullable()
    .describe('t interval; null = fewer than two values, or all are equal, so that their spread is unknown'),
  median: figureSchema,
  median_interval: intervalSchema
    .nullable()
    .describe('order statistics; null = too few values for the confidence, or all are equal'),
});
type MetricSummary = z.infer<typeof metricSummarySchema>;

/**
 * Summarises every metric of every arm. The task is the sampling unit: the values of its attempts are averaged first.
 * With one task, the figures are about further attempts at it.
 */
export function computeMetricSummaries(arms: readonly ArmUnits[], confidence: number): MetricSummary[] {
  return arms
    .filter(({ units }) => units.some(({ trials }) => trials.length > 0))
    .flatMap((arm) => TRIAL_METRICS.map((metric) => summariseMetric(arm, metric, confidence)));
}

function summariseMetric({ arm, units }: ArmUnits, metric: TrialMetric, confidence: number): MetricSummary {
  const present = units
    .map(({ trials }) => trials.map(metric.read).filter((value) => value !== null))
    .filter((values) => values.length > 0);
  const attempts = present.reduce((sum, { length }) => sum + length, 0);
  const [only, ...more] = present;
  const values = only && more.length === 0 ? only : present.map((of) => mean(of)!);
  const { family, metric: name, unit } = metric;
  return {
    arm: arm.id,
    ...{ family, metric: name, unit },
    attempts,
    unknown: units.reduce((sum, { trials }) => sum + trials.length, 0) - attempts,
    tasks: present.length,
    over: present.length === 1 ? 'attempts' : 'tasks',
    mean: mean(values),
    mean_interval: limitInterval(tInterval(values, confidence), unit),
    median: median(values),
    median_interval: medianInterval(values, confidence),
  };
}

/** Limits an interval to the values that a metric can have: from 0, and a rate up to 1. */
function limitInterval(interval: Interval | null, unit: TrialMetric['unit']): Interval | null {
  if (interval === null) return null;
  const high = unit === 'rate' ? Math.min(1, interval.high) : interval.high;
  return { low: Math.max(0, interval.low), high };
}
