import { z } from 'zod';

/** Report of HAL by its own names. Its `pass_at_k` is the share of tasks where all k runs succeed (pass^k). */
export const consistencyReportSchema = z.strictObject({
  pass_at_1: z.number().describe('share of all attempts that succeed'),
  pass_at_k: z
    .number()
    .describe('share of tasks of which all k attempts succeed; elsewhere called pass^k or pass_hat_k'),
  consistency_gap: z.number().describe('pass_at_1 − pass_at_k'),
  run_variance: z
    .number()
    .describe('of the success rate between passes, with n − 1 in the denominator; 0 for one pass'),
  clear_scores: z
    .array(z.number())
    .describe('per pass: share of its evaluations whose CLEAR score reached the threshold'),
  reasoning_paradox: z
    .boolean()
    .describe('the last two passes did worse than the first two by more than .05; never below four passes'),
  pareto_efficient: z.boolean().describe('on the front of the agents that are known'),
});
