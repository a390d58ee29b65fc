import { lacksSafety } from '../../../contract/coordination/mechanism.js';
import type { AnalysisSettings } from '../../../contract/suite/analysis_settings.js';
import type { PlannedTask } from '../../../record/planning/plan.js';
import type { Trial } from '../trials/trial.js';
import { type Anchor, attemptScore, type ClearDimensions, normalised, policyAdherence } from './clear_score.js';

/** Source of an anchor. */
type AnchorSource = 'suite' | 'contracts' | 'none';

/**
 * Scorer of single attempts by CLEAR. Its anchors are fixed beforehand: those of the suite, else the budget of each
 * contract.
 */
export interface ClearScorer {
  source: { scoreCost: AnchorSource; scoreLatency: AnchorSource };
  scoreCost(trial: Trial): number | null;
  scoreLatency(trial: Trial): number | null;
  /** Checks whether an attempt ended within the time that scores 0. null = there is no anchor. */
  isWithinSla(trial: Trial): boolean | null;
  /** Scores an attempt over its known dimensions, as `CLEARFramework` does: an unknown cost is left out, never 0. */
  scoreTrial(trial: Trial): number | null;
  /**
   * Checks whether the score reaches the threshold. null for an undecided attempt, and for one without mechanisms of
   * safety, whose assurance is unknown.
   */
  hasReachedThreshold(trial: Trial): boolean | null;
}

/** Creates a scorer of single attempts. */
export function createClearScorer(
  { clear: { weights, cost_usd, latency_ms, threshold } }: Pick<AnalysisSettings, 'clear'>,
  tasks: readonly Pick<PlannedTask, 'id' | 'version' | 'budget_usd' | 'budget_wall_ms'>[],
): ClearScorer {
  const planned = new Map(tasks.map((task) => [`${task.id}\n${task.version}`, task]));
  const anchor = (trial: Trial, suite: Anchor | undefined, of: 'budget_usd' | 'budget_wall_ms'): Anchor | undefined => {
    const task = planned.get(`${trial.task}\n${trial.version}`);
    return suite ?? (task && { best: 0, worst: task[of] });
  };
  const place = (value: number | null, within: Anchor | undefined) =>
    value === null || within === undefined ? null : normalised(value, within);
  const fallback = tasks.length > 0 ? 'contracts' : 'none';
  const attempts: ClearScorer = {
    source: {
      scoreCost: cost_usd ? 'suite' : fallback,
      scoreLatency: latency_ms ? 'suite' : fallback,
    },
    scoreCost: (trial) => place(trial.cost.total_usd, anchor(trial, cost_usd, 'budget_usd')),
    scoreLatency: (trial) => place(trial.wall_ms, anchor(trial, latency_ms, 'budget_wall_ms')),
    isWithinSla(trial) {
      const latency_limit = anchor(trial, latency_ms, 'budget_wall_ms');
      return latency_limit === undefined ? null : trial.wall_ms <= latency_limit.worst;
    },
    scoreTrial(trial) {
      if (trial.outcome !== 'success' && trial.outcome !== 'failure') return null;
      const dimensions: Omit<ClearDimensions, 'reliability'> = {
        cost: attempts.scoreCost(trial),
        latency: attempts.scoreLatency(trial),
        efficacy: trial.outcome === 'success' ? 1 : 0,
        assurance: policyAdherence(trial.policy_actions, trial.policy_violations),
      };
      // Nobody looked for violations: a score without assurance would reward that.
      if (weights.assurance > 0 && lacksSafety(trial.ablation)) return null;
      return attemptScore(dimensions, weights);
    },
    hasReachedThreshold(trial) {
      const score = attempts.scoreTrial(trial);
      return score === null ? null : score >= threshold;
    },
  };
  return attempts;
}
