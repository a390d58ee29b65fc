import { z } from 'zod';
import {
  declaredClockSchema,
  pullRequestPairSchema,
  replicatedAttemptSchema,
  runConditionsSchema,
  trustEnforcementSchema,
} from '../manifest/manifest.js';
import { modelUsageSchema } from '../models/model_usage.js';
import { attemptStatuses, verdictSchema } from './verdict.js';

/**
 * Times of one attempt in milliseconds. `overhead` is the time of the harness itself (target: at most 300 ms with warm
 * caches).
 */
const timingSchema = z.strictObject({
  wall_ms: z.number().describe('from open to seal'),
  setup_ms: z.number().describe('setup commands; 0 when the layer was reused'),
  agent_ms: z.number(),
  tool_ms: z.number().describe('time in commands of the agent'),
  evaluation_ms: z.number().describe('build, checks and canary commands'),
  waiting_ms: z
    .number()
    .describe(
      'waiting for a layer that another attempt was building, for runs of the reference solution, for throttled ' +
        'calls, for a person and for a judge model',
    ),
  overhead_ms: z.number(),
});

const usdSchema = z.number().nullable();

/** Cost of an attempt by part: models, execution, people and overhead (requirement R13). */
const attemptCostSchema = z.strictObject({
  total_usd: usdSchema.describe(
    'sum of the parts that have a price; null = what models cost is unknown. Unknown is never 0',
  ),
  lm_usd: usdSchema.describe('models, as metered; null = unknown'),
  execution_usd: usdSchema.describe('commands in the sandbox and calls of the agent; null = no price is declared'),
  human_usd: usdSchema.describe('time of people; null = no price is declared'),
  overhead_usd: usdSchema.describe('of a run: fixed, and what is kept; null = no price is declared'),
  unpriced: z
    .array(z.enum(['models', 'execution', 'people', 'overhead']))
    .describe('parts that were used and have no price: they are not in the total'),
  execution_minutes: z.number(),
  human_minutes: z.number().nullable().describe('for which people were waited for who then answered'),
  baseline_minutes: z
    .number()
    .optional()
    .describe('of these, what people of a human baseline took before the attempt; absent = it is none'),
  requests: z.int().describe('to models that went on'),
  estimated_requests: z.int().describe('of these, with a usage that nobody reported'),
  tokens: modelUsageSchema
    .omit({ source: true, apart: true })
    .nullable()
    .describe('of all requests; null = not metered'),
  by_phase: z
    .record(
      z.string(),
      z.strictObject({
        requests: z.int(),
        tokens: z.int(),
        usd: usdSchema,
        execution_minutes: z.number(),
        execution_usd: usdSchema.optional().describe('these minutes; null = no price is declared'),
      }),
    )
    .describe('stage, or sandbox provisioning → what was used in it; usd: models'),
  judge: z
    .strictObject({
      usd: usdSchema.describe('null = unknown'),
      requests: z.int(),
      tokens: z.int(),
    })
    .optional()
    .describe('judge model of `model_checks`: no cost of the agent, and not in total_usd; absent = none was asked'),
  projection: z
    .string()
    .describe('method: `table:` and its digest, `library:` and its version, or version of the fallback schedule'),
  assumed: z
    .array(z.string())
    .optional()
    .describe('what the price table leaves open, and what was taken for it; absent = nothing'),
  unpriced_units: z
    .array(z.string())
    .optional()
    .describe('units that a provider bills apart and that have no price of their own here; absent = none'),
  prices: z.array(z.string()).describe('where the prices of requests to models are from'),
  fallback_units: z.number().describe('size in abstract units by the fallback schedule, which needs no prices'),
  unit_cap: z
    .number()
    .optional()
    .describe('units that the agent could use, its headroom included; absent = no cap, or a record of before'),
});
export type AttemptCost = z.infer<typeof attemptCostSchema>;

/** Configuration that an independent repetition must match: attempts that differ here are not comparable. */
const attemptConfigurationSchema = z.strictObject({
  agent_identity: z.string().describe('digest of everything that defines the agent (π)'),
  model: z.string().nullable().describe('model that the agent was told to use'),
  temperatures: z.array(z.number()).describe('that requests to models asked for; empty = the default of the model'),
  tools: z.record(z.string(), z.string()).describe('tool → version'),
  lockfiles: z.record(z.string(), z.string()).describe('path → sha256'),
  image: z.string().nullable().describe('container image, by digest'),
  sandbox_class: z.string(),
  caps: z
    .strictObject({ usd: z.number().nullable(), tokens: z.number().nullable() })
    .nullable()
    .describe('caps of the suite (B_run) that are below those of the contract; null = none'),
  conditions: runConditionsSchema
    .optional()
    .describe('absent = the record is from before they were kept: unknown, not the same'),
});
export type AttemptConfiguration = z.infer<typeof attemptConfigurationSchema>;

/** Claims of an agent's file about its run elsewhere. Nobody here saw it, and no sum counts it. */
const importedClaimsSchema = z.strictObject({
  place: z.string().describe('name of the file, and the row in it'),
  format: z.string(),
  agent: z.string(),
  model: z.string().nullable(),
  exit_status: z.string().nullable().describe("in the words of the agent's program"),
  steps: z.int(),
  calls: z.int(),
  tokens: z.int().nullable().describe('null = none are claimed'),
  cost_usd: z.number().nullable(),
});
export type ImportedClaims = z.infer<typeof importedClaimsSchema>;

