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
  const found = new Map<string, Map<string, TaskRunCounts>>();
  for (const trial of trials) addTrial(found, trial);
  const gone = [...(planned ?? [])].filter(([task, runs]) => runs > 0 && !found.has(task));
  const none = { version: UNKNOWN_VERSION, successes: 0, failures: 0 };
  const absent = gone.map(([task, undecided]) => ({ task, ...none, undecided }));
  const present = [...found].flatMap(([task, versions]) => {
    const own = [...versions.values()].sort((a, b) => countRuns(b) - countRuns(a));
    const missing = (planned?.get(task) ?? 0) - own.reduce((sum, counts) => sum + countRuns(counts), 0);
    return own.map((counts, i) =>
      i === 0 ? { ...counts, undecided: counts.undecided + Math.max(0, missing) } : counts,
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
  return arm.tasks.map(({ task, version, successes, failures, undecided }) => ({
    task,
    version,
    successes,
    failures,
    undecided,
  }));
}

/**
 * Selects the earlier runs of an arm, newest last. A line with exactly the counts of a compared side is that side
 * itself and is dropped: contracts must not be chosen by the runs that they are judged by.
 */
export function selectHistory(
  lines: readonly HistoryLine[],
  arm: string,
  sides: readonly (readonly TaskRunCounts[])[],
): { nights: TaskRunCounts[][]; lines: number; itself: number } {
  const own = lines.flatMap(({ arms }) => arms.filter((one) => one.arm === arm).map(readLineCounts));
  const texts = new Set(sides.map(toText));
  const earlier = own.filter((counts) => !texts.has(toText(counts)));
  // Equal nights have equal lines: only one line per side is that side itself.
  const itself = Math.min(own.length - earlier.length, sides.length);
  const same = own.filter((counts) => texts.has(toText(counts))).slice(0, own.length - earlier.length - itself);
  return { nights: [...earlier, ...same], lines: own.length - itself, itself };
}

const toText = (counts: readonly TaskRunCounts[]) =>
  JSON.stringify(
    counts
      .map(({ task, version, successes, failures, undecided }) => [task, version, successes, failures, undecided])
      .sort(),
  );
