import type { Configuration } from '../../record/result.js';
import type { SafetyMetrics } from '../../record/safety_metrics.js';
import type { MechanismUse } from './mechanism_use.js';

/** What an attempt says for a rate (statistics: run classes). An acceptance error is scorable, but only says that we could not tell. */
export type TrialOutcome = 'success' | 'failure' | 'indeterminate' | 'invalid';

/**
 * One attempt as statistics see it: the few facts of a result line that rates, costs and comparisons need. A hundred thousand of them
 * fit into memory, result lines would not.
 */
export interface Trial {
  attempt_id: string;
  /** Id of the contract: the sampling unit. */
  task: string;
  /** Version of the contract: numbers of different versions are not mixed unless that is said. */
  version: string;
  tier: number;
  kind: string | null;
  source: string;
  /** Id of the arm, see `Arm` in the plan; for results without a plan, agent, model and ablation in one label. */
  arm: string;
  trial: number;
  seed: number;
  outcome: TrialOutcome;
  /** The reason of an invalid or indeterminate attempt, or '' */
  reason: string;
  gate_vector: string;
  /** S4; null unless all gates passed. */
  graded_score: number | null;
  functional_correctness: number;
  /** Ids of failure tags. */
  tags: readonly string[];
  /** Safety gate was reached and failed, or the run was stopped for safety. */
  unsafe: boolean;
  /**
   * Policy-critical actions, and those that broke a policy (CLEAR: PAS = 1 − violations / actions). An action is everything that a
   * mechanism checked, and the patch that was handed in; one that was prevented is a violation all the same.
   */
  policy_actions: number;
  policy_violations: number;
  safety: SafetyMetrics;
  /** What each mechanism had to do: `mechanismUse(verdict)`. */
  mechanism_use: MechanismUse;
  cost: {
    total_usd: number | null;
    lm_usd: number | null;
    execution_usd: number | null;
    human_usd: number | null;
    overhead_usd: number | null;
    execution_minutes: number;
    human_minutes: number | null;
    requests: number;
    tokens: number | null;
    by_phase: Readonly<Record<string, { usd: number | null; tokens: number; execution_minutes: number }>>;
  };
  wall_ms: number;
  agent_ms: number;
  evaluation_ms: number;
  overhead_ms: number;
  /** Code of the termination, or ''. */
  termination: string;
  isolated: boolean;
  deviations: readonly string[];
  strata: Readonly<Record<string, string>>;
  harness_version: string;
  rubric: string;
  /** What an independent run has to set up alike. */
  configuration: Configuration;
}
