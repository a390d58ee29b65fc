// Worked examples of `gatebench/analysis`: an expression, and what it comes to, to four digits. A task is {runs, successes};
// confidence is .95 unless given; what is not known is null. A test runs every line.
// In a module of your own: import { rateInterval } from 'gatebench/analysis';

// A success rate
rateInterval([{ runs: 5, successes: 5 }, { runs: 5, successes: 3 }, { runs: 5, successes: 0 }, { runs: 5, successes: 4 }]) // → { point: 0.6, interval: { low: 0.1463, high: 0.9292 }, n_eff: 2.33, icc: 0.564, tasks: 4, runs: 20, note: null }
intraclassCorrelation([{ runs: 3, successes: 3 }, { runs: 3, successes: 1 }]) // → 0.5
effectiveRuns([{ runs: 3, successes: 3 }, { runs: 3, successes: 0 }]) // → { n_eff: 2, icc: null, deff: 3 }
wilson(0.8, 10) // → { low: 0.4902, high: 0.9433 }
clopperPearson(0, 30, 0.9) // → { low: 0, high: 0.09503 }
tInterval([0.2, 0.4, 0.9, 0.5]) // → { low: 0.03156, high: 0.9684 }
tInterval([0.5, 0.5, 0.5]) // → null
medianInterval([1, 2, 3, 4, 5, 6, 7, 8, 9]) // → { low: 2, high: 8 }
clusterStandardError([[1, 1, 0], [0, 0, 1], [1, 1, 1]]) // → 0.1925
millerStandardError([[1, 1, 0], [0, 0, 1], [1, 1, 1]]) // → 0.1667
clusterBootstrap([1.2, 0.4, 2.2, 0.9, 7.5, 1.1]) // → { point: 2.217, low: 0.95, high: 5.433, method: 'bca', degenerate: null }
clusterBootstrap([1, 1, 1]) // → { point: 1, low: null, high: null, method: 'bca', degenerate: 'all tasks have the same value' }
[...resampleTasks(3, 2, 7)].length // → 2

// Passes and consistency
passAtK(4, 2, 2) // → 0.8333
passHatK(4, 2, 2) // → 0.1667
passHatK(3, 3, 4) // → null
passAtKOf([{ runs: 4, successes: 4 }, { runs: 4, successes: 2 }], 2).value // → 0.9167
passHatKOf([{ runs: 4, successes: 4 }, { runs: 4, successes: 2 }, { runs: 1, successes: 1 }], 2) // → { value: 0.5833, tasks: 3, undefined_tasks: 1, low: 0.3889, high: 0.7222 }
consistencyGap([{ runs: 4, successes: 4 }, { runs: 4, successes: 2 }], 2) // → { at_least_one_less_all: 0.3333, one_less_all: 0.1667, tasks: 2, undefined_tasks: 0 }
runVariance([{ runs: 4, successes: 2 }, { runs: 4, successes: 4 }], 1).value // → 0.1667
betweenRunDeviation([0.5, 0.75, 0.25]) // → 0.25
outcomeConsistency({ runs: 4, successes: 1 }) // → 0.25
outcomeConsistencyOf([{ runs: 4, successes: 4 }, { runs: 4, successes: 2 }]).value // → 0.5
resourceConsistency([1, 2, 3]) // → 0.6065

// Two arms over the same tasks
pairedDifference([0.2, 0.4, -0.2, 0, 0.6]) // → { mean: 0.2, tasks: 5, standard_error: 0.1414, df: 4, t: 1.414, p: 0.2302, low: -0.1926, high: 0.5926 }
signFlip([0.2, 0.4, 0.2, 0.2, 0.6]) // → { p: 0.0625, exact: true, smallest_p: 0.0625 }
mcnemar(1, 9) // → { p: 0.02148, mid_p: 0.01172 }
mcnemar(5, 5) // → { p: 1, mid_p: 0.877 }
holm([0.01, 0.04, null, 0.03]) // → [0.03, 0.06, null, 0.06]
equivalence([0.01, -0.02, 0.03, 0, -0.01, 0.02], 0.1).verdict // → 'equivalent'
equivalence([0.4, -0.3, 0.2, -0.1], 0.1).verdict // → 'not decided'

