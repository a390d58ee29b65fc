/**
 * Exports the statistics and the analyses built on them as the library `gatebench/analysis`. All functions are pure: no
 * files, no clock, and randomness from a seed only. examples/statistics.js has a worked example of each.
 */
export type { BenchmarkData } from './analysis/benchmark/abc_criteria.js';
export { AgenticBenchmarkChecklist } from './analysis/benchmark/agentic_benchmark_checklist.js';
export { type ABCValidationResult, EnhancedABCValidator } from './analysis/benchmark/enhanced_abc_validator.js';
export {
  CLEARFramework,
  ClearMetrics,
  type ClearSettings,
  DEFAULT_CLEAR,
  EvaluationContext,
  UNIFIED_IHSAN_THRESHOLD,
} from './analysis/clear/clear_framework.js';
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
} from './analysis/clear/clear_score.js';
export { dominates, type ParetoPoint, paretoFront } from './analysis/clear/pareto_front.js';
export {
  type ConsistencyReport,
  consistencyReport,
  reasoningParadox,
} from './analysis/consistency/consistency_report.js';
export {
  type HALInference,
  HALOrchestrator,
  type HALTask,
  type InferenceAnswer,
} from './analysis/consistency/hal_orchestrator.js';
export { type MeasuredAttempt, MetricsProvider } from './analysis/consistency/metrics_provider.js';
export {
  type Bootstrap,
  type BootstrapOptions,
  bcaInterval,
  clusterBootstrap,
  resampleTasks,
  type Statistic,
} from './statistics/bootstrap.js';
export { type Agreement, agreementTable, cohensKappa } from './statistics/cohens_kappa.js';
export { confidenceSequence, type MixturePrior, winsEProcess } from './statistics/confidence_sequence.js';
export {
  betweenRunDeviation,
  type ConsistencyGap,
  consistencyGap,
  outcomeConsistency,
  outcomeConsistencyOf,
  resourceConsistency,
  runVariance,
} from './statistics/consistency_gap.js';
export { clopperPearson, type Interval, tInterval, wilson } from './statistics/interval.js';
export {
  kaplanMeier,
  type Observation,
  type SurvivalStep,
  successCurve,
  survivalQuantile,
} from './statistics/kaplan_meier.js';
export { LEGACY_GENERATOR, type LegacyRandom, legacyRandom } from './statistics/legacy_random.js';
export { medianInterval } from './statistics/median_interval.js';
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
} from './statistics/normal_cdf.js';
export {
  type Equivalence,
  equivalence,
  holm,
  mcnemar,
  type PairedDifference,
  pairedDifference,
} from './statistics/paired_difference.js';
export {
  differenceVariance,
  type ErrorRates,
  mcnemarPower,
  minimumDetectableEffect,
  type PairedDesign,
  pairedPower,
  tasksNeeded,
  unpairedTasks,
} from './statistics/paired_power.js';
export { passAtK, passAtKOf, passHatK, passHatKOf, type SuiteEstimate } from './statistics/pass_at_k.js';
export { mean, median, quantile, variance } from './statistics/quantile.js';
export { type OrderedAttempt, type OrderRequest, randomisedOrder } from './statistics/randomised_order.js';
export {
  differenceBounds,
  noisyVerifier,
  type Outcomes,
  outerInterval,
  pairedBounds,
  rateBounds,
  rateBoundsOf,
  roganGladen,
} from './statistics/rate_bounds.js';
export {
  clusterStandardError,
  effectiveRuns,
  intraclassCorrelation,
  millerStandardError,
  type RateInterval,
  rateInterval,
  type TaskRuns,
  type TaskScores,
} from './statistics/rate_interval.js';
export { missedBelow, rerunsToFind, suiteFalseAlarm } from './statistics/reruns_to_find.js';
export {
  lookTasks,
  type Progress,
  type SequentialDecision,
  type StoppingRule,
  sequentialDecision,
} from './statistics/sequential_decision.js';
export { type SignFlip, signFlip } from './statistics/sign_flip.js';
export { alphaSpent, type Look, type Spending, spendingBoundaries } from './statistics/spending_boundaries.js';
export {
  type Assumptions,
  assumedComponents,
  type EstimatedComponents,
  estimatedComponents,
  type PairedOutcomes,
  upperComponents,
  type VarianceComponents,
} from './statistics/variance_components.js';
