import { z } from 'zod';
import { type ArmUnits, compareByCodeUnit, type TaskUnit } from '../trials/arm_units.js';
import { computeSuccessRate, successRateSchema } from './success_rate.js';
import { quantileSummarySchema, summariseQuantiles } from './summarise_quantiles.js';

/** Rates per arm, per stratum, and per version of each contract (requirements G1, K7). */
export const ratesSchema = z.strictObject({
  arms: z.array(z.strictObject({ arm: z.string(), rate: successRateSchema })),
  strata: z.array(
    z.strictObject({
      stratum: z.string(),
      value: z.string(),
      arm: z.string(),
      rate: successRateSchema,
      cost_usd: quantileSummarySchema.describe('over attempts with a result'),
      wall_ms: quantileSummarySchema,
    }),
  ),
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
type Rates = z.infer<typeof ratesSchema>;

/** Strata that every contract has. */
const BUILT_IN_STRATA = ['tier', 'kind', 'source'] as const;

/**
 * Computes the rates of all arms.
 *
 * @param strata strata to report by; empty = all
 */
export function computeRates(arms: readonly ArmUnits[], strata: readonly string[], confidence: number): Rates {
  const versions = new Map<string, Set<string>>();
  for (const { units } of arms)
    for (const { task, version } of units) versions.set(task, (versions.get(task) ?? new Set()).add(version));
  return {
    arms: arms.map(({ arm, units }) => ({ arm: arm.id, rate: computeUnitsRate(units, confidence) })),
    strata: listStrata(arms, strata).flatMap(([stratum, value]) =>
      arms.flatMap(({ arm, units }) => {
        const stratum_units = units.filter((unit) => getStrata(unit)[stratum] === value);
        if (stratum_units.length === 0) return [];
        const trials = stratum_units.flatMap((unit) => unit.trials);
        const cost_usd = summariseQuantiles(trials.map(({ cost }) => cost.total_usd));
        const wall_ms = summariseQuantiles(trials.map((trial) => trial.wall_ms));
        return [{ stratum, value, arm: arm.id, rate: computeUnitsRate(stratum_units, confidence), cost_usd, wall_ms }];
      }),
    ),
    tasks: arms.flatMap(({ arm, units }) =>
      units.map(({ task, version, counts }) => ({ task, version, arm: arm.id, ...counts })),
    ),
    mixed_versions: [...versions]
      .filter(([, each]) => each.size > 1)
      .map(([task, each]) => ({ task, versions: [...each].sort(compareByCodeUnit) }))
      .sort((a, b) => compareByCodeUnit(a.task, b.task)),
  };
}

const computeUnitsRate = (units: readonly TaskUnit[], confidence: number) =>
  computeSuccessRate(
    units.map(({ counts }) => counts),
    confidence,
  );

/** Lists every stratum with each value that some unit has. */
function listStrata(arms: readonly ArmUnits[], wanted: readonly string[]): [stratum: string, value: string][] {
  const values = new Map<string, Set<string>>();
  for (const { units } of arms)
    for (const unit of units)
      for (const [stratum, value] of Object.entries(getStrata(unit)))
        values.set(stratum, (values.get(stratum) ?? new Set()).add(value));
  const strata = [...values.keys()]
    .filter((stratum) => !BUILT_IN_STRATA.some((each) => each === stratum))
    .sort(compareByCodeUnit);
  const chosen = wanted.length > 0 ? wanted.filter((stratum) => values.has(stratum)) : strata;
  return [...new Set<string>([...BUILT_IN_STRATA, ...chosen])].flatMap((stratum) =>
    [...(values.get(stratum) ?? [])].sort(compareByCodeUnit).map((value): [string, string] => [stratum, value]),
  );
}

/** Returns the strata of a task: those of its results, else those of the plan. */
function getStrata({ trials: [trial], planned }: TaskUnit): Readonly<Record<string, string>> {
  const source = trial ?? planned;
  if (!source) return {};
  return {
    ...Object.fromEntries(Object.entries(source.strata).map(([stratum, value]) => [stratum, String(value)])),
    tier: String(source.tier),
    kind: source.kind ?? 'none',
    source: source.source,
  };
}
