import { z } from 'zod';
import { statuses, verdictSchema } from './verdict.js';

/** Other terms than those under which attempts were made; null = as they were. */
export const termsSchema = z.strictObject({
  caps: z.strictObject({
    usd: z.number().positive().nullable(),
    tokens: z.number().positive().nullable(),
    wall_ms: z.number().positive().nullable().describe("of the agent's stages"),
  }),
  lambda: z.number().positive().nullable().describe('λ of q_minimal'),
  graded: verdictSchema.shape.graded.shape.weights.nullable(),
  decomposed: verdictSchema.shape.decomposed.shape.weights.nullable(),
});
export type Terms = z.infer<typeof termsSchema>;

/**
 * What an attempt would have been judged under other terms (S7; executable contracts §5.4). It is no result: it is never written over the
 * sealed verdict, and whatever reads results refuses it by its first field.
 */
export const counterfactualSchema = z.strictObject({
  counterfactual: termsSchema,
  run: z.string(),
  attempt_id: z.string(),
  contract: z.strictObject({ id: z.string(), version: z.string() }),
  agent: z.string(),
  ablation: z.string(),
  trial: z.int(),
  sealed: z.strictObject({
    status: z.enum(statuses),
    graded_score: z.number(),
    decomposed_score: z.number(),
  }),
  status: z.enum([...statuses, 'unknown']).describe('unknown = the record does not say'),
  basis: z
    .enum(['evidence', 'rule', 'none'])
    .describe(
      'evidence: the record decides it · rule: a cap that is reached before the work is done is a failure · none: unknown',
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

export const COUNTERFACTUAL_FILE = 'counterfactual.jsonl';
