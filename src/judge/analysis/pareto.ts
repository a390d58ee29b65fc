import { z } from 'zod';
import { resampleTasks } from '../statistics/bootstrap.js';
import type { ArmColumns } from './arm_columns.js';
import { armColumns, everyTask, type Measures, measures } from './arm_columns.js';
import type { ClearAttempts } from './clear_attempts.js';
import { scorableIn } from './outcome_counts.js';
import { dominates, type ParetoPoint, paretoFront } from './pareto_front.js';
import { type ArmUnits, type Unit, unitKey } from './units.js';

/** The agents of which no other is at least as good in everything (G5). */
export const paretoSectionSchema = z.strictObject({
  tasks: z.int().describe('of which every compared arm has a scorable run: all figures here are over these alone'),
  tasks_left_out: z.int(),
  arms: z.array(
    z.strictObject({
      arm: z.string(),
      efficacy: z.number(),
      reliability: z.number(),
      assurance: z.number(),
      cost: z.number().describe('USD of an attempt'),
      latency: z.number().describe('milliseconds of an attempt'),
      on_front: z.boolean(),
      dominated_by: z.array(z.string()),
      probability: z
        .number()
        .nullable()
        .describe(
          'share of joint bootstrap resamples of tasks in which it is on the front; null = fewer than two tasks',
        ),
    }),
  ),
  left_out: z.array(z.strictObject({ arm: z.string(), reason: z.string() })),
});
export type ParetoSection = z.infer<typeof paretoSectionSchema>;

const MEASURES = ['efficacy', 'reliability', 'assurance', 'cost_usd', 'latency_ms'] as const;
const WORDS: Record<(typeof MEASURES)[number], string> = {
  efficacy: 'success rate (nothing was decided)',
  reliability: 'reliability (no task has k decided runs)',
  assurance: 'assurance (no policy-critical action)',
  cost_usd: 'cost',
  latency_ms: 'latency',
};

/**
 * Baselines are no competitors: doing nothing is cheapest, and the reference solution is best. Arms are compared over the tasks that all
 * of them have, one of which a measure is unknown is left out and named. Tasks are resampled for all arms together, since arms share what
 * makes a task hard.
 */
export function paretoOf(
  all: readonly ArmUnits[],
  k: number,
  clear: ClearAttempts,
  resamples: number,
  seed: number,
): ParetoSection {
  const agents = all.filter(({ arm }) => arm.role === 'agent');
  const ran = agents.filter(({ units }) => units.some(({ counts }) => scorableIn(counts) > 0));
  const left_out = agents
    .filter((arm) => !ran.includes(arm))
    .map(({ arm }) => ({ arm: arm.id, reason: 'it has no scorable run' }));
  const { keys, total } = commonTasks(ran);
  const compared: { id: string; columns: ArmColumns; point: ParetoPoint }[] = [];
  for (const { arm, units } of ran) {
    const by = new Map(units.map((unit): [string, Unit] => [unitKey(unit), unit]));
    const columns = armColumns(
      keys.map((key) => by.get(key)),
      k,
      clear,
    );
    const seen = measures(columns, everyTask(keys.length));
    const unknown = MEASURES.filter((measure) => seen[measure] === null);
    if (keys.length === 0)
      left_out.push({ arm: arm.id, reason: 'there is no task of which all arms have a scorable run' });
    else if (unknown.length > 0)
      left_out.push({ arm: arm.id, reason: `unknown: ${unknown.map((measure) => WORDS[measure]).join(', ')}` });
    else compared.push({ id: arm.id, columns, point: pointOf(arm.id, seen)! });
  }
  const points = compared.map(({ point }) => point);
  const front = new Set(paretoFront(points));
  const chances = probabilities(compared, keys.length, resamples, seed);
  return {
    tasks: keys.length,
    tasks_left_out: total - keys.length,
    arms: points.map((point, i) => {
      const { agent_id, ...values } = point;
      return {
        arm: agent_id,
        ...values,
        on_front: front.has(point),
        dominated_by: points.filter((other) => dominates(other, point)).map((other) => other.agent_id),
        probability: chances?.[i] ?? null,
      };
    }),
    left_out,
  };
}

function commonTasks(arms: readonly ArmUnits[]): { keys: string[]; total: number } {
  const counts = new Map<string, number>();
  for (const { units } of arms)
    for (const unit of units)
      counts.set(unitKey(unit), (counts.get(unitKey(unit)) ?? 0) + (scorableIn(unit.counts) > 0 ? 1 : 0));
  const keys = [...counts].filter(([, n]) => n === arms.length).map(([key]) => key);
  return { keys: keys.sort(), total: counts.size };
}

/** The point of an arm; undefined when a measure is not known. */
function pointOf(agent_id: string, seen: Measures): ParetoPoint | undefined {
  const { efficacy, reliability, assurance, cost_usd: cost, latency_ms: latency } = seen;
  if (efficacy === null || reliability === null || assurance === null || cost === null || latency === null)
    return undefined;
  return { agent_id, cost, efficacy, reliability, latency, assurance };
}

/** An arm of which a resample leaves a measure unknown is not on the front of that resample. */
function probabilities(
  arms: readonly { id: string; columns: ArmColumns }[],
  tasks: number,
  resamples: number,
  seed: number,
): number[] | null {
  if (tasks < 2 || arms.length === 0) return null;
  const on_front = arms.map(() => 0);
  let drawn_in_all = 0;
  for (const drawn of resampleTasks(tasks, resamples, seed)) {
    drawn_in_all++;
    const points = arms.map(({ id, columns }) => pointOf(id, measures(columns, drawn)));
    const known = points.filter((point) => point !== undefined);
    points.forEach((point, i) => {
      if (point && !known.some((other) => dominates(other, point))) on_front[i]!++;
    });
  }
  return on_front.map((n) => n / drawn_in_all);
}
