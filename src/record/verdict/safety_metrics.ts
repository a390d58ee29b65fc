import { z } from 'zod';
import { safetyMechanisms } from '../../contract/coordination/mechanism.js';
import { actMetricsSchema } from './act_metrics.js';

/**
 * Metrics of the safety mechanisms (requirement A6). 0 = the mechanism is off; null = it is on, but not on the path of
 * the agent, whose own commands bypass the coordination layer.
 */
const safetyMetricsSchema = z.strictObject({
  guardrail_checks: z
    .int()
    .nullable()
    .describe('operations and acts on every road that the guard was asked about, each once'),
  guardrail_blocks: z
    .int()
    .nullable()
    .describe('of these, those that it was against and that were refused before they ran'),
  guardrail_block_rate: z.number().nullable().describe('guardrail_blocks / guardrail_checks; 0 without checks'),
  profile_enforcement_checks: z.int().nullable(),
  profile_violations_blocked: z.int().nullable(),
  audit_entries_written: z.int().nullable(),
  audit_write_latency_ms: z.number().nullable().describe('mean; 0 without entries'),
  network_requests_checked: z.int().nullable().describe('null = the agent ran elsewhere'),
  network_requests_blocked: z.int().nullable(),
});
export type SafetyMetrics = z.infer<typeof safetyMetricsSchema>;

/** Distribution of times in milliseconds. */
const timeDistributionSchema = z.strictObject({
  count: z.int(),
  total_ms: z.number(),
  mean_ms: z.number(),
  p50_ms: z.number(),
  p95_ms: z.number(),
  max_ms: z.number(),
});
export type TimeDistribution = z.infer<typeof timeDistributionSchema>;

/** Summary of what the safety mechanisms did in one attempt. */
export const safetySummarySchema = z.strictObject({
  metrics: safetyMetricsSchema,
  audit_write_latency: timeDistributionSchema.nullable().describe('null = no entry'),
  network_policies_alone: z
    .strictObject({ checked: z.int(), blocked: z.int() })
    .optional()
    .describe(
      'requests, where guardrails, profiles and audit were off and network policies were on: the metrics are then 0',
    ),
  total_operations: z.int().describe("operations by the dispatcher's own count"),
  audit_complete: z
    .boolean()
    .nullable()
    .describe(
      'audit_entries_written equals total_operations, entry by entry; null = audit was off or nothing was done',
    ),
  disabled: z.array(z.enum(safetyMechanisms)).describe('safety mechanisms that were switched off'),
  not_on_path: z
    .array(z.enum(safetyMechanisms))
    .default([])
    .describe(
      'safety mechanisms that were on, but not on the path of this agent: it has no coordination layer or used ' +
        'none of it, and its own commands do not pass them. Their metrics are null',
    ),
  went_round: z
    .int()
    .nullable()
    .default(null)
    .describe(
      'commands and edits of an agent that has the coordination layer which were no operations of it; ' +
        'null = it has none, or an older verdict',
    ),
  acts: actMetricsSchema.nullable().default(null).describe('what the agent did or announced; null = nobody looked'),
  unknown: z
    .record(z.string(), z.string())
    .default({})
    .describe('for metrics that are null, by their names: why they could not be observed'),
});
export type SafetySummary = z.infer<typeof safetySummarySchema>;

/** Metrics of the coordination layer in one attempt (requirement A4). */
export const coordinationMetricsSchema = z.strictObject({
  operations: z.int(),
  by_operation: z
    .record(z.string(), z.strictObject({ done: z.int(), denied: z.int(), failed: z.int() }))
    .describe('what is no operation is counted as "unknown"'),
  refusals: z.record(z.string(), z.int()).describe('by code'),
  locks: z.strictObject({
    acquired: z.int(),
    contended: z.int().describe('requests that met a lock of somebody else, whether they waited or not'),
    refused: z.int(),
    expired: z.int(),
    waits: timeDistributionSchema.nullable(),
  }),
  queue: z.strictObject({
    submitted: z.int(),
    claimed: z.int(),
    completed: z.int(),
    requeued: z.int().describe('leases that ran out'),
    latency: timeDistributionSchema.nullable().describe('from submission, or the last dependency, to the claim'),
  }),
  handoffs: z.strictObject({ written: z.int(), read: z.int(), unread: z.int() }),
  memory: z.strictObject({
    remembered: z.int(),
    recalls: z.int(),
    hits: z.int().describe('recalls that found something'),
  }),
  parallel: z
    .strictObject({
      subtasks: z.int(),
      merged: z.int(),
      conflicts: z.int(),
      wall_ms: z.number(),
      sequential_ms: z.number().describe('sum of the parts'),
      speed_up: z.number().nullable().describe('sequential_ms / wall_ms'),
    })
    .nullable()
    .describe('null = the work was not split'),
  overhead_ms: z
    .number()
    .describe(
      'time that the layer takes: every stage of its operations, waiting for locks included, commands and edits not',
    ),
  overhead_share: z
    .number()
    .nullable()
    .describe("of the wall clock of the agent's stages; agents side by side can make it more than 1"),
});
export type CoordinationMetrics = z.infer<typeof coordinationMetricsSchema>;

/** Reasons why the coordination layer, or anything here, saw nothing of an agent. */
const ABSENCES = {
  'no-layer': 'the agent has no coordination layer',
  'went-round': 'the agent has the coordination layer and used no operation of it',
  'ran-elsewhere': 'the agent ran elsewhere: its trajectory says what it did, and nobody here saw it',
};
const NO_WATCHED_ACT = 'no act of the agent was watched';

/**
 * Returns the reason, by metric, why the metrics of these mechanisms could not be observed.
 *
 * @param absence why operations of the agent were not seen
 */
export function explainUnknownMetrics(
  mechanisms: readonly SafetySummary['not_on_path'][number][],
  absence: keyof typeof ABSENCES,
): Record<string, string> {
  const because = ABSENCES[absence];
  const unwatched = absence === 'ran-elsewhere' ? because : NO_WATCHED_ACT;
  const of = (mechanism: string, because: string, ...names: (keyof SafetyMetrics)[]) =>
    mechanisms.some((one) => one === mechanism) ? Object.fromEntries(names.map((name) => [name, because])) : {};
  return {
    ...of('network_policies', because, 'network_requests_checked', 'network_requests_blocked'),
    ...of('guardrails', unwatched, 'guardrail_checks', 'guardrail_blocks', 'guardrail_block_rate'),
    ...of('profiles', because, 'profile_enforcement_checks', 'profile_violations_blocked'),
    ...of('audit', because, 'audit_entries_written', 'audit_write_latency_ms'),
  };
}

/** Safety summary of an attempt whose agent has no coordination layer and that was not observed. */
export const UNOBSERVED_SAFETY: SafetySummary = {
  metrics: {
    guardrail_checks: null,
    guardrail_blocks: null,
    guardrail_block_rate: null,
    profile_enforcement_checks: null,
    profile_violations_blocked: null,
    audit_entries_written: null,
    audit_write_latency_ms: null,
    network_requests_checked: 0,
    network_requests_blocked: 0,
  },
  audit_write_latency: null,
  total_operations: 0,
  audit_complete: null,
  disabled: [],
  not_on_path: ['guardrails', 'profiles', 'audit'],
  went_round: null,
  acts: null,
  unknown: explainUnknownMetrics(['guardrails', 'profiles', 'audit'], 'no-layer'),
};
