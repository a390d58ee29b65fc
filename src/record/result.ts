import { z } from 'zod';
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
    .describe('waiting for a layer that another attempt was building, for throttled calls and for a person'),
  overhead_ms: z.number(),
});

export const costSchema = z.strictObject({
  total_usd: z.number().nullable().describe('null = unknown, never 0'),
  lm_usd: z.number().nullable(),
  execution_minutes: z.number(),
  human_minutes: z.number().nullable(),
  projection: z.string().describe('price table digest, or version of the fallback schedule'),
});

/** `report.json`: everything that is concluded about one attempt (executable contracts §3.1, run report). */
export const reportSchema = z.strictObject({
  schema: z.literal(1),
  attempt_id: z.string(),
  contract: z.strictObject({ id: z.string(), version: z.string(), title: z.string(), tier: z.int(), path: z.string() }),
  agent: z.strictObject({ kind: z.string(), name: z.string() }),
  trial: z.int(),
  seed: z.int(),
  ablation: z.string(),
  harness_version: z.string(),
  sandbox: z.strictObject({ backend: z.string(), isolated: z.boolean() }),
  snapshot: z.strictObject({ kind: z.string(), identity: z.string(), tree: z.string() }),
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
