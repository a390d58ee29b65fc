import { z } from 'zod';
import { mean, quantile } from '../statistics/quantile.js';
import type { Trial } from './trial.js';
import type { ArmUnits } from './units.js';

const usd = z.number().nullable();

/** Money over attempts, of which some may be unknown: those are counted, never taken for 0. */
export const sumSchema = z.strictObject({
  known_usd: z.number().describe('sum over attempts whose cost is known'),
  unknown: z.int().describe('attempts whose cost is not'),
});

export const distributionSchema = z.strictObject({
  count: z.int(),
  mean: z.number().nullable(),
  median: z.number().nullable(),
  p90: z.number().nullable().describe('quantiles of type 7'),
});
export type Distribution = z.infer<typeof distributionSchema>;

/** What an arm used up, itemised (G10; executable contracts §6.3, third). */
export const spendingSchema = z.strictObject({
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
  usd_per_success: usd.describe(
    'cost of all attempts / successes: what one more success costs on average; null = unknown, or no success',
  ),
  failure_modes: z.int().describe('different failure tags that were seen'),
  usd_per_failure_mode: usd,
});
export type Spending = z.infer<typeof spendingSchema>;

export function spendingOf({ arm, units }: ArmUnits): Spending {
  const trials = units.flatMap((unit) => unit.trials);
  const total = summed(trials, ({ cost }) => cost.total_usd);
  const execution = summed(trials, ({ cost }) => cost.execution_usd);
  const overhead = summed(trials, ({ cost }) => cost.overhead_usd);
  const infrastructure = summed(trials, ({ cost: { execution_usd, overhead_usd } }) =>
    execution_usd === null && overhead_usd === null ? null : (execution_usd ?? 0) + (overhead_usd ?? 0),
  );
  const successes = trials.filter(({ outcome }) => outcome === 'success').length;
  const modes = new Set(trials.flatMap(({ tags }) => tags)).size;
  const per = (n: number) => (n === 0 || total.unknown > 0 ? null : total.known_usd / n);
  return {
    arm: arm.id,
    attempts: trials.length,
    total,
    parts: {
      models: summed(trials, ({ cost }) => cost.lm_usd),
      execution,
      people: summed(trials, ({ cost }) => cost.human_usd),
      overhead,
    },
    phases: phasesOf(trials),
    tokens: {
      total: trials.reduce((sum, { cost }) => sum + (cost.tokens ?? 0), 0),
      unmetered: trials.filter(({ cost }) => cost.tokens === null).length,
    },
    tokens_per_task: distribution(
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
    wall_ms: byOutcome(trials, ({ wall_ms }) => wall_ms),
    cost_usd: byOutcome(trials, ({ cost }) => cost.total_usd),
    usd_per_success: per(successes),
    failure_modes: modes,
    usd_per_failure_mode: per(modes),
  };
}

function summed(trials: readonly Trial[], of: (trial: Trial) => number | null): z.infer<typeof sumSchema> {
  let [known_usd, unknown] = [0, 0];
  for (const trial of trials) {
    const value = of(trial);
    if (value === null) unknown++;
    else known_usd += value;
  }
  return { known_usd, unknown };
}

/** Phases in the order in which attempts go through them, as far as it shows. */
function phasesOf(trials: readonly Trial[]): Spending['phases'] {
  const phases = new Map<string, Spending['phases'][number]>();
  for (const { cost } of trials)
    for (const [phase, used] of Object.entries(cost.by_phase)) {
      const of = phases.get(phase) ?? { phase, models: { known_usd: 0, unknown: 0 }, tokens: 0, execution_minutes: 0 };
      if (used.usd === null) of.models.unknown++;
      else of.models.known_usd += used.usd;
      of.tokens += used.tokens;
      of.execution_minutes += used.execution_minutes;
      phases.set(phase, of);
    }
  return [...phases.values()];
}

function byOutcome(trials: readonly Trial[], of: (trial: Trial) => number | null): Spending['wall_ms'] {
  const values = (...outcomes: Trial['outcome'][]) =>
    distribution(
      trials
        .filter(({ outcome }) => outcomes.includes(outcome))
        .map(of)
        .filter((value) => value !== null),
    );
  return { success: values('success'), failure: values('failure'), undecided: values('indeterminate', 'invalid') };
}

export function distribution(values: readonly number[]): Distribution {
  return { count: values.length, mean: mean(values), median: quantile(values, 0.5), p90: quantile(values, 0.9) };
}
