import { type AnalysisSettings, analysisSettingsSchema } from '../../contract/suite.js';
import type { Arm, Plan } from '../../record/plan.js';
import { ablations } from './ablation.js';
import type { Adjudications } from './adjudications.js';
import type { Analysis } from './analysis.js';
import { clearOf } from './clear.js';
import { clearAttempts } from './clear_attempts.js';
import { comparisonsOf } from './comparisons.js';
import { armConsistency } from './consistency.js';
import { paretoOf } from './pareto.js';
import { reasoningOf } from './reasoning.js';
import { standardsOf } from './standards.js';
import { ratesOf } from './strata.js';
import type { Trial } from './trial.js';
import { type MissingAttempt, unitKey, unitsOf } from './units.js';

/** Seed of the bootstrap where no plan says another. */
const PROTOCOL_SEED = 20260307;

export interface AnalyseOptions {
  /** As `armBook` has them. */
  arms: readonly Arm[];
  /** What was agreed beforehand; without it nothing is missing, and the settings are the defaults. */
  plan?: Plan | undefined;
  /** Instead of those of the plan. */
  settings?: AnalysisSettings | undefined;
  adjudications?: Adjudications | undefined;
}

/** All sections of an analysis over `trials`, in whatever order they come. */
export function analyse(trials: readonly Trial[], { arms, plan, settings, adjudications }: AnalyseOptions): Analysis {
  const agreed = settings ?? plan?.analysis ?? analysisSettingsSchema.parse({});
  const { confidence, resamples } = agreed;
  const seed = plan?.seed ?? PROTOCOL_SEED;
  const { counted, missing } = against(plan, trials);
  const units = unitsOf(arms, counted, plan?.tasks ?? [], missing);
  const k = agreed.k ?? plan?.trials ?? counted.reduce((most, { trial }) => Math.max(most, trial), 1);
  const clear = clearAttempts(agreed, plan?.tasks ?? []);
  const pareto = paretoOf(units, k, clear, resamples, seed);
  const front = new Set(pareto.arms.filter(({ on_front }) => on_front).map(({ arm }) => arm));
  const own = new Map(units.map(({ arm, units: all }) => [arm.id, all.flatMap((unit) => unit.trials)]));
  const planned = plannedByArm(plan);
  const sideOf = ({ id }: Arm) => ({ name: id, trials: own.get(id) ?? [], planned: planned?.get(id) });
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
    tasks: new Set(units.flatMap((arm) => arm.units.map(unitKey))).size,
    arms: [...arms],
    rates: ratesOf(units, agreed.strata, confidence),
    consistency: units.map((arm) => armConsistency(arm, k, clear, front.has(arm.arm.id))),
    reasoning: arms.some(({ effort_of }) => effort_of !== null) ? reasoningOf(units, confidence) : null,
    clear: clearOf(units, k, clear, agreed, seed),
    pareto,
    comparisons: comparisonsOf(arms, sideOf, paired),
    ablations: ablations({ arms, trials: own, planned }, paired),
    standards: standardsOf(units, confidence),
    ...(adjudications ? { adjudications } : {}),
  };
}

/** Trials that were planned, and planned attempts without one. */
function against(
  plan: Plan | undefined,
  trials: readonly Trial[],
): { counted: readonly Trial[]; missing: MissingAttempt[] } {
  if (!plan) return { counted: trials, missing: [] };
  const planned = new Set(plan.attempts.map(({ attempt_id }) => attempt_id));
  const counted = trials.filter(({ attempt_id }) => planned.has(attempt_id));
  const there = new Set(counted.map(({ attempt_id }) => attempt_id));
  const versions = new Map(plan.tasks.map(({ id, version }) => [id, version]));
  const missing = plan.attempts
    .filter(({ attempt_id }) => !there.has(attempt_id))
    .map(({ task, arm }) => ({ task, arm, version: versions.get(task) ?? '' }));
  return { counted, missing };
}

/** Planned attempts by arm and task. */
function plannedByArm(plan: Plan | undefined): Map<string, Map<string, number>> | undefined {
  if (!plan) return undefined;
  const counts = new Map<string, Map<string, number>>();
  for (const { arm, task } of plan.attempts) {
    const tasks = counts.get(arm) ?? new Map<string, number>();
    counts.set(arm, tasks.set(task, (tasks.get(task) ?? 0) + 1));
  }
  return counts;
}
