import { z } from 'zod';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { type AnalysisSettings, analysisSettingsSchema } from '../../contract/suite/analysis_settings.js';
import { type Arm, armSchema, type Plan } from '../../record/planning/plan.js';
import { ablationReportSchema, analyseAblations } from './ablation/analyse_ablations.js';
import { type Adjudications, adjudicationsSchema } from './adjudications.js';
import { createClearScorer } from './clear/clear_scorer.js';
import { clearSectionSchema, computeClearSection } from './clear/compute_clear_section.js';
import { computeParetoSection, paretoSectionSchema } from './clear/compute_pareto_section.js';
import { armConsistencySchema, computeArmConsistency } from './consistency/compute_arm_consistency.js';
import { computeStandards, standardsSchema } from './disclosure/compute_standards.js';
import { computeMetricSummaries, metricSummarySchema } from './metrics/compute_metric_summaries.js';
import { compareAgents } from './paired/compare_agents.js';
import { comparisonSchema } from './paired/comparison.js';
import { compareReasoningEfforts, reasoningSchema } from './rates/compare_reasoning_efforts.js';
import { computeRates, ratesSchema } from './rates/compute_rates.js';
import { getUnitKey, groupUnits, type MissingAttempt } from './trials/arm_units.js';
import type { Trial } from './trials/trial.js';

/**
 * Format of `analysis.json`: results of a comparison. A pure function of results and plan: the same results, in any
 * order, give the same bytes.
 */
export const analysisSchema = z.strictObject({
  schema: z.literal(1),
  name: z.string().describe('of the suite'),
  plan: z
    .string()
    .nullable()
    .describe('digest of the plan; null = results without one, so nothing was agreed beforehand'),
  outcome: z.enum(['success', 'graded_score', 'functional_correctness']).describe('primary endpoint'),
  confidence: z.number(),
  resamples: z.int(),
  seed: z.int().describe('of the bootstrap'),
  attempts: z.int().describe('with a result, and planned'),
  missing: z.int(),
  unplanned: z
    .int()
    .describe(
      'attempts that the plan does not have, such as further trials of a gate: in no figure, since whether they ' +
        'are made depends on others',
    ),
  tasks: z.int(),
  arms: z.array(armSchema),
  rates: ratesSchema,
  metrics: z.array(metricSummarySchema).describe('of every arm, by family: mean and median with intervals'),
  consistency: z.array(armConsistencySchema),
  reasoning: reasoningSchema.nullable().describe('null = no arm is another with less effort'),
  clear: clearSectionSchema,
  pareto: paretoSectionSchema,
  comparisons: z.array(comparisonSchema).describe('agents against each other and against baselines, paired by task'),
  ablations: z.array(ablationReportSchema).describe('per agent that was run in several configurations'),
  standards: standardsSchema,
  adjudications: adjudicationsSchema.optional().describe('what people found about verdicts, where they were asked'),
});
export type Analysis = z.infer<typeof analysisSchema>;

/** Name of the file with the analysis of a comparison. */
export const ANALYSIS_FILE = 'analysis.json';

/** Seed of the bootstrap where no plan names another. */
const PROTOCOL_SEED = 20260307;

/** Options of `analyseTrials`. */
interface AnalysisOptions {
  /** Arms, as `createArmBook` lists them. */
  arms: readonly Arm[];
  /** Plan of the suite. Without it no attempt is missing, and the settings are the defaults. */
  plan?: Plan | undefined;
  /** Settings that replace those of the plan. */
  settings?: AnalysisSettings | undefined;
  adjudications?: Adjudications | undefined;
}

