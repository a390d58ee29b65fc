import { z } from 'zod';
import { replicatedAttemptSchema } from '../manifest/replicated_attempt.js';
import { attemptResultSchema } from '../verdict/attempt_result.js';

/** Replication of an attempt as it is planned: what is repeated, what varies, and what came of it the first time. */
export const replicationSchema = z.strictObject({
  source: replicatedAttemptSchema,
  recorded: attemptResultSchema.describe('result of the replicated attempt'),
});
export type Replication = z.infer<typeof replicationSchema>;
