import { z } from 'zod';

const countSchema = z.int().nullable();

/**
 * Counts of what an agent did in one attempt. Each act counts once, on whatever road it was seen. An unknown count
 * is null, never 0.
 */
export const agentActivitySchema = z.strictObject({
  tool_calls: countSchema.describe('commands and edits that were tried; programs that run below one are part of it'),
  test_cycles: countSchema.describe('acts that run the tests of the contract'),
  failed_test_cycles: countSchema.describe('of these, as far as their end was seen'),
  build_cycles: countSchema,
  dependency_events: countSchema.describe('acts that resolve or install dependencies'),
  unobserved: z.array(z.string()).describe('roads that were not watched, with the reason; why a count is null'),
});
export type AgentActivity = z.infer<typeof agentActivitySchema>;
