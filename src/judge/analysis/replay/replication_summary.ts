import { z } from 'zod';
import { replicatedAttemptSchema } from '../../../record/manifest/manifest.js';
import { comparabilitySchema } from '../conditions/comparability.js';
import { intervalSchema } from '../rates/success_rate.js';

/** Outcome of one attempt for a reader, with what it took. */
const replicatedTrialSchema = z.strictObject({
  attempt_id: z.string(),
  trial: z.int(),
  seed: z.int(),
  outcome: z.enum(['success', 'failure', 'indeterminate', 'invalid']),
  gate_vector: z.string(),
  graded_score: z.number().nullable().describe('null unless all gates passed'),
  total_usd: z.number().nullable().describe('null = unknown'),
  wall_ms: z.number(),
});
export type ReplicatedTrial = z.infer<typeof replicatedTrialSchema>;

/** `replication.json`: trials against the attempt that they repeat (executable contracts §3.7). */
export const replicationSummarySchema = z.strictObject({
  schema: z.literal(1),
  source: replicatedAttemptSchema,
  recorded: replicatedTrialSchema.describe('the attempt that is repeated'),
  trials: z.array(replicatedTrialSchema),
  decided: z.int().describe('trials that ended in success or failure; others say nothing about agreement'),
  same_outcome: z
    .int()
    .nullable()
    .describe('decided trials with the outcome of the recorded attempt; null = that one is undecided itself'),
  interval: intervalSchema.nullable().describe("Wilson's, of the share with the same outcome; null = no trial decided"),
  same_gates: z.int().describe('decided trials with the same gates'),
  consistent: z.boolean().nullable().describe('all decided trials have one outcome; null = fewer than two'),
  pair_agreement: z.number().nullable().describe('share of pairs of decided trials with one outcome; null as above'),
  comparability: comparabilitySchema.describe('conditions in which the trials differ from the recorded attempt'),
});
export type ReplicationSummary = z.infer<typeof replicationSummarySchema>;
