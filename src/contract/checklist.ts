import { z } from 'zod';

const said = z
  .strictObject({ met: z.boolean(), evidence: z.string().trim().min(1).describe('what was looked at, and where') })
  .optional();

/** The ten criteria of the agentic benchmark checklist, in the order of their source. */
const manual = z.strictObject({
  reward_design: said,
  sufficient_test_cases: said,
  environment_stochasticity: said,
  state_isolation: said,
  tool_availability: said,
  human_baseline: said,
  failure_modes: said,
  cost_tracking: said,
  latency_bounds: said,
  reproducibility_seed: said,
});
export const criteria = Object.keys(manual.shape);

/** What people found of a benchmark (G8): counts for criteria that no measurement decides, and only with evidence. */
export const checklistSchema = z.strictObject({
  human_baseline: z.number().min(0).max(1).optional().describe('share of the tasks that people solve'),
  manual: manual.default({}).describe('criterion → what a person found'),
});
export type Checklist = z.output<typeof checklistSchema>;
