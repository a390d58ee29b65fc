import type { PilotSettings } from '../../contract/suite/analysis_settings.js';
import { computeDigest } from '../../record/json/compute_digest.js';
import {
  getStagePlanFile,
  PILOT_STAGE_NAMES,
  PILOT_STAGES,
  type PilotProtocol,
  type PilotStage,
} from '../../record/planning/pilot_protocol.js';
import type { Plan, PlannedAttempt, PlannedBudget } from '../../record/planning/plan.js';
import { lookTasks } from '../statistics/sequential_decision.js';
import { spendingBoundaries } from '../statistics/spending_boundaries.js';
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

/** Part of a plan that a stage adds. Each attempt belongs to exactly one stage. */
interface StagePlan {
  stage: PilotStage;
  plan: Omit<Plan, 'digest'>;
}

/**
 * Divides a plan into the stages of a pilot. Stage 1: the first tasks of each stratum, in the randomised order, with
 * few trials. Stage 2: all tasks, up to its trials. Stage 3: the rest. No stage repeats the runs of an earlier one.
 *
 * Every stage has a share of B_total in proportion to the most that its attempts can cost (to their number if none asks
 * models), so that all together cannot exceed it, whoever starts them and where. B_task is divided by trials in the
 * same way.
 */
function divideStages(
  plan: Omit<Plan, 'digest'>,
  settings: Pick<PilotSettings, 'stage_1' | 'stage_2'>,
  stratumOf: (task: string) => string,
): StagePlan[] {
  const first = selectFirstTasks(plan, settings.stage_1.tasks_per_stratum, stratumOf);
  const stageOf = ({ task, trial }: PlannedAttempt): PilotStage => {
    if (first.has(task) && trial <= settings.stage_1.trials) return 1;
    return trial <= settings.stage_2.trials ? 2 : 3;
  };
  const parts = PILOT_STAGES.map((stage) => plan.attempts.filter((attempt) => stageOf(attempt) === stage));
  const asks = plan.attempts.some(({ ceiling_usd }) => ceiling_usd > 0);
  const loads = parts.map((attempts) => attempts.reduce((sum, { ceiling_usd }) => sum + (asks ? ceiling_usd : 1), 0));
  const load = loads.reduce((sum, one) => sum + one, 0);
  const { stage_1, stage_2 } = settings;
  // A task of stage 1 may have trials in all three.
  const trials = [stage_1.trials, stage_2.trials, plan.trials - stage_2.trials];
  const weight = trials.reduce((sum, n) => sum + n, 0);
  return PILOT_STAGES.map((stage, i) => {
    const attempts = parts[i]!;
    const tasks = new Set(attempts.map(({ task }) => task));
    const budget: PlannedBudget = {
      ...plan.budget,
      total_usd: computeStageShare(plan.budget.total_usd, load === 0 ? 0 : loads[i]! / load),
      task_usd: computeStageShare(plan.budget.task_usd, trials[i]! / weight),
    };
    const stage_tasks = plan.tasks.filter(({ id }) => tasks.has(id));
    return { stage, plan: { ...plan, tasks: stage_tasks, budget, attempts, pilot_stage: stage } };
  });
}

/** Removes a task from the plan of a stage. Nothing takes its place. */
export function removeTask({ digest: _, ...plan }: Plan, task: string): Omit<Plan, 'digest'> {
  return {
    ...plan,
    tasks: plan.tasks.filter(({ id }) => id !== task),
    attempts: plan.attempts.filter((attempt) => attempt.task !== task),
  };
}

function selectFirstTasks(
  { attempts }: Pick<Plan, 'attempts'>,
  per_stratum: number,
  stratumOf: (task: string) => string,
): Set<string> {
  const by_stratum = new Map<string, Set<string>>();
  for (const { task } of attempts) {
    const stratum = by_stratum.get(stratumOf(task)) ?? new Set();
    by_stratum.set(stratumOf(task), stratum);
    if (stratum.size < per_stratum) stratum.add(task);
  }
  return new Set([...by_stratum.values()].flatMap((own) => [...own]));
}

/** Computes a share, rounded down: shares must not add up to more than the whole. */
const computeStageShare = (usd: number | null, part: number) =>
  usd === null ? null : Math.floor(usd * part * 1e6) / 1e6;
