import { z } from 'zod';
import { attemptStatuses, verdictSchema } from './verdict.js';

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
