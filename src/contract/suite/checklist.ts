import { z } from 'zod';

const criterionSchema = z
  .strictObject({ met: z.boolean(), evidence: z.string().trim().min(1).describe('what was looked at, and where') })
  .optional();

/** Schema of the ten criteria of the agentic benchmark checklist, in the order of the publication. */
const manualCriteriaSchema = z.strictObject({
  reward_design: criterionSchema,
  sufficient_test_cases: criterionSchema,
  environment_stochasticity: criterionSchema,
  state_isolation: criterionSchema,
  tool_availability: criterionSchema,
  human_baseline: criterionSchema,
  failure_modes: criterionSchema,
  cost_tracking: criterionSchema,
  latency_bounds: criterionSchema,
  reproducibility_seed: criterionSchema,
});

/**
 * Schema of manual findings about a benchmark (requirement G8). They count only with evidence, and only for criteria
 * that no measurement decides.
 */
export const checklistSchema = z.strictObject({
  human_baseline: z.number().min(0).max(1).optional().describe('share of the tasks that people solve'),
  manual: manualCriteriaSchema.default({}).describe('criterion → what a person found'),
});
export type Checklist = z.output<typeof checklistSchema>;
