import { z } from 'zod';
import { sumKnownDollars } from '../../../record/costs/cost_estimator.js';
import { mean, quantile } from '../../statistics/quantile.js';
import type { ArmUnits } from '../trials/arm_units.js';
import type { Trial } from '../trials/trial.js';

const usdSchema = z.number().nullable();

/** Money over attempts. Attempts of unknown cost are counted, never taken for 0. */
const sumSchema = z.strictObject({
  known_usd: z.number().describe('sum over attempts whose cost is known'),
  unknown: z.int().describe('attempts whose cost is not'),
});

/** Distribution of known values. */
const distributionSchema = z.strictObject({
  count: z.int(),
  mean: z.number().nullable(),
  median: z.number().nullable(),
  p90: z.number().nullable().describe('quantiles of type 7'),
});
type Distribution = z.infer<typeof distributionSchema>;

/** Itemised spending of an arm (requirement G10). */
export const armSpendingSchema = z.strictObject({
  arm: z.string(),
  attempts: z.int(),
  total: sumSchema,
  parts: z
    .strictObject({ models: sumSchema, execution: sumSchema, people: sumSchema, overhead: sumSchema })
    .describe('unknown: no price is declared, or it is not known'),
  phases: z.array(
    z.strictObject({
      phase: z.string(),
      models: sumSchema,
      tokens: z.number(),
      execution_minutes: z.number(),
    }),
  ),
  tokens: z.strictObject({ total: z.number(), unmetered: z.int().describe('attempts whose tokens nobody counted') }),
  tokens_per_task: distributionSchema.describe(
    'of all attempts at a task together; tasks with an attempt that was not metered are left out',
  ),
  requests: z.number(),
  infrastructure: z.strictObject({
    usd: sumSchema.describe('execution and overhead'),
    execution_minutes: z.number(),
  }),
  human_minutes: z.number(),
  wall_ms: z.strictObject({
    success: distributionSchema,
    failure: distributionSchema,
    undecided: distributionSchema,
  }),
  cost_usd: z.strictObject({ success: distributionSchema, failure: distributionSchema, undecided: distributionSchema }),
  usd_per_success: usdSchema.describe(
    'cost of all attempts / successes: what one more success costs on average; null = unknown, or no success',
  ),
  failure_modes: z.int().describe('different failure tags that were seen'),
  usd_per_failure_mode: usdSchema,
});
type ArmSpending = z.infer<typeof armSpendingSchema>;

/** Computes the itemised spending of an arm. */
export function computeArmSpending({ arm, units }: ArmUnits): ArmSpending {
  const trials = units.flatMap((unit) => unit.trials);
  const total = sumKnownUsd(trials, ({ cost }) => cost.total_usd);
  const execution = sumKnownUsd(trials, ({ cost }) => cost.execution_usd);
  const overhead = sumKnownUsd(trials, ({ cost }) => cost.overhead_usd);
  const infrastructure = sumKnownUsd(trials, ({ cost: { execution_usd, overhead_usd } }) =>
    sumKnownDollars([execution_usd, overhead_usd]),
  );
  const successes = trials.filter(({ outcome }) => outcome === 'success').length;
  const modes = new Set(trials.flatMap(({ tags }) => tags)).size;
  const per = (n: number) => (n === 0 || total.unknown > 0 ? null : total.known_usd / n);
  return {
    arm: arm.id,
    attempts: trials.length,
    total,
    parts: {
      models: sumKnownUsd(trials, ({ cost }) => cost.lm_usd),
      execution,
      people: sumKnownUsd(trials, ({ cost }) => cost.human_usd),
      overhead,
    },
    phases: sumPhases(trials),
    tokens: {
      total: trials.reduce((sum, { cost }) => sum + (cost.tokens ?? 0), 0),
      unmetered: trials.filter(({ cost }) => cost.tokens === null).length,
    },
    tokens_per_task: summariseDistribution(
      units
        .filter((unit) => unit.trials.length > 0 && unit.trials.every(({ cost }) => cost.tokens !== null))
        .map((unit) => unit.trials.reduce((sum, { cost }) => sum + cost.tokens!, 0)),
    ),
    requests: trials.reduce((sum, { cost }) => sum + cost.requests, 0),
    infrastructure: {
      usd: infrastructure,
      execution_minutes: trials.reduce((sum, { cost }) => sum + cost.execution_minutes, 0),
    },
    human_minutes: trials.reduce((sum, { cost }) => sum + (cost.human_minutes ?? 0), 0),
    wall_ms: summariseByOutcome(trials, ({ wall_ms }) => wall_ms),
    cost_usd: summariseByOutcome(trials, ({ cost }) => cost.total_usd),
    usd_per_success: per(successes),
    failure_modes: modes,
    usd_per_failure_mode: per(modes),
  };
}

function sumKnownUsd(trials: readonly Trial[], of: (trial: Trial) => number | null): z.infer<typeof sumSchema> {
  let [known_usd, unknown] = [0, 0];
  for (const trial of trials) {
    const value = of(trial);
    if (value === null) unknown++;
    else known_usd += value;
  }
  return { known_usd, unknown };
}

/** Adds the spending of each phase, in the order in which phases are first seen. */
function sumPhases(trials: readonly Trial[]): ArmSpending['phases'] {
  const phases = new Map<string, ArmSpending['phases'][number]>();
  for (const { cost } of trials)
    for (const [phase, usage] of Object.entries(cost.by_phase)) {
      const phase_sum = phases.get(phase) ?? {
        phase,
        models: { known_usd: 0, unknown: 0 },
        tokens: 0,
        execution_minutes: 0,
      };
      if (usage.usd === null) phase_sum.models.unknown++;
      else phase_sum.models.known_usd += usage.usd;
      phase_sum.tokens += usage.tokens;
      phase_sum.execution_minutes += usage.execution_minutes;
      phases.set(phase, phase_sum);
    }
  return [...phases.values()];
}

function summariseByOutcome(trials: readonly Trial[], of: (trial: Trial) => number | null): ArmSpending['wall_ms'] {
  const values = (...outcomes: Trial['outcome'][]) =>
    summariseDistribution(
      trials
        .filter(({ outcome }) => outcomes.includes(outcome))
        .map(of)
        .filter((value) => value !== null),
    );
  return { success: values('success'), failure: values('failure'), undecided: values('indeterminate', 'invalid') };
}

/** Summarises values. */
function summariseDistribution(values: readonly number[]): Distribution {
  return { count: values.length, mean: mean(values), median: quantile(values, 0.5), p90: quantile(values, 0.9) };
}
