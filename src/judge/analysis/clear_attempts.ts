import type { AnalysisSettings } from '../../contract/suite.js';
import type { PlannedTask } from '../../record/plan.js';
import { type Anchor, attemptScore, type ClearDimensions, normalised, policyAdherence } from './clear_score.js';
import type { Trial } from './trial.js';

/** Where an anchor is from. */
export type AnchorSource = 'suite' | 'contracts' | 'none';

/** CLEAR of single attempts, against anchors that were fixed beforehand: those of the suite, else the budget of each contract. */
export interface ClearAttempts {
  source: { cost: AnchorSource; latency: AnchorSource };
  cost(trial: Trial): number | null;
  latency(trial: Trial): number | null;
  /** Whether it ended within the time that scores 0; null = there is no anchor. */
  withinSla(trial: Trial): boolean | null;
  score(trial: Trial): number | null;
  /** Whether the score reaches the threshold; null = an undecided attempt, or one of which a cost or an anchor is unknown. */
  reached(trial: Trial): boolean | null;
}

export function clearAttempts(
  { clear: { weights, cost_usd, latency_ms, threshold } }: Pick<AnalysisSettings, 'clear'>,
  tasks: readonly Pick<PlannedTask, 'id' | 'version' | 'budget_usd' | 'budget_wall_ms'>[],
): ClearAttempts {
  const planned = new Map(tasks.map((task) => [`${task.id}\n${task.version}`, task]));
  const anchor = (trial: Trial, suite: Anchor | undefined, of: 'budget_usd' | 'budget_wall_ms'): Anchor | undefined => {
    const task = planned.get(`${trial.task}\n${trial.version}`);
    return suite ?? (task && { best: 0, worst: task[of] });
  };
  const place = (value: number | null, within: Anchor | undefined) =>
    value === null || within === undefined ? null : normalised(value, within);
  const attempts: ClearAttempts = {
    source: {
      cost: cost_usd ? 'suite' : tasks.length > 0 ? 'contracts' : 'none',
      latency: latency_ms ? 'suite' : tasks.length > 0 ? 'contracts' : 'none',
    },
    cost: (trial) => place(trial.cost.total_usd, anchor(trial, cost_usd, 'budget_usd')),
    latency: (trial) => place(trial.wall_ms, anchor(trial, latency_ms, 'budget_wall_ms')),
    withinSla(trial) {
      const within = anchor(trial, latency_ms, 'budget_wall_ms');
      return within === undefined ? null : trial.wall_ms <= within.worst;
    },
    score(trial) {
      if (trial.outcome !== 'success' && trial.outcome !== 'failure') return null;
      const dimensions: Omit<ClearDimensions, 'reliability'> = {
        cost: attempts.cost(trial),
        latency: attempts.latency(trial),
        efficacy: trial.outcome === 'success' ? 1 : 0,
        assurance: policyAdherence(trial.policy_actions, trial.policy_violations),
      };
      if (dimensions.cost === null || dimensions.latency === null) return null;
      return attemptScore(dimensions, weights);
    },
    reached(trial) {
      const score = attempts.score(trial);
      return score === null ? null : score >= threshold;
    },
  };
  return attempts;
}
