import { z } from 'zod';
import { replicatedAttemptSchema } from '../../../record/manifest/manifest.js';
import type { Replication } from '../../../record/planning/plan.js';
import { wilson } from '../../statistics/interval.js';
import { comparabilitySchema, compareConditions } from '../conditions/comparability.js';
import { intervalSchema } from '../rates/success_rate.js';
import { type Trial, toTrial } from '../trials/trial.js';

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
type ReplicatedTrial = z.infer<typeof replicatedTrialSchema>;

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

const isDecided = ({ outcome }: Pick<Trial, 'outcome'>) => outcome === 'success' || outcome === 'failure';

/**
 * Summarises the trials of a replication: agreement with the attempt that they repeat, consistency among themselves,
 * and conditions that differ. Undecided trials are listed and count for neither.
 */
export function summariseReplication({ source, recorded }: Replication, trials: readonly Trial[]): ReplicationSummary {
  const first = toTrial(recorded, { id: 'recorded' });
  const decided = trials.filter(isDecided);
  const same = isDecided(first) ? decided.filter(({ outcome }) => outcome === first.outcome).length : null;
  const successes = decided.filter(({ outcome }) => outcome === 'success').length;
  const pairs = (count: number) => (count * (count - 1)) / 2;
  const several = decided.length >= 2;
  return {
    schema: 1,
    source,
    recorded: toReplicatedTrial(first),
    trials: [...trials].sort((a, b) => a.trial - b.trial).map(toReplicatedTrial),
    decided: decided.length,
    same_outcome: same,
    interval: same === null || decided.length === 0 ? null : wilson(same / decided.length, decided.length),
    same_gates: decided.filter(({ gate_vector }) => gate_vector === first.gate_vector).length,
    consistent: several ? successes === 0 || successes === decided.length : null,
    pair_agreement: several ? (pairs(successes) + pairs(decided.length - successes)) / pairs(decided.length) : null,
    comparability: compareConditions({ trials: [first] }, { trials: [...trials] }),
  };
}

function toReplicatedTrial(trial: Trial): ReplicatedTrial {
  const { attempt_id, trial: number, seed, outcome, gate_vector, graded_score, cost, wall_ms } = trial;
  return { attempt_id, trial: number, seed, outcome, gate_vector, graded_score, total_usd: cost.total_usd, wall_ms };
}
