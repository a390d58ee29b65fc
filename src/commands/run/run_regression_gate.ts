import {
  type BaseHeadPair,
  type ComparisonReport,
  type ComparisonSettings,
  compareArms,
  countExtraRuns,
  DEFAULT_ALPHA,
  planExtraRuns,
  resolveGatingSettings,
} from '../../judge/analysis/regression/comparison_report.js';
import { toTrial } from '../../judge/analysis/trials/trial.js';
import { COMPARISON_CONCLUSIONS, type GateConclusion } from '../../publish/report/view/gate_conclusion.js';
import type { Plan } from '../../record/planning/plan.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import { type AttemptSpec, computeAttemptId, selectPullRequest } from '../../run/attempt/attempt_spec.js';
import type { AttemptRunOptions } from '../attempts/attempt_job.js';
import type { RunResults } from '../attempts/run_attempts.js';
import { createProofLookup } from '../compare/compare_results.js';
import type { RegressionBaseline } from './regression_baseline.js';

/** Outcome of the regression gate of a run. */
export interface RegressionOutcome {
  compared: ComparisonReport;
  concluded: GateConclusion;
  /** Results of attempts beyond the plan. They are in no rate: only failed contracts have any. */
  extra: AttemptResult[];
}

/**
 * Judges the planned attempts, runs the extra ones that the rule asks for, and judges again (`run --fail-on
 * regression`).
 *
 * The rule is fixed beforehand, so that the interim look causes no false alarms.
 *
 * @param specs attempts in the order of the plan
 * @param baseline earlier results; undefined = each judged arm is compared with another one of the plan
 * @param make runs further attempts within their budget
 */
export async function runRegressionGate(
  plan: Plan,
  specs: readonly AttemptSpec[],
  run_results: Pick<RunResults, 'done'>,
  baseline: RegressionBaseline | undefined,
  make: (extra: readonly AttemptSpec[], like: ReadonlyMap<string, AttemptSpec>) => Promise<Pick<RunResults, 'done'>>,
): Promise<RegressionOutcome> {
  const first = judgeRegressionPairs(plan, run_results.done, [], new Map(), baseline);
  const { extra, like, arms } = createExtraSpecs(plan, specs, first);
  const extra_results = extra.length === 0 ? [] : (await make(extra, like)).done;
  const compared =
    extra_results.length === 0 ? first : judgeRegressionPairs(plan, run_results.done, extra_results, arms, baseline);
  const concluded = COMPARISON_CONCLUSIONS[compared.verdict];
  return { compared, concluded, extra: extra_results };
}

function judgeRegressionPairs(
  plan: Plan,
  done: readonly AttemptResult[],
  extra: readonly AttemptResult[],
  arm_of: ReadonlyMap<string, string>,
  baseline: RegressionBaseline | undefined,
): ComparisonReport {
  const planned = new Map(plan.attempts.map(({ attempt_id, arm }) => [attempt_id, arm]));
  const bases = getBaseArms(plan);
  const trials = (results: readonly AttemptResult[], arm: string, of: ReadonlyMap<string, string>) =>
    results.filter(({ attempt_id }) => of.get(attempt_id) === arm).map((result) => toTrial(result, { id: arm }));
  const createSide = (arm: string) => {
    const expected = new Map<string, number>();
    for (const { task } of plan.attempts.filter((one) => one.arm === arm))
      expected.set(task, (expected.get(task) ?? 0) + 1);
    return { name: arm, trials: trials(done, arm, planned), planned: expected };
  };
  const pairs = plan.gate.arms.map((arm): BaseHeadPair => {
    const sides = { head: createSide(arm), extra: countExtraRuns(trials(extra, arm, arm_of)) };
    const base = bases.get(arm);
    if (base === undefined) return { ...baseline!.getSides(arm), ...sides };
    const extra_base = countExtraRuns(trials(extra, base, arm_of));
    return { base: createSide(base), ...sides, same_night: true, extra_base };
  });
  return compareArms(pairs, createRegressionSettings(plan), createProofLookup({ plan }));
}

function createRegressionSettings({ analysis, gate, seed }: Plan): ComparisonSettings {
  const { outcome, resamples, confidence, minimum_effect } = analysis;
  const { extra_trials, coverage_floor, alpha = DEFAULT_ALPHA } = gate;
  const rest = { alpha, extra_trials, coverage_floor };
  return { outcome, resamples, confidence, minimum_effect, seed, ...resolveGatingSettings(gate), ...rest };
}

/** Returns the arms that judged arms are compared with, where these are of the same plan. */
const getBaseArms = ({ arms }: Plan) =>
  new Map(arms.flatMap(({ id, base_arm }) => (base_arm === undefined ? [] : [[id, base_arm] as const])));

/**
 * Creates the extra attempts, each like the planned one of its task and arm, with trials after those of the plan. An
 * arm of the same plan that head is compared with gets as many.
 */
function createExtraSpecs(plan: Plan, specs: readonly AttemptSpec[], { verdict, arms }: ComparisonReport) {
  const extra: AttemptSpec[] = [];
  const like = new Map<string, AttemptSpec>();
  const arm_of = new Map<string, string>();
  // An alarm of one arm cannot be revoked by runs of another.
  const open_arms = verdict === 'regression' ? [] : arms;
  const bases = getBaseArms(plan);
  for (const { head, regression } of open_arms)
    for (const { task, trials } of planExtraRuns(regression))
      for (let n = 1; n <= trials; n++)
        for (const arm of [bases.get(head), head]) {
          const spec = specs[plan.attempts.findIndex((one) => one.arm === arm && one.task === task)];
          if (arm === undefined || !spec) continue;
          const { loaded, agent, seed, ablation, rules, models, replicates } = spec;
          const pair = selectPullRequest(loaded, agent, spec.pull_request);
          const trial = plan.trials + n;
          const id = [loaded, agent, trial, seed, ablation, rules, models, pair, replicates] as const;
          const attempt_id = computeAttemptId(...id);
          extra.push({ ...spec, trial, attempt_id });
          like.set(attempt_id, spec);
          arm_of.set(attempt_id, arm);
        }
  return { extra, like, arms: arm_of };
}

/**
 * Returns the options of extra attempts: weights and labels of the planned ones, within what is left of the suite's
 * and the gate's budget.
 */
export function createExtraRunOptions(
  options: AttemptRunOptions,
  { gate }: Pick<Plan, 'gate'>,
  like: ReadonlyMap<string, AttemptSpec>,
): AttemptRunOptions {
  const { arms = new Map<string, string>() } = options;
  const labels = [...like].flatMap(([id, { attempt_id }]) => {
    const label = arms.get(attempt_id);
    return label === undefined ? [] : [[id, label] as const];
  });
  return {
    ...options,
    extra: true,
    arms: new Map([...arms, ...labels]),
    envelopes: { ...options.envelopes, extra_usd: gate.extra_usd ?? undefined },
    weigh: (spec) => options.weigh(like.get(spec.attempt_id) ?? spec),
  };
}