/** Computes all sections of an analysis. The order of `trials` does not matter. */
export function analyseTrials(
  trials: readonly Trial[],
  { arms, plan, settings, adjudications }: AnalysisOptions,
): Analysis {
  const agreed = settings ?? plan?.analysis ?? analysisSettingsSchema.parse({});
  const { confidence, resamples } = agreed;
  const seed = plan?.seed ?? PROTOCOL_SEED;
  const { counted, missing } = matchPlan(plan, trials);
  const units = groupUnits(arms, counted, plan?.tasks ?? [], missing);
  const k = agreed.k ?? plan?.trials ?? counted.reduce((most, { trial }) => Math.max(most, trial), 1);
  const clear = createClearScorer(agreed, plan?.tasks ?? []);
  const pareto = computeParetoSection(units, k, clear, resamples, seed);
  const front = new Set(pareto.arms.filter(({ on_front }) => on_front).map(({ arm }) => arm));
  const trials_by_arm = new Map(units.map(({ arm, units: all }) => [arm.id, all.flatMap((unit) => unit.trials)]));
  const planned = countPlannedAttempts(plan);
  const sideOf = ({ id }: Arm) => ({ name: id, trials: trials_by_arm.get(id) ?? [], planned: planned?.get(id) });
  const paired = { ...agreed, seed };
  return {
    schema: 1,
    name: plan?.name ?? 'run',
    plan: plan?.digest ?? null,
    outcome: agreed.outcome,
    confidence,
    resamples,
    seed,
    attempts: counted.length,
    missing: missing.length,
    unplanned: trials.length - counted.length,
    tasks: new Set(units.flatMap((arm) => arm.units.map(getUnitKey))).size,
    arms: [...arms],
    rates: computeRates(units, agreed.strata, confidence),
    metrics: computeMetricSummaries(units, confidence),
    consistency: units.map((arm) => computeArmConsistency(arm, k, clear, front.has(arm.arm.id))),
    reasoning: arms.some(({ effort_of }) => effort_of !== null) ? compareReasoningEfforts(units, confidence) : null,
    clear: computeClearSection(units, k, clear, agreed, seed),
    pareto,
    comparisons: compareAgents(arms, sideOf, paired),
    ablations: analyseAblations({ arms, trials: trials_by_arm, planned }, paired),
    standards: computeStandards(units, confidence),
    ...omitUndefined({ adjudications }),
  };
}

/** Matches trials with the plan: planned trials, and planned attempts without a result. */
function matchPlan(
  plan: Plan | undefined,
  trials: readonly Trial[],
): { counted: readonly Trial[]; missing: MissingAttempt[] } {
  if (!plan) return { counted: trials, missing: [] };
  const planned = new Set(plan.attempts.map(({ attempt_id }) => attempt_id));
  const counted = trials.filter(({ attempt_id }) => planned.has(attempt_id));
  const counted_ids = new Set(counted.map(({ attempt_id }) => attempt_id));
  const versions = new Map(plan.tasks.map(({ id, version }) => [id, version]));
  const missing = plan.attempts
    .filter(({ attempt_id }) => !counted_ids.has(attempt_id))
    .map(({ task, arm }) => ({ task, arm, version: versions.get(task) ?? '' }));
  return { counted, missing };
}

/** Counts planned attempts by arm and task. */
function countPlannedAttempts(plan: Plan | undefined): Map<string, Map<string, number>> | undefined {
  if (!plan) return undefined;
  const counts = new Map<string, Map<string, number>>();
  for (const { arm, task } of plan.attempts) {
    const tasks = counts.get(arm) ?? new Map<string, number>();
    counts.set(arm, tasks.set(task, (tasks.get(task) ?? 0) + 1));
  }
  return counts;
}

type ArmConsistency = Analysis['consistency'][number];

/** Analysis of an earlier version: its HAL report said `pass_at_k` for what is `pass_hat_k`. */
interface EarlierAnalysis extends Omit<Analysis, 'consistency' | 'clear'> {
  clear: Omit<Analysis['clear'], 'arms'> & {
    arms: readonly (Omit<Analysis['clear']['arms'][number], 'without_assurance'> & {
      without_assurance?: number | null;
    })[];
  };
  consistency: readonly (Omit<ArmConsistency, 'hal'> & {
    hal: (Omit<NonNullable<ArmConsistency['hal']>, 'pass_hat_k'> & { pass_hat_k?: number; pass_at_k?: number }) | null;
  })[];
}

/** Reads the content of an `analysis.json`, also of an earlier version. */
export function readAnalysis(content: EarlierAnalysis | Analysis): Analysis {
  const { clear, consistency } = content as EarlierAnalysis;
  return {
    ...content,
    clear: { ...clear, arms: clear.arms.map((arm) => ({ ...arm, without_assurance: arm.without_assurance ?? null })) },
    consistency: consistency.map(({ hal, ...arm }) => {
      if (hal === null) return { ...arm, hal };
      const { pass_at_k = 0, pass_hat_k = pass_at_k, ...report } = hal;
      return { ...arm, hal: { ...report, pass_hat_k } };
    }),
  };
}
