import type { PilotSettings } from '../../contract/suite/analysis_settings.js';
import { PILOT_STAGES, type PilotStage } from '../../record/planning/pilot_protocol.js';
import type { Plan, PlannedAttempt, PlannedBudget } from '../../record/planning/plan.js';

/** Part of a plan that a stage adds. Each attempt belongs to exactly one stage. */
export interface StagePlan {
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
export function divideStages(
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
