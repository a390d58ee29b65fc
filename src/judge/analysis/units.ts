import type { Arm, PlannedTask } from '../../record/plan.js';
import { type OutcomeCounts, outcomeCounts } from './outcome_counts.js';
import type { Trial } from './trial.js';

/** What one arm made of one version of a task: the sampling unit of every figure. */
export interface Unit {
  task: string;
  version: string;
  /** By trial. */
  trials: readonly Trial[];
  counts: OutcomeCounts;
  /** null = results without a plan, or of another version than was planned. */
  planned: PlannedTask | null;
}

/** One arm with its units, ordered by task and version. */
export interface ArmUnits {
  arm: Arm;
  units: readonly Unit[];
}

/** An attempt that was planned and has no result. */
export interface MissingAttempt {
  task: string;
  version: string;
  arm: string;
}

interface Found {
  task: string;
  version: string;
  trials: Trial[];
  missing: number;
}

/**
 * Trials by arm and task, in an order that does not depend on theirs, so that sums come out the same to the last bit. Arms without a trial
 * or a planned attempt have no units.
 */
export function unitsOf(
  arms: readonly Arm[],
  trials: readonly Trial[],
  tasks: readonly PlannedTask[],
  missing: readonly MissingAttempt[],
): ArmUnits[] {
  const planned = new Map(tasks.map((task) => [key(task.id, task.version), task]));
  const found = new Map<string, Map<string, Found>>();
  const unit = (arm: string, task: string, version: string) => {
    const own = found.get(arm) ?? new Map<string, Found>();
    found.set(arm, own);
    const of = key(task, version);
    const made = own.get(of) ?? { task, version, trials: [], missing: 0 };
    own.set(of, made);
    return made;
  };
  for (const trial of trials) unit(trial.arm, trial.task, trial.version).trials.push(trial);
  for (const { arm, task, version } of missing) unit(arm, task, version).missing++;
  return arms.map((arm) => ({
    arm,
    units: [...(found.get(arm.id)?.values() ?? [])]
      .sort((a, b) => byText(a.task, b.task) || byText(a.version, b.version))
      .map(({ task, version, trials: own, missing: none }) => ({
        task,
        version,
        trials: own.sort((a, b) => a.trial - b.trial || byText(a.attempt_id, b.attempt_id)),
        counts: outcomeCounts(own, none),
        planned: planned.get(key(task, version)) ?? null,
      })),
  }));
}

/** One text for a version of a task. */
export const unitKey = ({ task, version }: Pick<Unit, 'task' | 'version'>): string => key(task, version);

const key = (task: string, version: string) => `${task}\n${version}`;

/** By code unit: the order must not depend on the locale of the machine. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
