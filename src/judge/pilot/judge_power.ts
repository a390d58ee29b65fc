import { sumDollars } from '../../record/costs/cost_estimator.js';
import type { PowerAnalysis } from '../../record/planning/pilot_protocol.js';
import { estimatedComponents, upperComponents, type VarianceComponents } from '../statistics/variance_components.js';
import { pairOutcomes } from './compute_complete_differences.js';
import {
  type CriterionFinding,
  criterionMet,
  criterionNotMet,
  criterionUndecided,
  getStageEvidence,
  listCompletedAttempts,
  listRemainingTasks,
  type PilotEvidence,
  sumAttemptCosts,
} from './pilot_evidence.js';
import { planPower } from './plan_power.js';

/**
 * Computes the power analysis with the data of the pilot. For each comparison it takes the upper ends of the variances;
 * the least power counts. Data with one trial per task give no variances; then the assumed ones stay.
 */
export function computePilotPower(pilot: PilotEvidence): PowerAnalysis {
  const { protocol } = pilot;
  const question = {
    tasks: listRemainingTasks(pilot).length,
    trials: countPlannedTrials(pilot),
    comparisons: protocol.comparisons.length,
    settings: protocol.settings,
    analysis: protocol.analysis,
  };
  const pairs = protocol.comparisons.map((pair) => {
    const outcomes = pairOutcomes(pilot, pair);
    const estimated = toCompleteComponents(estimatedComponents(outcomes));
    // A variance of zero shows that there are few data, not that there is no variance.
    const silent = estimated === null || estimated.between + estimated.within_a + estimated.within_b === 0;
    const upper = silent ? null : toCompleteComponents(upperComponents(outcomes, { seed: protocol.seed }));
    return planPower({ ...question, components: upper && limitComponents(upper, outcomes.length, pilot) });
  });
  if (pairs.length === 0 || pairs.some(({ power }) => power === null)) return planPower(question);
  return pairs.reduce((least, one) => (one.power! < least.power! ? one : least));
}

/** Number of tasks below which the upper ends of a bootstrap are no bounds. Larger assumed variances then count. */
const FEW_TASKS = 10;

function limitComponents(
  upper: VarianceComponents,
  tasks: number,
  { protocol: { power } }: PilotEvidence,
): VarianceComponents {
  const assumed = power.components;
  if (tasks >= FEW_TASKS || assumed === null) return upper;
  return {
    between: Math.max(upper.between, assumed.between),
    within_a: Math.max(upper.within_a, assumed.within_a),
    within_b: Math.max(upper.within_b, assumed.within_b),
  };
}

/** Judges whether stage 3 is worth its runs, and whether the budget covers them. */
export function judgePower(pilot: PilotEvidence): CriterionFinding {
  const analysis = computePilotPower(pilot);
  const basis = analysis.from === 'data' ? 'with upper ends of the variances that were seen' : 'with assumed variances';
  const detail =
    `power ${formatPercent(analysis.power)} to find ${formatPercent(analysis.minimum_effect)} (wanted ` +
    `${formatPercent(analysis.power_wanted)}), ${basis}; ${analysis.tasks_needed ?? 'unknown many'} tasks are needed, ` +
    `there are ${analysis.tasks}`;
  if (analysis.verdict === 'does not support') return criterionNotMet(detail);
  const { total_usd } = pilot.protocol.budget;
  const { usd, unknown } = sumAttemptCosts(listCompletedAttempts(pilot));
  const expected = computeExpectedCost(pilot);
  if (unknown.length > 0 || expected === null)
    return criterionUndecided(`${detail}; what stage 3 costs cannot be said`, unknown);
  const budget =
    `stage 3 is expected to cost ${expected.toFixed(4)} USD, left are ` +
    `${total_usd === null ? 'no bounds' : `${(total_usd - usd).toFixed(4)} USD`}`;
  if (total_usd !== null && usd + expected > total_usd) return criterionNotMet(`${detail}; ${budget}`);
  return analysis.verdict === 'supports' ? criterionMet(`${detail}; ${budget}`) : criterionUndecided(detail);
}

/**
 * Computes the cost of the rest of stage 3, at the mean cost of each arm so far.
 *
 * @returns null if an arm has no cost yet
 */
function computeExpectedCost(pilot: PilotEvidence): number | null {
  const means = new Map(
    pilot.protocol.arms.map(({ id }) => {
      const arm_attempts = listCompletedAttempts(pilot).filter(({ trial }) => trial.arm === id);
      return [id, arm_attempts.length === 0 ? null : sumAttemptCosts(arm_attempts).usd / arm_attempts.length];
    }),
  );
  return sumDollars(getStageEvidence(pilot, 3).missing.map(({ arm }) => means.get(arm) ?? null));
}

/** Counts the trials of a task and arm in the whole plan. */
function countPlannedTrials({ stages }: PilotEvidence): number {
  return stages.flatMap(({ plan }) => plan.attempts).reduce((most, { trial }) => Math.max(most, trial), 1);
}

function toCompleteComponents({ between, within_a, within_b }: { [Name in keyof VarianceComponents]: number | null }) {
  return between === null || within_a === null || within_b === null ? null : { between, within_a, within_b };
}

const formatPercent = (share: number | null) => (share === null ? 'unknown' : `${(100 * share).toFixed(1)} %`);
