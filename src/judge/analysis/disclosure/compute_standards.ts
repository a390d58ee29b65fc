import { z } from 'zod';
import { type ArmUnits, compareByCodeUnit } from '../trials/arm_units.js';
import { armSpendingSchema, computeArmSpending } from './compute_arm_spending.js';
import { computeSuccessCurves, successCurvesSchema } from './compute_success_curves.js';
import { describeReproducibility, reproducibilitySchema } from './describe_reproducibility.js';

/** Facts to disclose beside rates (requirement G10). */
export const standardsSchema = z.strictObject({
  spending: z.array(armSpendingSchema),
  curves: z.array(successCurvesSchema),
  reproducibility: z.array(reproducibilitySchema),
  reasons: z
    .array(z.strictObject({ arm: z.string(), reason: z.string(), attempts: z.int() }))
    .describe('why attempts were not decided; the most frequent of each arm, at most 10'),
  deviations: z.array(z.strictObject({ text: z.string(), attempts: z.int() })),
  seeds: z.array(z.strictObject({ seed: z.int(), attempts: z.int() })),
  harness_versions: z.array(z.string()),
  rubrics: z.array(z.string()),
  not_isolated: z.int().describe('attempts without isolation: they cannot pass the safety gate'),
});
type Standards = z.infer<typeof standardsSchema>;

const MOST_REASONS = 10;

/** Computes the facts to disclose beside rates. */
export function computeStandards(arms: readonly ArmUnits[], confidence: number): Standards {
  const trials = arms.flatMap(({ units }) => units.flatMap((unit) => unit.trials));
  return {
    spending: arms.map(computeArmSpending),
    curves: arms.map((arm) => computeSuccessCurves(arm, confidence)),
    reproducibility: arms.map(describeReproducibility),
    reasons: arms.flatMap(({ arm, units }) =>
      countTexts(
        units.flatMap((unit) =>
          unit.trials
            .filter(({ outcome }) => outcome === 'indeterminate' || outcome === 'invalid')
            .map(({ reason, outcome }) => reason || outcome),
        ),
      )
        .slice(0, MOST_REASONS)
        .map(([reason, attempts]) => ({ arm: arm.id, reason, attempts })),
    ),
    deviations: countTexts(trials.flatMap(({ deviations }) => deviations)).map(([text, attempts]) => ({
      text,
      attempts,
    })),
    seeds: countTexts(trials.map(({ seed }) => String(seed))).map(([seed, attempts]) => ({
      seed: Number(seed),
      attempts,
    })),
    harness_versions: [...new Set(trials.map(({ harness_version }) => harness_version))].sort(compareByCodeUnit),
    rubrics: [...new Set(trials.map(({ rubric }) => rubric))].sort(compareByCodeUnit),
    not_isolated: trials.filter(({ isolated }) => !isolated).length,
  };
}

function countTexts(texts: readonly string[]): [text: string, count: number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || compareByCodeUnit(a, b));
}
