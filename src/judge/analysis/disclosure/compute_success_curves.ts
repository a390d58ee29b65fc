import { z } from 'zod';
import { kaplanMeier } from '../../statistics/kaplan_meier.js';
import type { ArmUnits } from '../trials/arm_units.js';
import type { Trial } from '../trials/trial.js';

const curveSchema = z.strictObject({
  runs: z.int().describe('decided runs'),
  successes: z.int(),
  steps: z
    .array(
      z.strictObject({
        at: z.number(),
        at_risk: z.int(),
        successes: z.int().describe('up to here'),
        success: z.number().describe('share that succeeded up to here: 1 − S'),
        low: z
          .number()
          .nullable()
          .describe(
            'log-log interval; runs of one task are taken as independent, so it is too narrow for several trials',
          ),
        high: z.number().nullable(),
      }),
    )
    .describe('where it rises; at most 200 of them, evenly'),
});
type SuccessCurve = z.infer<typeof curveSchema>;

/** Share of runs that succeeded within a cost, and within a time, by Kaplan–Meier. */
export const successCurvesSchema = z.strictObject({
  arm: z.string(),
  cost_usd: curveSchema.nullable().describe('null = the cost of a decided run is unknown, or there is none'),
  time_ms: curveSchema.nullable(),
  undecided: z.int().describe('runs that are left out: what stopped them had to do with what they were'),
});
type SuccessCurves = z.infer<typeof successCurvesSchema>;

const MOST_STEPS = 200;

/**
 * Computes the success curves of an arm. A success happened at what it took. A run that failed by itself would never
 * have succeeded: it stays in the denominator to the end. A run that was stopped at a cap is censored there. Undecided
 * runs are left out, since no limit fixed beforehand ended them.
 */
export function computeSuccessCurves({ arm, units }: ArmUnits, confidence: number): SuccessCurves {
  const trials = units.flatMap((unit) => unit.trials);
  const decided = trials.filter(({ outcome }) => outcome === 'success' || outcome === 'failure');
  return {
    arm: arm.id,
    cost_usd: computeCurve(decided, ({ cost }) => cost.total_usd, confidence),
    time_ms: computeCurve(decided, ({ wall_ms }) => wall_ms, confidence),
    undecided: trials.length - decided.length,
  };
}

function computeCurve(
  runs: readonly Trial[],
  of: (trial: Trial) => number | null,
  confidence: number,
): SuccessCurve | null {
  const values = runs.map(of).filter((value) => value !== null);
  if (runs.length === 0 || values.length < runs.length) return null;
  const end = values.reduce((most, value) => Math.max(most, value), 0);
  const observations = runs.map(({ outcome, termination }, i) => ({
    value: outcome === 'failure' && termination !== 'resource' ? end : values[i]!,
    event: outcome === 'success',
  }));
  let successes = 0;
  const steps = kaplanMeier(observations, confidence).flatMap(({ value, at_risk, events, survival, interval }) => {
    successes += events;
    if (events === 0) return [];
    const [low, high] = interval === null ? [null, null] : [1 - interval.high, 1 - interval.low];
    return [{ at: value, at_risk, successes, success: 1 - survival, low, high }];
  });
  return { runs: runs.length, successes, steps: limitSteps(steps) };
}

/** Limits the steps of a curve: the last one, where it ends, and others evenly. */
function limitSteps<T>(steps: readonly T[]): T[] {
  if (steps.length <= MOST_STEPS) return [...steps];
  return Array.from({ length: MOST_STEPS }, (_, i) => steps[Math.round(((i + 1) * steps.length) / MOST_STEPS) - 1]!);
}
