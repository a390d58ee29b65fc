import type { Arm, PlannedTask } from '../../../record/planning/plan.js';
import { countOutcomes, type OutcomeCounts } from './outcome_counts.js';
import type { Trial } from './trial.js';

/** Results of one arm at one version of a task: the sampling unit of every figure. */
export interface TaskUnit {
  task: string;
  version: string;
  /** Trials in order. */
  trials: readonly Trial[];
  counts: OutcomeCounts;
  /** Task as planned. null = results without a plan, or of another version. */
  planned: PlannedTask | null;
}

/** Arm with its units, ordered by task and version. */
export interface ArmUnits {
  arm: Arm;
  units: readonly TaskUnit[];
}

/** Planned attempt without a result. */
export interface MissingAttempt {
  task: string;
  version: string;
  arm: string;
}

interface FoundUnit {
  task: string;
  version: string;
  trials: Trial[];
  missing: number;
}

/**
 * Groups trials by arm and task. The order of the result does not depend on that of the trials, so that sums are equal
 * to the last bit. Arms without a trial or a planned attempt have no units.
 */
export function groupUnits(
  arms: readonly Arm[],
  trials: readonly Trial[],
  tasks: readonly PlannedTask[],
  missing: readonly MissingAttempt[],
): ArmUnits[] {
  const planned = new Map(tasks.map((task) => [createUnitKey(task.id, task.version), task]));
  const by_arm = new Map<string, Map<string, FoundUnit>>();
  const unit = (arm: string, task: string, version: string) => {
    const arm_entry = by_arm.get(arm) ?? new Map<string, FoundUnit>();
    by_arm.set(arm, arm_entry);
    const key = createUnitKey(task, version);
    const unit = arm_entry.get(key) ?? { task, version, trials: [], missing: 0 };
    arm_entry.set(key, unit);
    return unit;
  };
  for (const trial of trials) unit(trial.arm, trial.task, trial.version).trials.push(trial);
  for (const { arm, task, version } of missing) unit(arm, task, version).missing++;
  return arms.map((arm) => ({
    arm,
    units: [...(by_arm.get(arm.id)?.values() ?? [])]
      .sort((a, b) => compareByCodeUnit(a.task, b.task) || compareByCodeUnit(a.version, b.version))
      .map(({ task, version, trials: own, missing: none }) => ({
        task,
        version,
        trials: own.sort((a, b) => a.trial - b.trial || compareByCodeUnit(a.attempt_id, b.attempt_id)),
        counts: countOutcomes(own, none),
        planned: planned.get(createUnitKey(task, version)) ?? null,
      })),
  }));
}

/** Returns one text for a version of a task. */
export const getUnitKey = ({ task, version }: Pick<TaskUnit, 'task' | 'version'>): string =>
  createUnitKey(task, version);

const createUnitKey = (task: string, version: string) => `${task}\n${version}`;

/** Compares texts by code unit: the order must not depend on the locale of the machine. */
export function compareByCodeUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