// Runs without a verdict
rateBounds({ successes: 3, failures: 5, undecided: 2 }) // → { low: 0.3, high: 0.5 }
rateBoundsOf([{ successes: 1, failures: 0, undecided: 1 }, { successes: 0, failures: 4, undecided: 0 }]) // → { low: 0.25, high: 0.5 }
outerInterval([{ successes: 3, failures: 5, undecided: 2 }]) // → { low: 0.1078, high: 0.7634 }
differenceBounds({ low: 0.5, high: 0.75 }, { low: 0.25, high: 0.25 }) // → { low: 0.25, high: 0.5 }
pairedBounds([{ a: { successes: 2, failures: 0, undecided: 2 }, b: { successes: 3, failures: 1, undecided: 0 } }]) // → { low: -0.25, high: 0.25, decided: false }
roganGladen(0.445, 0.9, 0.8) // → { rate: 0.35, unclamped: 0.35, inflation: 1.429 }
noisyVerifier(0.5, 0.1, 100) // → { expected: 0.5, low: 0.402, high: 0.598 }

// Time and cost to success
kaplanMeier([{ value: 1, event: true }, { value: 2, event: false }, { value: 3, event: true }])[0] // → { value: 1, at_risk: 3, events: 1, censored: 0, survival: 0.6667, standard_error: 0.2722, interval: { low: 0.05407, high: 0.9452 } }
successCurve(kaplanMeier([{ value: 1, event: true }, { value: 2, event: true }]))[1] // → { value: 2, success: 1, at_risk: 1, interval: null }
survivalQuantile(kaplanMeier([{ value: 1, event: true }, { value: 4, event: true }, { value: 9, event: false }]), 0.5) // → 4

// Flakiness
missedBelow(0, 5) // → 0.4507
missedBelow(1, 10) // → 0.3942
rerunsToFind(0.1) // → 29
suiteFalseAlarm(0.01, 100) // → 0.634

// Planning and stopping
tasksNeeded({ between: 1 / 9, within_a: 0, within_b: 0, trials_a: 1, trials_b: 1 }, 0.03) // → 969
minimumDetectableEffect({ between: 1 / 9, within_a: 1 / 6, within_b: 1 / 6, trials_a: 10, trials_b: 10 }, 198) // → 0.07567
pairedPower({ between: 0.02, within_a: 0.2, within_b: 0.2, trials_a: 5, trials_b: 5 }, 40, 0.15) // → 0.8328
differenceVariance({ between: 0.02, within_a: 0.2, within_b: 0.2, trials_a: 5, trials_b: 5 }) // → 0.1
unpairedTasks({ rate_a: 0.7, rate_b: 0.5, icc: 0.3, trials: 5 }) // → { runs: 93, tasks: 41 }
mcnemarPower(50, 0.2, 0.05) // → 0.4775
assumedComponents({ rate_a: 0.7, rate_b: 0.5, icc: 0.3, task_correlation: 0.8 }) // → { between: 0.02802, within_a: 0.147, within_b: 0.175 }
estimatedComponents([{ a: [1, 1], b: [0, 1] }, { a: [1, 0], b: [0, 0] }]) // → { between: 0, within_a: 0.25, within_b: 0.25, tasks: 2 }
upperComponents([{ a: [1, 1], b: [0, 1] }, { a: [1, 0], b: [0, 0] }], { seed: 1, resamples: 200 }).tasks // → 2
alphaSpent(0.5, 0.05, 'obrien-fleming') // → 0.005575
spendingBoundaries([0.5, 1], 0.05, 'pocock')[0].boundary // → 2.157
lookTasks(40, 4) // → [10, 20, 30, 40]
sequentialDecision({ rule: 'fixed', differences: [0.2, 0], planned: 40, alpha: 0.05, minimum_effect: 0.1 }).decision // → 'continue'
confidenceSequence(45, 60) // → { low: 0.5535, high: 0.8941 }
winsEProcess(15, 3) // → 16.91
cohensKappa([[20, 5], [10, 15]]).kappa // → 0.4
agreementTable(['x', 'y'], [['x', 'x'], ['x', 'y']]) // → [[1, 1], [0, 0]]
legacyRandom(20260307).permutation(10) // → [4, 8, 0, 9, 5, 7, 6, 1, 2, 3]
LEGACY_GENERATOR // → 'MT19937, numpy.random.RandomState'
randomisedOrder({ tasks: [{ id: 'a', stratum: 's' }], arms: ['x'], trials: 1, seed: 1 }) // → [{ task: 'a', stratum: 's', trial: 1, arm: 'x', block: 1 }]

