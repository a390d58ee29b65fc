import type { PilotSettings } from '../../contract/suite/analysis_settings.js';
import { computeDigest } from '../../record/json/compute_digest.js';
import {
  getStagePlanFile,
  PILOT_STAGE_NAMES,
  type PilotProtocol,
  type PilotStage,
} from '../../record/planning/pilot_protocol.js';
import type { Plan } from '../../record/planning/plan.js';
import { lookTasks } from '../statistics/sequential_decision.js';
import { spendingBoundaries } from '../statistics/spending_boundaries.js';
import { divideStages, type StagePlan } from './divide_stages.js';
import { planPower } from './plan_power.js';
import { selectComparisons } from './select_comparisons.js';

/** Protocol without the digests of its files, with the plans of its stages. */
export interface DraftProtocol {
  protocol: Omit<PilotProtocol, 'files' | 'digest'>;
  stages: { stage: PilotStage; plan: Plan; file: string }[];
}

/** Creates the protocol from the plan of all attempts and the settings of the pilot. */
export function createDraftProtocol(
  plan: Omit<Plan, 'digest'> & { suite: NonNullable<Plan['suite']> },
  settings: PilotSettings,
  stratumOf: (task: string) => string,
): DraftProtocol {
  const stages = divideStages(plan, settings, stratumOf).map(sealProtocol);
  const comparisons = selectComparisons(plan.arms);
  const order = [...new Set(plan.attempts.map(({ task }) => task))];
  const byId = new Map(plan.tasks.map((task) => [task.id, task]));
  const tasks = order.map((id) => ({ ...byId.get(id)!, stratum: stratumOf(id) }));
  return {
    stages,
    protocol: {
      schema: 1,
      name: plan.name,
      suite: plan.suite,
      harness_version: plan.harness_version,
      rubric: plan.rubric,
      seed: plan.seed,
      generator: plan.generator,
      analysis: plan.analysis,
      settings,
      comparisons,
      looks: planLooks(plan, tasks.length, settings.alpha / Math.max(1, comparisons.length)),
      arms: plan.arms,
      baselines: plan.arms.filter(({ role }) => role !== 'agent').map(({ id }) => id),
      tasks,
      tasks_digest: computeDigest(tasks.map(({ id, version }) => ({ id, version }))),
      budget: plan.budget,
      stages: stages.map(({ stage, plan: own, file }) => ({
        stage,
        name: PILOT_STAGE_NAMES[stage],
        tasks: own.tasks.length,
        attempts: own.attempts.length,
        ceiling_usd: own.attempts.reduce((sum, { ceiling_usd }) => sum + ceiling_usd, 0),
        budget_usd: own.budget.total_usd,
        plan: file,
        plan_digest: own.digest,
      })),
      power: planPower({
        tasks: tasks.length,
        trials: plan.trials,
        comparisons: comparisons.length,
        settings,
        analysis: plan.analysis,
      }),
    },
  };
}

/** Adds the digests of the files to the protocol, and a digest of the whole. */
export function bindProtocol(protocol: DraftProtocol['protocol'], files: PilotProtocol['files']): PilotProtocol {
  const whole = { ...protocol, files };
  return { ...whole, digest: computeDigest(whole) };
}

function sealProtocol({ stage, plan }: StagePlan) {
  return { stage, file: getStagePlanFile(stage), plan: { ...plan, digest: computeDigest(plan) } };
}

function planLooks({ analysis }: Pick<Plan, 'analysis'>, tasks: number, alpha: number): PilotProtocol['looks'] {
  const { stopping } = analysis;
  if (typeof stopping === 'string' || !('spending' in stopping) || tasks === 0) return [];
  const looks = lookTasks(tasks, stopping.looks);
  const information = looks.map((n) => n / tasks);
  return spendingBoundaries(information, alpha, stopping.spending).map((look, j) => ({ tasks: looks[j]!, ...look }));
}
