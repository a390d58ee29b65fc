import { z } from 'zod';
import { modelUsageSchema } from './model_usage.js';
import { pullRequestPairSchema } from './pull_request_pair.js';
import { verdictSchema } from './verdict.js';

/** Times of one attempt in milliseconds; `overhead` is what the harness itself took (bars: ≤ 300 ms warm). */
export const timingSchema = z.strictObject({
  wall_ms: z.number().describe('from open to seal'),
  setup_ms: z.number().describe('setup commands; 0 when the layer was reused'),
  agent_ms: z.number(),
  tool_ms: z.number().describe('time in commands of the agent'),
  evaluation_ms: z.number().describe('build, checks and canary commands'),
  waiting_ms: z
    .number()
    .describe(
      'waiting for a layer that another attempt was building, for runs of the reference solution, for throttled calls and for a person',
    ),
  overhead_ms: z.number(),
});

const usd = z.number().nullable();

/** What an attempt cost: models + execution + people + overhead, each by itself (R13). */
export const costSchema = z.strictObject({
  total_usd: usd.describe('sum of the parts that have a price; null = what models cost is unknown. Unknown is never 0'),
  lm_usd: usd.describe('models, as metered; null = unknown'),
  execution_usd: usd.describe('commands in the sandbox and calls of the agent; null = no price is declared'),
  human_usd: usd.describe('time of people; null = no price is declared'),
  overhead_usd: usd.describe('of a run: fixed, and what is kept; null = no price is declared'),
  unpriced: z
    .array(z.enum(['models', 'execution', 'people', 'overhead']))
    .describe('parts that were used and have no price: they are not in the total'),
  execution_minutes: z.number(),
  human_minutes: z.number().nullable().describe('for which people were waited for who then answered'),
  requests: z.int().describe('to models that went on'),
  estimated_requests: z.int().describe('of these, with a usage that nobody reported'),
  tokens: modelUsageSchema.omit({ source: true }).nullable().describe('of all requests; null = not metered'),
  by_phase: z
    .record(z.string(), z.strictObject({ requests: z.int(), tokens: z.int(), usd, execution_minutes: z.number() }))
    .describe('stage → what was used in it; usd: models'),
  projection: z
    .string()
    .describe('method: `table:` and its digest, `library:` and its version, or version of the fallback schedule'),
  prices: z.array(z.string()).describe('where the prices of requests to models are from'),
  fallback_units: z.number().describe('size in abstract units by the fallback schedule, which needs no prices'),
});
export type Cost = z.infer<typeof costSchema>;

/** What an independent run has to set up alike (executable contracts §6.3, fourth): two attempts that differ here are not comparable. */
export const configurationSchema = z.strictObject({
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
});
export type Configuration = z.infer<typeof configurationSchema>;

/** `report.json`: everything that is concluded about one attempt (executable contracts §3.1, run report). */
export const reportSchema = z.strictObject({
  schema: z.literal(1),
  attempt_id: z.string(),
  contract: z.strictObject({
    id: z.string(),
    version: z.string(),
    title: z.string(),
    tier: z.int(),
    kind: z.string().nullable(),
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
  configuration: configurationSchema,
  snapshot: z.strictObject({ kind: z.string(), identity: z.string(), tree: z.string() }),
  pull_request: pullRequestPairSchema.optional(),
  patch: z
    .strictObject({ sha256: z.string(), bytes: z.int(), files: z.int(), added: z.int(), deleted: z.int() })
    .nullable(),
  verdict: verdictSchema,
  timing: timingSchema,
  cost: costSchema,
  resources: z.strictObject({
    peak_memory_bytes: z.number().nullable(),
    cpu_ms: z.number().nullable(),
    network_attempts: z.int().nullable(),
  }),
  strata: z.record(z.string(), z.union([z.string(), z.number()])),
  protocol_deviations: z.array(z.string()),
  network_replayable: z.boolean().describe('false when setup or agent had a live network (executable contracts §3.2)'),
  events: z.int(),
  head: z.string().describe('hash of the last event: publish it, and nobody can rewrite the log'),
});
export type Report = z.infer<typeof reportSchema>;

/**
 * One line of `results.jsonl`: the report, and where its record is. What merges, aggregates and is published.
 * `run` is the run directory, relative to the results file.
 */
export const resultSchema = reportSchema.extend({ run: z.string() });
export type Result = z.infer<typeof resultSchema>;
