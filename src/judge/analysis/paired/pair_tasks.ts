import { compareByCodeUnit } from '../trials/arm_units.js';
import type { Trial } from '../trials/trial.js';

/** Side of a comparison: the trials of an arm. */
export interface ComparisonSide {
  /** Name of the side. */
  name: string;
  trials: readonly Trial[];
  /** Planned attempts by task. Those without a result are undecided. If absent, every planned attempt has a result. */
  planned?: ReadonlyMap<string, number> | undefined;
}

/** Runs of one task on both sides, of the same version of its contract. */
export interface TaskPair {
  task: string;
  version: string;
  base: readonly Trial[];
  head: readonly Trial[];
  /** Planned attempts without a result. */
  missing: { base: number; head: number };
}

/** Tasks that are compared, and those that are not. */
interface TaskPairing {
  pairs: readonly TaskPair[];
  /** Tasks that could not be compared, with the reason. */
  unpaired: readonly { task: string; because: string }[];
}

/**
 * Pairs the tasks of both sides by id. Only runs of one version of a contract are compared. If both sides share several
 * versions, that with the most runs is used (the first by its text among equals).
 */
export function pairTasks(base: ComparisonSide, head: ComparisonSide): TaskPairing {
  const [of_base, of_head] = [groupByTask(base.trials), groupByTask(head.trials)];
  const tasks = new Set([...of_base.keys(), ...of_head.keys(), ...listPlannedTasks(base), ...listPlannedTasks(head)]);
  const pairs: TaskPair[] = [];
  const unpaired: { task: string; because: string }[] = [];
  for (const task of [...tasks].sort(compareByCodeUnit)) {
    const [left, right] = [of_base.get(task) ?? NO_VERSIONS, of_head.get(task) ?? NO_VERSIONS];
    // A planned side without a result is undecided. A side that was not planned makes no pair.
    const unpaired_tasks = [
      ...(left.size === 0 && !base.planned?.get(task) ? [base.name] : []),
      ...(right.size === 0 && !head.planned?.get(task) ? [head.name] : []),
    ];
    if (unpaired_tasks.length > 0) {
      unpaired.push({ task, because: `no result of ${unpaired_tasks.join(', nor of ')}` });
      continue;
    }
    const version = findCommonVersion(left, right);
    if (version === undefined) {
      unpaired.push({ task, because: 'the sides have different versions of its contract' });
      continue;
    }
    const missing = (side: ComparisonSide, runs: ReadonlyMap<string, Trial[]>) =>
      Math.max(0, (side.planned?.get(task) ?? 0) - [...runs.values()].reduce((sum, own) => sum + own.length, 0));
    pairs.push({
      task,
      version,
      base: left.get(version) ?? [],
      head: right.get(version) ?? [],
      missing: { base: missing(base, left), head: missing(head, right) },
    });
  }
  return { pairs, unpaired };
}

const NO_VERSIONS: ReadonlyMap<string, Trial[]> = new Map();
const listPlannedTasks = ({ planned }: ComparisonSide) => planned?.keys() ?? [];

/** Groups runs by task, then by version. */
function groupByTask(trials: readonly Trial[]): Map<string, Map<string, Trial[]>> {
  const tasks = new Map<string, Map<string, Trial[]>>();
  for (const trial of trials) {
    const versions = tasks.get(trial.task) ?? new Map<string, Trial[]>();
    tasks.set(trial.task, versions);
    const runs = versions.get(trial.version);
    if (runs) runs.push(trial);
    else versions.set(trial.version, [trial]);
  }
  return tasks;
}

/**
 * Finds the version that both sides have. A side without runs has any.
 *
 * @returns undefined if each side has runs, and none of the same version
 */
function findCommonVersion(
  left: ReadonlyMap<string, Trial[]>,
  right: ReadonlyMap<string, Trial[]>,
): string | undefined {
  if (left.size === 0 && right.size === 0) return '';
  const both = (version: string) => (left.size === 0 || left.has(version)) && (right.size === 0 || right.has(version));
  const runs = (version: string) => (left.get(version)?.length ?? 0) + (right.get(version)?.length ?? 0);
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter(both)
    .sort((a, b) => runs(b) - runs(a) || compareByCodeUnit(a, b))[0];
}
