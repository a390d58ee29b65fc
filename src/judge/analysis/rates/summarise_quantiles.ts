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
  const known = Float64Array.from(values.filter((value) => value !== null)).sort();
  const at = (p: number) => quantileOfSorted(known, p);
  return {
    n: known.length,
    unknown: values.length - known.length,
    mean: mean(known),
    min: at(0),
    p25: at(0.25),
    p50: at(0.5),
    p75: at(0.75),
    p90: at(0.9),
    max: at(1),
  };
}
