import type { PilotSettings } from '../../contract/pilot.js';
import { digestOf } from '../../record/canonical.js';
import { type Protocol, STAGE_NAMES, type Stage, stagePlanFile } from '../../record/pilot.js';
import type { Plan } from '../../record/plan.js';
import { lookTasks } from '../statistics/sequential.js';
import { spendingBoundaries } from '../statistics/spending.js';
import { comparisonsOf } from './comparisons.js';
import { planPower } from './power_plan.js';
import { divideStages, type StagePlan } from './stages.js';

/** A protocol that still lacks the digests of its files, with the plans of its stages. */
export interface DraftProtocol {
  protocol: Omit<Protocol, 'files' | 'digest'>;
  stages: { stage: Stage; plan: Plan; file: string }[];
}

/** What is agreed, from the plan of all attempts and the settings of the pilot. */
export function draftProtocol(
  plan: Omit<Plan, 'digest'> & { suite: NonNullable<Plan['suite']> },
  settings: PilotSettings,
  stratumOf: (task: string) => string,
): DraftProtocol {
  const stages = divideStages(plan, settings, stratumOf).map(sealed);
  const comparisons = comparisonsOf(plan.arms);
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
      looks: looksOf(plan, tasks.length, settings.alpha / Math.max(1, comparisons.length)),
      arms: plan.arms,
      baselines: plan.arms.filter(({ role }) => role !== 'agent').map(({ id }) => id),
      tasks,
      tasks_digest: digestOf(tasks.map(({ id, version }) => ({ id, version }))),
      budget: plan.budget,
      stages: stages.map(({ stage, plan: own, file }) => ({
        stage,
        name: STAGE_NAMES[stage],
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

/** The protocol with the digests of its files, bound by one of its own. */
export function bindProtocol(protocol: DraftProtocol['protocol'], files: Protocol['files']): Protocol {
  const whole = { ...protocol, files };
  return { ...whole, digest: digestOf(whole) };
}

function sealed({ stage, plan }: StagePlan) {
  return { stage, file: stagePlanFile(stage), plan: { ...plan, digest: digestOf(plan) } };
}

function looksOf({ analysis }: Pick<Plan, 'analysis'>, tasks: number, alpha: number): Protocol['looks'] {
  const { stopping } = analysis;
  if (typeof stopping === 'string' || !('spending' in stopping) || tasks === 0) return [];
  const at = lookTasks(tasks, stopping.looks);
  const information = at.map((n) => n / tasks);
  return spendingBoundaries(information, alpha, stopping.spending).map((look, j) => ({ tasks: at[j]!, ...look }));
}
