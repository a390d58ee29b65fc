import { z } from 'zod';
import { rateOf, rateSchema } from './rates.js';
import { type ArmUnits, byText, type Unit } from './units.js';

/** Rates per arm, per stratum, and per version of each contract (G1, K7). */
export const ratesSchema = z.strictObject({
  arms: z.array(z.strictObject({ arm: z.string(), rate: rateSchema })),
  strata: z.array(z.strictObject({ stratum: z.string(), value: z.string(), arm: z.string(), rate: rateSchema })),
  tasks: z
    .array(
      z.strictObject({
        task: z.string(),
        version: z.string(),
        arm: z.string(),
        successes: z.int(),
        failures: z.int(),
        indeterminate: z.int(),
        invalid: z.int(),
        missing: z.int(),
      }),
    )
    .describe('per version of a contract: scores are reported per version'),
  mixed_versions: z
    .array(z.strictObject({ task: z.string(), versions: z.array(z.string()) }))
    .describe('tasks with results of several versions: each version counts as a task of its own'),
});
export type Rates = z.infer<typeof ratesSchema>;

/** What every contract has, whatever its author says of it. */
const ALWAYS = ['tier', 'kind', 'source'] as const;

/** @param strata those to report by; empty = all that there are */
export function ratesOf(arms: readonly ArmUnits[], strata: readonly string[], confidence: number): Rates {
  const versions = new Map<string, Set<string>>();
  for (const { units } of arms)
    for (const { task, version } of units) versions.set(task, (versions.get(task) ?? new Set()).add(version));
  return {
    arms: arms.map(({ arm, units }) => ({ arm: arm.id, rate: rateFor(units, confidence) })),
    strata: strataOf(arms, strata).flatMap(([stratum, value]) =>
      arms.flatMap(({ arm, units }) => {
        const own = units.filter((unit) => valuesOf(unit)[stratum] === value);
        return own.length === 0 ? [] : [{ stratum, value, arm: arm.id, rate: rateFor(own, confidence) }];
      }),
    ),
    tasks: arms.flatMap(({ arm, units }) =>
      units.map(({ task, version, counts }) => ({ task, version, arm: arm.id, ...counts })),
    ),
    mixed_versions: [...versions]
      .filter(([, each]) => each.size > 1)
      .map(([task, each]) => ({ task, versions: [...each].sort(byText) }))
      .sort((a, b) => byText(a.task, b.task)),
  };
}

const rateFor = (units: readonly Unit[], confidence: number) =>
  rateOf(
    units.map(({ counts }) => counts),
    confidence,
  );

/** Every stratum with each of its values that some unit has. */
function strataOf(arms: readonly ArmUnits[], wanted: readonly string[]): [stratum: string, value: string][] {
  const values = new Map<string, Set<string>>();
  for (const { units } of arms)
    for (const unit of units)
      for (const [stratum, value] of Object.entries(valuesOf(unit)))
        values.set(stratum, (values.get(stratum) ?? new Set()).add(value));
  const own = [...values.keys()].filter((stratum) => !ALWAYS.some((each) => each === stratum)).sort(byText);
  const chosen = wanted.length > 0 ? wanted.filter((stratum) => values.has(stratum)) : own;
  return [...new Set<string>([...ALWAYS, ...chosen])].flatMap((stratum) =>
    [...(values.get(stratum) ?? [])].sort(byText).map((value): [string, string] => [stratum, value]),
  );
}

/** As results have them, else as the plan has them: a task without any result belongs somewhere, too. */
function valuesOf({ trials: [trial], planned }: Unit): Readonly<Record<string, string>> {
  const from = trial ?? planned;
  if (!from) return {};
  return {
    ...Object.fromEntries(Object.entries(from.strata).map(([stratum, value]) => [stratum, String(value)])),
    tier: String(from.tier),
    kind: from.kind ?? 'none',
    source: from.source,
  };
}