// CLEAR, Pareto, HAL
normalised(0.5, { best: 0, worst: 2 }) // → 0.75
clearScore({ cost: 0.8, latency: 0.9, efficacy: 0.7, assurance: 1, reliability: 0.5 }) // → { score: 0.765, missing: [] }
clearScore({ cost: null, latency: 0.9, efficacy: 0.7, assurance: 1, reliability: 0.5 }) // → { score: null, missing: ['cost'] }
attemptScore({ efficacy: 1, cost: 0.5 }) // → 0.8182
policyAdherence(20, 1) // → 0.95
costNormalisedAccuracy(0.723, 2.87) // → 25.19
paretoFront([{ agent_id: 'a', cost: 1, efficacy: 0.9, reliability: 0.8, latency: 5, assurance: 1 }, { agent_id: 'b', cost: 2, efficacy: 0.8, reliability: 0.8, latency: 5, assurance: 1 }]).map((point) => point.agent_id) // → ['a']
dominates({ agent_id: 'a', cost: 1, efficacy: 0.9, reliability: 0.8, latency: 5, assurance: 1 }, { agent_id: 'a', cost: 1, efficacy: 0.9, reliability: 0.8, latency: 5, assurance: 1 }) // → false
consistencyReport([[true, true], [true, false]], false) // → { pass_at_1: 0.75, pass_at_k: 0.5, consistency_gap: 0.25, run_variance: 0.125, clear_scores: [1, 0.5], reasoning_paradox: false, pareto_efficient: false }
reasoningParadox([[true], [true], [false], [false]]) // → true
new HALOrchestrator({ k: 2 }).evaluate_consistency('agent', [{ id: 't', prompt: 'p' }], { inference: async () => ({ accuracy: 1, completion: 1 }) }).then((report) => report.pass_at_k) // → 1
new CLEARFramework(DEFAULT_CLEAR).settings.threshold === DEFAULT_CLEAR.threshold // → true
DEFAULT_WEIGHTS.efficacy // → 0.35
new MetricsProvider([]).list_tasks('agent') // → []
UNIFIED_IHSAN_THRESHOLD // → 0.95
new AgenticBenchmarkChecklist().criteria.length // → 10
new EnhancedABCValidator().validate_all({ test_cases: { type_a: [1, 2, 3] } })[1].passed // → false
new GuardrailSuite({ trust: 1 }).check_all([{ command: 'git push --force' }, { command: 'ls' }]).guardrail_blocks // → 1
new SteeringVectorAdapter().is_active // → false

// Distributions and quantiles
normalCdf(-6.4) // → 7.769e-11
normalQuantile(0.975) // → 1.96
studentCdf(-2.5, 9) // → 0.01693
studentQuantile(0.975, 9) // → 2.262
betaCdf(0.3, 2, 5) // → 0.5798
betaQuantile(0.975, 1, 30) // → 0.1157
binomialPmf(3, 10, 0.5) // → 0.1172
binomialCdf(3, 10, 0.5) // → 0.1719
lnGamma(0.5) // → 0.5724
quantile([1, 2, 3, 4], 0.9) // → 3.7
median([3, 1, 2]) // → 2
mean([]) // → null
variance([1, 2, 3, 4]) // → 1.667
bcaInterval(2, [1, 2, 3], null).method // → 'percentile'
