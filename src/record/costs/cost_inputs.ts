import { z } from 'zod';
import { plannedBudgetSchema } from '../planning/plan.js';

const usdSchema = z.number().nullable();

/**
 * `cost_model_inputs.json`: assumptions from which the cost of a pilot is projected. They are inputs of a plan, not
 * measurements.
 */
export const costInputsSchema = z.strictObject({
  schema: z.literal(1),
  label: z.literal('inputs for planning, no measurement'),
  table: z
    .strictObject({ path: z.string(), sha256: z.string() })
    .nullable()
    .describe('price table with quantities; null = none was declared, so only caps and the time of people are known'),
  units: z.array(
    z.strictObject({
      action_type: z.string(),
      unit: z.string(),
      unit_price: z.number().describe('USD'),
      model: z.string(),
      provider: z.string(),
      days: z.string(),
      quantity: z
        .number()
        .nullable()
        .describe('that one attempt is expected to use; null = nobody has said, which is not 0'),
      applies_to: z.enum(['every attempt', 'attempts that ask models', 'attempts of agents under test']),
    }),
  ),
  arms: z.array(
    z.strictObject({
      arm: z.string(),
      role: z.string(),
      attempts: z.int(),
      ceiling_usd: z
        .number()
        .describe('most that one of its attempts can cost in model calls, mean over tasks; 0 = it asks none'),
      expected_usd: usdSchema.describe(
        'of one attempt, by units and quantities; null = a unit that applies has no quantity',
      ),
      people_usd: usdSchema.describe('of people, for one attempt, mean over tasks; null = their time has no price'),
    }),
  ),
  tasks: z.int(),
  trials: z.int(),
  budget: plannedBudgetSchema,
});
export type CostInputs = z.infer<typeof costInputsSchema>;
