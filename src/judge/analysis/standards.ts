import { z } from 'zod';
import { reproducibilityOf, reproducibilitySchema } from './reproducibility.js';
import { spendingOf, spendingSchema } from './spending.js';
import { successCurvesOf, successCurvesSchema } from './success_curves.js';
import { type ArmUnits, byText } from './units.js';

/** What has to be disclosed beside rates (G10; executable contracts §6.3). */
export const standardsSchema = z.strictObject({
  spending: z.array(spendingSchema),
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
export type Standards = z.infer<typeof standardsSchema>;

const MOST_REASONS = 10;

export function standardsOf(arms: readonly ArmUnits[], confidence: number): Standards {
  const trials = arms.flatMap(({ units }) => units.flatMap((unit) => unit.trials));
  return {
    spending: arms.map(spendingOf),
    curves: arms.map((arm) => successCurvesOf(arm, confidence)),
    reproducibility: arms.map(reproducibilityOf),
    reasons: arms.flatMap(({ arm, units }) =>
      tally(
        units.flatMap((unit) =>
          unit.trials
            .filter(({ outcome }) => outcome === 'indeterminate' || outcome === 'invalid')
            .map(({ reason, outcome }) => reason || outcome),
        ),
      )
        .slice(0, MOST_REASONS)
        .map(([reason, attempts]) => ({ arm: arm.id, reason, attempts })),
    ),
    deviations: tally(trials.flatMap(({ deviations }) => deviations)).map(([text, attempts]) => ({ text, attempts })),
    seeds: tally(trials.map(({ seed }) => String(seed))).map(([seed, attempts]) => ({ seed: Number(seed), attempts })),
    harness_versions: [...new Set(trials.map(({ harness_version }) => harness_version))].sort(byText),
    rubrics: [...new Set(trials.map(({ rubric }) => rubric))].sort(byText),
    not_isolated: trials.filter(({ isolated }) => !isolated).length,
  };
}

function tally(texts: readonly string[]): [text: string, count: number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || byText(a, b));
}
