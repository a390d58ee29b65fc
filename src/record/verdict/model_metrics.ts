import { z } from 'zod';
import { modelUsageSchema } from '../models/model_usage.js';

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
