import type { HistoryArm, HistoryLine } from '../../../record/planning/suite_history.js';
import { isDecided } from '../paired/comparison_measure.js';
import type { ComparisonSide } from '../paired/pair_tasks.js';
import type { Trial } from '../trials/trial.js';
import { type TaskRunCounts, UNKNOWN_VERSION } from './gating_set.js';
import { countRuns } from './outcome_totals.js';

/**
 * Counts runs by task and version. Planned attempts without a result are undecided, at the version with most of the
 * task's runs. If no attempt of a task has a result, the version is `UNKNOWN_VERSION`.
 */
export function countTaskRuns({ trials, planned }: Pick<ComparisonSide, 'trials' | 'planned'>): TaskRunCounts[] {
  const by_task = new Map<string, Map<string, TaskRunCounts>>();
  for (const trial of trials) addTrial(by_task, trial);
  const absent_tasks = [...(planned ?? [])].filter(([task, runs]) => runs > 0 && !by_task.has(task));
  const none = { version: UNKNOWN_VERSION, successes: 0, failures: 0 };
  const absent = absent_tasks.map(([task, runs]) => ({ task, ...none, undecided: runs, missing: runs }));
  const present = [...by_task].flatMap(([task, versions]) => {
    const version_counts = [...versions.values()].sort((a, b) => countRuns(b) - countRuns(a));
    const missing = (planned?.get(task) ?? 0) - version_counts.reduce((sum, counts) => sum + countRuns(counts), 0);
    return version_counts.map((counts, i) =>
      i === 0 && missing > 0 ? { ...counts, undecided: counts.undecided + missing, missing } : counts,
    );
  });
  return [...present, ...absent];
}

function addTrial(found: Map<string, Map<string, TaskRunCounts>>, trial: Trial): void {
  const { task, version } = trial;
  const versions = found.get(task) ?? new Map<string, TaskRunCounts>();
  found.set(task, versions);
  const counts = versions.get(version) ?? { task, version, successes: 0, failures: 0, undecided: 0 };
  versions.set(version, counts);
  if (!isDecided(trial)) counts.undecided++;
  else if (trial.outcome === 'success') counts.successes++;
  else counts.failures++;
}

/** Reads the counts of an arm from a line of a history. */
export function readLineCounts(arm: HistoryArm): TaskRunCounts[] {
  return arm.tasks.map(({ task, version, successes, failures, undecided, missing }) => ({
    task,
    version,
    successes,
    failures,
    undecided,
    ...(missing === undefined ? {} : { missing }),
  }));
}

/**
 * Selects the earlier runs of an arm, newest last. The newest line of each compared run is left out: contracts must not
 * be chosen by the runs that they are judged by. A run is told by its attempts (`isSameRun`): other nights may end with
 * the same counts.
 *
 * @param sides the compared runs as a history keeps them
 */
export function selectHistory(
  lines: readonly HistoryLine[],
  arm: string,
  sides: readonly HistoryArm[],
): { nights: TaskRunCounts[][]; lines: number; itself: number } {
  const arm_lines = lines.flatMap(({ arms }) => arms.filter((one) => one.arm === arm));
  const runs = sides.filter((side, i) => !sides.slice(0, i).some((other) => isSameRun(other, side)));
  const compared = new Set(runs.map((run) => arm_lines.findLast((line) => isSameRun(line, run))));
  const earlier = arm_lines.filter((line) => !compared.has(line));
  return { nights: earlier.map(readLineCounts), lines: earlier.length, itself: arm_lines.length - earlier.length };
}

/**
 * Checks whether two parts of history lines are about the same attempts: by the heads of their records, where both say
 * them. Older lines are told by counts, costs and times, which are measured to fractions of a millisecond.
 */
function isSameRun(a: HistoryArm, b: HistoryArm): boolean {
  if (a.heads !== undefined && b.heads !== undefined) return a.heads === b.heads;
  const isClose = (x: number, y: number) => Math.abs(x - y) <= 1e-9 * Math.max(Math.abs(x), Math.abs(y));
  return (
    a.tasks.length === b.tasks.length &&
    a.tasks.every((task) =>
      b.tasks.some(
        (other) =>
          task.task === other.task &&
          task.version === other.version &&
          task.successes === other.successes &&
          task.failures === other.failures &&
          task.undecided === other.undecided &&
          isClose(task.wall_ms, other.wall_ms) &&
          (task.cost_usd === null ? other.cost_usd === null : isClose(task.cost_usd, other.cost_usd ?? Number.NaN)),
      ),
    )
  );
}
