import type { Replication } from '../../../record/planning/plan.js';
import { wilson } from '../../statistics/interval.js';
import { compareConditions } from '../conditions/comparability.js';
import { toTrial } from '../trials/to_trial.js';
import type { Trial } from '../trials/trial.js';
import type { ReplicatedTrial, ReplicationSummary } from './replication_summary.js';

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
