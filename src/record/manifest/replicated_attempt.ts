import { z } from 'zod';
import { VARIATIONS } from './variations.js';

/** Part of a configuration that a replication varies. */
export const variationSchema = z.enum(VARIATIONS);

/** Attempt that another one repeats, and what was declared to differ (executable contracts §3.7). */
export const replicatedAttemptSchema = z.strictObject({
  attempt_id: z.string().describe('the attempt whose configuration is repeated'),
  head: z.string().describe('hash of the last event of its record'),
  verified: z
    .boolean()
    .describe('true = its record was verified; false = only a line of results was there, which nothing verifies'),
  vary: z.array(variationSchema).describe('parts that differ, as declared beforehand; empty = none'),
});
export type ReplicatedAttempt = z.infer<typeof replicatedAttemptSchema>;
