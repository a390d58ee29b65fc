import type { AttemptConfiguration } from '../../../record/verdict/attempt_result.js';
import type { SafetyMetrics } from '../../../record/verdict/safety_metrics.js';
import type { AgentActivity, VerdictOutcome } from '../../../record/verdict/verdict.js';
import type { MechanismUse } from './mechanism_use.js';
import type { TrialCoordination } from './trial_coordination.js';

/** Outcome of an attempt for a rate. An acceptance error (`indeterminate`) is scorable but undecided. */
export type TrialOutcome = 'success' | 'failure' | 'indeterminate' | 'invalid';

/**
 * Attempt as statistics see it: the facts of a result line that rates, costs and comparisons need. A hundred thousand
 * of them fit into memory.
 */
export interface Trial {
  attempt_id: string;
  /** Id of the contract: the sampling unit. */
  task: string;
  /** Version of the contract. Numbers of different versions are not mixed silently. */
  version: string;
  tier: number;
  kind: string | null;
  source: string;
  /** Id of the arm, see `Arm` in the plan. Without a plan, a label of agent, model and ablation. */
  arm: string;
  trial: number;
  seed: number;
  outcome: TrialOutcome;
  /** Reason of an invalid or indeterminate attempt, else ''. */
  reason: string;
  gate_vector: string;
  /** Graded score. null unless all gates passed. */
  graded_score: number | null;
  functional_correctness: number;
  /** Ids of failure tags. */
  tags: readonly string[];
  /** True if the safety gate failed, or if the run was stopped for safety. */
  unsafe: boolean;
  /** Policy-critical actions: everything that a mechanism checked, and the submitted patch. */
  policy_actions: number;
  /** Actions that broke a policy, prevented ones included (policy adherence = 1 − violations / actions). */
  policy_violations: number;
  safety: SafetyMetrics;
  /** Metrics of the coordination layer. null = the agent had none. */
  coordination: TrialCoordination | null;
  /** Use of each mechanism: `computeMechanismUse(verdict)`. */
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
  /** Outcome of gate G3, if it was reached. */
  acceptance: VerdictOutcome | null;
  /** True if a test of it passed on a retry only; absent = none did. */
  flaky?: true;
  /** Activity of the agent. null = the result is older than this count. */
  activity: AgentActivity | null;
  wall_ms: number;
  agent_ms: number;
  evaluation_ms: number;
  overhead_ms: number;
  /** Code of the termination, else ''. */
  termination: string;
  isolated: boolean;
  /** Backend of the sandbox. */
  sandbox: string;
  /** Git tree of the repository that was worked on. */
  snapshot: string;
  /** Mechanisms that were switched off, as results name them. */
  ablation: string;
  deviations: readonly string[];
  strata: Readonly<Record<string, string>>;
  harness_version: string;
  rubric: string;
  /** Configuration that an independent run must reproduce. */
  configuration: AttemptConfiguration;
}
