import { z } from 'zod';
import { mean, quantileOfSorted } from '../../statistics/quantile.js';

const figureSchema = z.number().nullable();

/** Distribution of a measure over attempts. Unknown values are counted apart, and in no quantile. */
export const quantileSummarySchema = z.strictObject({
  n: z.int().describe('attempts whose value is known'),
  unknown: z.int(),
  mean: figureSchema.describe('null = no value is known'),
  min: figureSchema,
  p25: figureSchema.describe('quantiles of type 7, as NumPy and R have them'),
  p50: figureSchema,
  p75: figureSchema,
  p90: figureSchema,
  max: figureSchema,
});
type QuantileSummary = z.infer<typeof quantileSummarySchema>;

/** Summarises values over attempts. null = the value of an attempt is unknown. */
export function summariseQuantiles(values: readonly (number | null)[]): QuantileSummary {
  const sorted = Float64Array.from(values.filter((value) => value !== null)).sort();
  const quantile = (p: number) => quantileOfSorted(sorted, p);
  return {
    n: sorted.length,
    unknown: values.length - sorted.length,
    mean: mean(sorted),
    min: quantile(0),
    p25: quantile(0.25),
    p50: quantile(0.5),
    p75: quantile(0.75),
    p90: quantile(0.9),
    max: quantile(1),
  };
}
