import { z } from 'zod';
import { safetyMechanisms } from '../../contract/coordination/mechanism.js';
import { actHandlings, actOutcomes, actRoads } from '../events/act_payloads.js';
import { modelUsageSchema } from '../models/model_usage.js';

const actRoadCountsSchema = z.strictObject({
  road: z.enum(actRoads),
  tried: z.int().describe('acts that were first seen here'),
  checked: z.int().describe('of these, those that the guard was asked about'),
  denied: z.int().describe('of these, those that the policy denies, whatever came of them'),
  recorded: z.int().describe('of these, those that the policy records as warnings'),
  refused: z.int().describe('never executed'),
  contained: z.int().describe('executed; what the guard is against stayed in the sandbox'),
  done: z.int(),
  unknown: z.int().describe('nobody saw what came of them'),
});
export type ActRoadCounts = z.infer<typeof actRoadCountsSchema>;

/** Counts of the acts of agents, by road. Each act counts once. */
const actMetricsSchema = z.strictObject({
  roads: z.array(actRoadCountsSchema).describe('roads on which an act was seen'),
  denied: z.int(),
  denied_unrefused: z
    .int()
    .describe('denied acts that were executed, only announced, or of which nobody saw what came of them'),
  worst: z
    .array(
      z.strictObject({
        road: z.enum(actRoads),
        text: z.string().describe('redacted and bounded'),
        rule: z.string().nullable(),
        severity: z.string().nullable(),
        handling: z.enum(actHandlings),
        outcome: z.enum(actOutcomes),
        times: z.int(),
        seq: z.int().describe('event of the first'),
      }),
    )
    .describe('what the policy is against, the worst first; bounded'),
  unobserved: z
    .array(z.strictObject({ road: z.enum(actRoads), stage: z.string(), because: z.string() }))
    .describe('roads that nobody watched in a stage: what is missing there says nothing; bounded'),
});
export type ActMetrics = z.infer<typeof actMetricsSchema>;

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
  const explain = (mechanism: string, because: string, ...names: (keyof SafetyMetrics)[]) =>
    mechanisms.some((one) => one === mechanism) ? Object.fromEntries(names.map((name) => [name, because])) : {};
  return {
    ...explain('network_policies', because, 'network_requests_checked', 'network_requests_blocked'),
    ...explain('guardrails', unwatched, 'guardrail_checks', 'guardrail_blocks', 'guardrail_block_rate'),
    ...explain('profiles', because, 'profile_enforcement_checks', 'profile_violations_blocked'),
    ...explain('audit', because, 'audit_entries_written', 'audit_write_latency_ms'),
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

const tokenCountsSchema = modelUsageSchema.omit({ source: true, apart: true });

/**
 * Metrics of an attempt's requests to models, as the gateway saw them, and their comparison with the agent's own claims
 * (requirements A2, R13).
 */
export const modelMetricsSchema = z.strictObject({
  requests: z.int(),
  refused: z.int().describe('of these, by the gateway: a cap, an unknown model, …'),
  incomplete: z.int().describe('of these, answers that broke off or were errors'),
  conversations: z.int(),
  models: z.array(z.string()).describe('as the upstreams named them'),
  asked: z
    .array(z.string())
    .optional()
    .describe('models that requests which went on asked for; absent = an earlier version'),
  other_models: z
    .array(z.strictObject({ asked: z.string(), served: z.string() }))
    .optional()
    .describe('served models that are not what was asked for, nor a snapshot of it; absent = none'),
  tool_calls: z.int(),
  usage: tokenCountsSchema,
  estimated_requests: z.int().describe('requests whose usage nobody reported: the worst case is assumed'),
  usd: z.number().nullable().describe('null = the price of at least one is unknown'),
  by_stage: z.record(z.string(), z.strictObject({ requests: z.int(), tokens: z.int(), usd: z.number().nullable() })),
  held_ms: z.number(),
  first_byte_ms: z.strictObject({ p50: z.number(), p95: z.number() }).nullable(),
  clamped: z.int().describe('requests whose limit on the output was lowered'),
  steering: z
    .strictObject({ requests: z.int(), applied: z.int(), partly: z.int(), noop: z.int(), reasons: z.array(z.string()) })
    .nullable()
    .describe('null = no steering was asked for'),
  claims: z
    .array(
      z.strictObject({
        source: z.string(),
        usage: tokenCountsSchema.partial(),
        usd: z.number().nullable(),
        agrees: z.boolean().nullable().describe('null = nothing to compare'),
        differences: z.array(z.string()),
      }),
    )
    .describe('what the agent says that it used'),
});
export type ModelMetrics = z.infer<typeof modelMetricsSchema>;

const memberSchema = z.strictObject({
  milestones: z.int().describe('that it reached or had a part in'),
  share: z.number().nullable().describe('milestones / all milestones; null = there is none'),
  work_submitted: z.int(),
  work_done: z.int(),
  handoffs_written: z.int(),
  handoffs_read: z.int(),
  refused: z.int().describe('work and handoffs for which the topology has no path'),
});

/**
 * Metrics of agents that work together. They are computed here from recorded events; those of MultiAgentBench, whose
 * names they have, are ratings by a model. The two are not comparable.
 */
export const teamMetricsSchema = z.strictObject({
  method: z.literal('recorded-events').describe('how they are computed: from events of the record, without a model'),
  planned: z.int().describe('work items that were submitted, and parts of the task that were begun'),
  milestones: z
    .int()
    .describe('work done, parts that are in the answer, and parts without a change whose handoff was read'),
  kpi: z.number().nullable().describe("mean of the agents' shares; null = no milestone"),
  planning: z.number().nullable().describe('milestones / planned; null = nothing was planned'),
  communication: z
    .number()
    .nullable()
    .describe('handoffs that their recipients read / handoffs that were delivered; null = none'),
  coordination: z.number().nullable().describe('mean of planning and communication, of those that are known'),
  members: z.record(z.string(), memberSchema).describe('by agent'),
  paths: z
    .array(z.strictObject({ from: z.string(), to: z.string(), handoffs: z.int(), work: z.int() }))
    .describe('who handed what to whom, bounded'),
});
export type TeamMetrics = z.infer<typeof teamMetricsSchema>;
