/**
 * What others may use of the statistics and of the analyses built on them: pure functions, no files, no clock, no randomness but from a
 * seed. docs/statistics.md has a worked example of each.
 */
export {
  CLEARFramework,
  ClearMetrics,
  type ClearSettings,
  DEFAULT_CLEAR,
  EvaluationContext,
} from './analysis/clear_framework.js';
export {
  type Anchor,
  attemptScore,
  type ClearDimensions,
  type ClearWeights,
  clearScore,
  costNormalisedAccuracy,
  DEFAULT_WEIGHTS,
  normalised,
  policyAdherence,
} from './analysis/clear_score.js';
export { type ConsistencyReport, consistencyReport, reasoningParadox } from './analysis/consistency_report.js';
export { type HALInference, HALOrchestrator, type HALTask, type InferenceAnswer } from './analysis/hal_orchestrator.js';
export { dominates, type ParetoPoint, paretoFront } from './analysis/pareto_front.js';
export {
  type Bootstrap,
  type BootstrapOptions,
  bcaInterval,
  clusterBootstrap,
  resampleTasks,
  type Statistic,
} from './statistics/bootstrap.js';
export {
  differenceBounds,
  noisyVerifier,
  type Outcomes,
  outerInterval,
  pairedBounds,
  rateBounds,
  rateBoundsOf,
  roganGladen,
} from './statistics/bounds.js';
export {
  clusterStandardError,
  effectiveRuns,
  intraclassCorrelation,
  millerStandardError,
  type RateInterval,
  rateInterval,
  type TaskRuns,
  type TaskScores,
} from './statistics/clusters.js';
export { confidenceSequence, type MixturePrior, winsEProcess } from './statistics/confidence_sequence.js';
export {
  betweenRunDeviation,
  type ConsistencyGap,
  consistencyGap,
  outcomeConsistency,
  outcomeConsistencyOf,
  resourceConsistency,
  runVariance,
} from './statistics/consistency.js';
export {
  betaCdf,
  betaQuantile,
  binomialCdf,
  binomialPmf,
  lnGamma,
  normalCdf,
  normalQuantile,
  studentCdf,
  studentQuantile,
} from './statistics/distributions.js';
export { missedBelow, rerunsToFind, suiteFalseAlarm } from './statistics/flakiness.js';
export { clopperPearson, type Interval, tInterval, wilson } from './statistics/intervals.js';
export { type Agreement, agreementTable, cohensKappa } from './statistics/kappa.js';
export { LEGACY_GENERATOR, type LegacyRandom, legacyRandom } from './statistics/mersenne.js';
export {
  type Equivalence,
  equivalence,
  holm,
  mcnemar,
  type PairedDifference,
  pairedDifference,
} from './statistics/paired.js';
export { passAtK, passAtKOf, passHatK, passHatKOf, type SuiteEstimate } from './statistics/passes.js';
export {
  differenceVariance,
  type ErrorRates,
  mcnemarPower,
  minimumDetectableEffect,
  type PairedDesign,
  pairedPower,
  tasksNeeded,
  unpairedTasks,
} from './statistics/power.js';
export { mean, median, quantile, variance } from './statistics/quantile.js';
export { type OrderedAttempt, type OrderRequest, randomisedOrder } from './statistics/randomisation.js';
export {
  lookTasks,
  type Progress,
  type SequentialDecision,
  type StoppingRule,
  sequentialDecision,
} from './statistics/sequential.js';
export { type SignFlip, signFlip } from './statistics/sign_flip.js';
export { alphaSpent, type Look, type Spending, spendingBoundaries } from './statistics/spending.js';
export {
  kaplanMeier,
  type Observation,
  type SurvivalStep,
  successCurve,
  survivalQuantile,
} from './statistics/survival.js';
export {
  type Assumptions,
  assumedComponents,
  type EstimatedComponents,
  estimatedComponents,
  type PairedOutcomes,
  upperComponents,
  type VarianceComponents,
} from './statistics/variance_components.js';
