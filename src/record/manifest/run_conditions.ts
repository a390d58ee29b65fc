import { z } from 'zod';

const digestSchema = z.string();
const textsSchema = z.record(z.string(), z.string());

/**
 * Conditions of one attempt beside contract version, agent and tools. Attempts that differ here are comparable only
 * with a declared difference.
 */
export const runConditionsSchema = z.strictObject({
  record_schema: z.int().describe('version of the form of events and manifest'),
  briefing: digestSchema.describe('sha256 of everything that agents are told of the task'),
  sandbox_version: z.string(),
  guarantees: textsSchema.describe('guarantees of the sandbox, each with how it is held'),
  runtime: textsSchema.describe('versions of what the harness runs on'),
  machine: textsSchema.describe('platform, kernel, classes of processor and memory'),
  network: z.string().describe('"deny", or the destinations that the contract allows'),
  policy: digestSchema.describe('digest of the policy of the contract'),
  budget: digestSchema.describe('digest of the budget of the contract'),
  rules: textsSchema.describe('digests of further guardrail rules'),
  prices: z
    .string()
    .nullable()
    .describe('declared price table and library of prices; null = neither agent nor judge ask models'),
  redaction: digestSchema
    .nullable()
    .describe('digest of the redaction rules; null = neither agent nor judge ask models'),
  model_access: digestSchema
    .nullable()
    .describe('digest of allowed models, upstreams and steering; null = no models are asked'),
  judge_model: z.string().optional().describe('judge model of `model_checks`; absent = none'),
  judge_access: digestSchema.optional().describe('digest of the upstreams of the judge model; absent = none'),
});
export type RunConditions = z.infer<typeof runConditionsSchema>;