/** `report.json`: all conclusions about one attempt. */
export const attemptReportSchema = z.strictObject({
  schema: z.literal(1),
  attempt_id: z.string(),
  contract: z.strictObject({
    id: z.string(),
    version: z.string(),
    title: z.string(),
    tier: z.int(),
    kind: z.string().nullable(),
    has_golden: z
      .boolean()
      .optional()
      .describe('true if it has a reference solution; absent = the record is from before this was kept'),
    source: z.string(),
    path: z.string(),
  }),
  agent: z.strictObject({ kind: z.string(), name: z.string() }),
  trial: z.int(),
  seed: z.int(),
  ablation: z.string(),
  harness_version: z.string(),
  sandbox: z.strictObject({
    backend: z.string(),
    isolated: z.boolean(),
    disk: z.string().optional().describe('how the limit of disk was held: enforced, watched; absent = no guarantee'),
  }),
  trust: trustEnforcementSchema.optional().describe('as in the manifest; absent = the level forbids nothing'),
  clock: declaredClockSchema.optional().describe('declared clock, and what holds it; absent = the real one'),
  configuration: attemptConfigurationSchema,
  snapshot: z.strictObject({ kind: z.string(), identity: z.string(), tree: z.string() }),
  pull_request: pullRequestPairSchema.optional(),
  replicates: replicatedAttemptSchema.optional().describe('the attempt that this one repeats; absent = none'),
  patch: z
    .strictObject({ sha256: z.string(), bytes: z.int(), files: z.int(), added: z.int(), deleted: z.int() })
    .nullable(),
  verdict: verdictSchema,
  timing: timingSchema,
  cost: attemptCostSchema,
  resources: z.strictObject({
    peak_memory_bytes: z.number().nullable(),
    cpu_ms: z.number().nullable(),
    network_attempts: z.int().nullable(),
  }),
  strata: z.record(z.string(), z.union([z.string(), z.number()])),
  imported_claims: importedClaimsSchema.optional().describe('absent = the agent ran here'),
  protocol_deviations: z.array(z.string()),
  network_replayable: z.boolean().describe('false when setup or agent had a live network (executable contracts §3.2)'),
  events: z.int(),
  head: z.string().describe('hash of the last event: publish it, and nobody can rewrite the log'),
});
export type AttemptReport = z.infer<typeof attemptReportSchema>;

/**
 * One line of `results.jsonl`: the report and the location of its record. Merges, analyses and publications read these
 * lines. `run` is the run directory, relative to the results file.
 */
export const attemptResultSchema = attemptReportSchema.extend({ run: z.string() });
export type AttemptResult = z.infer<typeof attemptResultSchema>;

/** Hypothetical limits of an attempt; null = the actual limit. */
const counterfactualLimitsSchema = z.strictObject({
  caps: z.strictObject({
    usd: z.number().positive().nullable(),
    tokens: z.number().positive().nullable(),
    wall_ms: z.number().positive().nullable().describe("of the agent's stages"),
  }),
  lambda: z.number().positive().nullable().describe('λ of q_minimal'),
  graded: verdictSchema.shape.graded.shape.weights.nullable(),
  decomposed: verdictSchema.shape.decomposed.shape.weights.nullable(),
});
export type CounterfactualLimits = z.infer<typeof counterfactualLimitsSchema>;

/**
 * Verdict that an attempt would have had under other limits (requirement S7). It is not a result: it never replaces the
 * sealed verdict, and readers of results reject it by its first field.
 */
export const counterfactualSchema = z.strictObject({
  counterfactual: counterfactualLimitsSchema,
  run: z.string(),
  attempt_id: z.string(),
  contract: z.strictObject({ id: z.string(), version: z.string() }),
  agent: z.string(),
  ablation: z.string(),
  trial: z.int(),
  sealed: z.strictObject({
    status: z.enum(attemptStatuses),
    graded_score: z.number(),
    decomposed_score: z.number(),
  }),
  status: z.enum([...attemptStatuses, 'unknown']).describe('unknown = the record does not say'),
  basis: z
    .enum(['evidence', 'rule', 'none'])
    .describe(
      'evidence: the record decides it · rule: a cap that is reached before the work is done is a failure · ' +
        'none: unknown',
    ),
  because: z.string(),
  stop: z
    .strictObject({
      cap: z.enum(['usd', 'tokens', 'wall']),
      seq: z.int().describe('event with which the cap is reached'),
      spent: z.number(),
      limit: z.number().describe('the cap, less the headroom of the contract'),
    })
    .nullable()
    .describe('where the agent would have been stopped'),
  graded: verdictSchema.shape.graded.nullable(),
  decomposed: verdictSchema.shape.decomposed.nullable(),
});
export type Counterfactual = z.infer<typeof counterfactualSchema>;

/** File name of counterfactual verdicts. */
export const COUNTERFACTUAL_FILE = 'counterfactual.jsonl';
