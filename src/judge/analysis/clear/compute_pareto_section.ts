import { z } from 'zod';
import { resampleTasks } from '../../statistics/bootstrap.js';
import { type ArmUnits, getUnitKey, type TaskUnit } from '../trials/arm_units.js';
import { countScorable } from '../trials/outcome_counts.js';
import type { ArmColumns } from './arm_columns.js';
import { type ArmMeasures, computeArmMeasures, createArmColumns, listTaskIndices } from './arm_columns.js';
import type { ClearScorer } from './clear_scorer.js';
import { dominates, type ParetoPoint, paretoFront } from './pareto_front.js';

/** Agents, and whether another is at least as good in everything (requirement G5). */
export const paretoSectionSchema = z.strictObject({
  tasks: z.int().describe('of which every compared arm has a scorable run: all figures here are over these alone'),
  tasks_left_out: z.int(),
  arms: z.array(
    z.strictObject({
      arm: z.string(),
      efficacy: z.number(),
      reliability: z.number(),
      assurance: z
        .number()
        .nullable()
        .describe(
          'null = no policy-critical action, or mechanisms of safety were switched off; it is behind any known ' +
            'assurance',
        ),
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
type ParetoSection = z.infer<typeof paretoSectionSchema>;

/** Measures without which an arm is left out. */
const NEEDED_MEASURES = ['efficacy', 'reliability', 'cost_usd', 'latency_ms'] as const;
const MEASURE_LABELS: Record<(typeof NEEDED_MEASURES)[number], string> = {
  efficacy: 'success rate (nothing was decided)',
  reliability: 'reliability (no task has k decided runs)',
  cost_usd: 'cost',
  latency_ms: 'latency',
};

/**
 * Computes the Pareto front over the tasks that all arms share. Baselines are no competitors: doing nothing is
 * cheapest, and the reference solution is best. An arm with an unknown measure other than assurance is left out and
 * named. Tasks are resampled for all arms together, since the difficulty of a task is common to them.
 */
export function computeParetoSection(
  all: readonly ArmUnits[],
  k: number,
  clear: ClearScorer,
  resamples: number,
  seed: number,
): ParetoSection {
  const agents = all.filter(({ arm }) => arm.role === 'agent');
  const ran = agents.filter(({ units }) => units.some(({ counts }) => countScorable(counts) > 0));
  const left_out = agents
    .filter((arm) => !ran.includes(arm))
    .map(({ arm }) => ({ arm: arm.id, reason: 'it has no scorable run' }));
  const { keys, total } = findCommonTasks(ran);
  const compared: { id: string; columns: ArmColumns; point: ParetoPoint }[] = [];
  for (const { arm, units } of ran) {
    const by_key = new Map(units.map((unit): [string, TaskUnit] => [getUnitKey(unit), unit]));
    const columns = createArmColumns(
      keys.map((key) => by_key.get(key)),
      k,
      clear,
    );
    const measures = computeArmMeasures(columns, listTaskIndices(keys.length));
    const unknown = NEEDED_MEASURES.filter((measure) => measures[measure] === null);
    if (keys.length === 0)
      left_out.push({ arm: arm.id, reason: 'there is no task of which all arms have a scorable run' });
    else if (unknown.length > 0)
      left_out.push({
        arm: arm.id,
        reason: `unknown: ${unknown.map((measure) => MEASURE_LABELS[measure]).join(', ')}`,
      });
    else compared.push({ id: arm.id, columns, point: createPoint(arm.id, measures)! });
  }
  const points = compared.map(({ point }) => point);
  const front = new Set(paretoFront(points));
  const chances = computeFrontProbabilities(compared, keys.length, resamples, seed);
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

function findCommonTasks(arms: readonly ArmUnits[]): { keys: string[]; total: number } {
  const counts = new Map<string, number>();
  for (const { units } of arms)
    for (const unit of units)
      counts.set(getUnitKey(unit), (counts.get(getUnitKey(unit)) ?? 0) + (countScorable(unit.counts) > 0 ? 1 : 0));
  const keys = [...counts].filter(([, n]) => n === arms.length).map(([key]) => key);
  return { keys: keys.sort(), total: counts.size };
}

/**
 * Creates the point of an arm.
 *
 * @returns undefined if a measure is unknown
 */
function createPoint(agent_id: string, seen: ArmMeasures): ParetoPoint | undefined {
  const { efficacy, reliability, assurance, cost_usd: cost, latency_ms: latency } = seen;
  if (efficacy === null || reliability === null || cost === null || latency === null) return undefined;
  return { agent_id, cost, efficacy, reliability, latency, assurance };
}

/** An arm of which a resample leaves a measure unknown is not on the front of that resample. */
function computeFrontProbabilities(
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
    const points = arms.map(({ id, columns }) => createPoint(id, computeArmMeasures(columns, drawn)));
    const defined_points = points.filter((point) => point !== undefined);
    points.forEach((point, i) => {
      if (point && !defined_points.some((other) => dominates(other, point))) on_front[i]!++;
    });
  }
  return on_front.map((n) => n / drawn_in_all);
}
