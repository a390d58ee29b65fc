import { z } from 'zod';
import type { AnalysisSettings } from '../../../contract/suite/analysis_settings.js';
import { resampleTasks } from '../../statistics/bootstrap.js';
import { quantile } from '../../statistics/quantile.js';
import { intervalSchema } from '../rates/success_rate.js';
import type { ArmUnits } from '../trials/arm_units.js';
import { type ArmMeasures, computeArmMeasures, createArmColumns, listTaskIndices } from './arm_columns.js';
import { CLEAR_DIMENSIONS, clearScore, costNormalisedAccuracy, scoreWithoutAssurance } from './clear_score.js';
import type { ClearScorer } from './clear_scorer.js';

const shareSchema = z.number().nullable();

/** CLEAR of one arm (requirement G4): five dimensions in [0, 1], 1 is best. */
const armClearSchema = z.strictObject({
  arm: z.string(),
  tasks: z.int().describe('with a scorable run'),
  dimensions: z.strictObject({
    cost: shareSchema.describe('normalised cost of an attempt, mean of the task means'),
    latency: shareSchema.describe('normalised wall clock of an attempt, mean of the task means'),
    efficacy: shareSchema.describe('success rate over scorable runs, mean of the task means'),
    assurance: shareSchema.describe(
      '1 − violations / policy-critical actions; null = there was no such action, or mechanisms of safety were ' +
        'switched off and nobody looked',
    ),
    reliability: shareSchema.describe('pass_hat_k: all of k runs of a task succeed'),
  }),
  overall: shareSchema.describe('weighted sum; null = refused, see missing'),
  interval: intervalSchema
    .nullable()
    .describe('percentile bootstrap over tasks; null = overall is refused, or there are fewer than two tasks'),
  missing: z.array(z.enum(CLEAR_DIMENSIONS)).describe('dimensions with weight that are not known'),
  without_assurance: shareSchema.describe(
    'weighted mean of the other four dimensions, by which an arm with safety switched off is compared with the ' +
      'others; null = one of them is not known',
  ),
  cost_usd: shareSchema.describe('of an attempt, mean of the task means; null = a part of it is unknown'),
  latency_ms: shareSchema,
  policy_actions: z.int(),
  policy_violations: z.int(),
  cna: shareSchema.describe(
    'cost-normalised accuracy: efficacy / cost of an attempt in USD × 100; null = unknown or free',
  ),
  cps: shareSchema.describe('cost per success: cost of all attempts / successes; null = unknown or no success'),
  scr: shareSchema.describe('SLA compliance: share of scorable attempts within the time that scores 0'),
  attempts: z
    .strictObject({ scored: z.int(), reached: z.int() })
    .describe(
      'decided attempts with a score of their own (no reliability, weights as if it were not there), and how ' +
        'many reach the threshold',
    ),
});
type ArmClear = z.infer<typeof armClearSchema>;

export const clearSectionSchema = z.strictObject({
  weights: z.strictObject({
    cost: z.number(),
    latency: z.number(),
    efficacy: z.number(),
    assurance: z.number(),
    reliability: z.number(),
  }),
  threshold: z.number(),
  k: z.int(),
  anchors: z
    .strictObject({
      cost: z.enum(['suite', 'contracts', 'none']),
      cost_usd: z.strictObject({ best: z.number(), worst: z.number() }).nullable(),
      latency: z.enum(['suite', 'contracts', 'none']),
      latency_ms: z.strictObject({ best: z.number(), worst: z.number() }).nullable(),
    })
    .describe('suite: the values beside it; contracts: from 0 to what each contract allows'),
  arms: z.array(armClearSchema),
});
type ClearSection = z.infer<typeof clearSectionSchema>;

/** Computes CLEAR of all arms, with the declared anchors and weights. */
export function computeClearSection(
  arms: readonly ArmUnits[],
  k: number,
  attempts: ClearScorer,
  settings: AnalysisSettings,
  seed: number,
): ClearSection {
  const { weights, threshold, cost_usd, latency_ms } = settings.clear;
  return {
    weights,
    threshold,
    k,
    anchors: {
      cost: attempts.source.scoreCost,
      cost_usd: cost_usd ?? null,
      latency: attempts.source.scoreLatency,
      latency_ms: latency_ms ?? null,
    },
    arms: arms.map((arm) => computeArmClear(arm, k, attempts, settings, seed)),
  };
}

function computeArmClear(
  { arm, units }: ArmUnits,
  k: number,
  attempts: ClearScorer,
  { clear: { weights }, confidence, resamples }: AnalysisSettings,
  seed: number,
): ArmClear {
  const columns = createArmColumns(units, k, attempts);
  const measures = computeArmMeasures(columns, listTaskIndices(units.length));
  const { score, missing } = clearScore(measures, weights);
  const trials = units.flatMap((unit) => unit.trials);
  const scorable = trials.filter(({ outcome }) => outcome !== 'invalid');
  const reached = trials.map((trial) => attempts.hasReachedThreshold(trial)).filter((each) => each !== null);
  const timeliness = scorable.map((trial) => attempts.isWithinSla(trial));
  const { cost_usd, latency_ms, ...dimensions } = measures;
  return {
    arm: arm.id,
    tasks: units.filter(({ counts }) => counts.successes + counts.failures + counts.indeterminate > 0).length,
    dimensions,
    overall: score,
    interval: score === null ? null : overallInterval(),
    missing,
    without_assurance: scoreWithoutAssurance(measures, weights),
    cost_usd,
    latency_ms,
    policy_actions: scorable.reduce((sum, trial) => sum + trial.policy_actions, 0),
    policy_violations: scorable.reduce((sum, trial) => sum + trial.policy_violations, 0),
    cna: cost_usd === null || measures.efficacy === null ? null : costNormalisedAccuracy(measures.efficacy, cost_usd),
    cps: computeCostPerSuccess(units),
    scr:
      timeliness.length === 0 || timeliness.includes(null)
        ? null
        : timeliness.filter((each) => each === true).length / timeliness.length,
    attempts: { scored: reached.length, reached: reached.filter(Boolean).length },
  };

  /** A resample without a policy-critical action, or without a task of k runs, has no score: it is left out. */
  function overallInterval(): ArmClear['interval'] {
    if (units.length < 2) return null;
    const scores: number[] = [];
    for (const drawn of resampleTasks(units.length, resamples, seed)) {
      const again: ArmMeasures = computeArmMeasures(columns, drawn);
      const { score: drawnScore } = clearScore(again, weights);
      if (drawnScore !== null) scores.push(drawnScore);
    }
    const tail = (1 - confidence) / 2;
    const low = quantile(scores, tail);
    const high = quantile(scores, 1 - tail);
    return low === null || high === null ? null : { low, high };
  }
}

/** Computes the cost of all attempts, invalid ones included, per success. */
function computeCostPerSuccess(units: ArmUnits['units']): number | null {
  let [usd, successes] = [0, 0];
  for (const { trials, counts } of units) {
    successes += counts.successes;
    for (const { cost } of trials) {
      if (cost.total_usd === null) return null;
      usd += cost.total_usd;
    }
  }
  return successes === 0 ? null : usd / successes;
}
