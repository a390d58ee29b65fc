import type { HistoryArm, HistoryLine } from '../../record/history.js';
import { type Counts, UNKNOWN_VERSION } from './gating_set.js';
import { isDecided } from './paired_measures.js';
import type { Side } from './paired_tasks.js';
import type { Trial } from './trial.js';

/**
 * Runs by task and version. Planned attempts without a result are undecided, at the version that has most of the task's runs; where no
 * attempt of a task has one, at `UNKNOWN_VERSION`.
 */
export function runCounts({ trials, planned }: Pick<Side, 'trials' | 'planned'>): Counts[] {
  const found = new Map<string, Map<string, Counts>>();
  for (const trial of trials) add(found, trial);
  const gone = [...(planned ?? [])].filter(([task, runs]) => runs > 0 && !found.has(task));
  const none = { version: UNKNOWN_VERSION, successes: 0, failures: 0 };
  const absent = gone.map(([task, undecided]) => ({ task, ...none, undecided }));
  const present = [...found].flatMap(([task, versions]) => {
    const own = [...versions.values()].sort((a, b) => runsIn(b) - runsIn(a));
    const missing = (planned?.get(task) ?? 0) - own.reduce((sum, counts) => sum + runsIn(counts), 0);
    return own.map((counts, i) =>
      i === 0 ? { ...counts, undecided: counts.undecided + Math.max(0, missing) } : counts,
    );
  });
  return [...present, ...absent];
}

const runsIn = ({ successes, failures, undecided }: Counts) => successes + failures + undecided;

function add(found: Map<string, Map<string, Counts>>, trial: Trial): void {
  const { task, version } = trial;
  const versions = found.get(task) ?? new Map<string, Counts>();
  found.set(task, versions);
  const counts = versions.get(version) ?? { task, version, successes: 0, failures: 0, undecided: 0 };
  versions.set(version, counts);
  if (!isDecided(trial)) counts.undecided++;
  else if (trial.outcome === 'success') counts.successes++;
  else counts.failures++;
}

/** What a line of a history has of an arm. */
export function lineCounts(arm: HistoryArm): Counts[] {
  return arm.tasks.map(({ task, version, successes, failures, undecided }) => ({
    task,
    version,
    successes,
    failures,
    undecided,
  }));
}

/**
 * Earlier runs of an arm, newest last. A line that says of the arm exactly what one of the compared sides does is that side itself: what
 * contracts are chosen by must not be what they are judged by.
 */
export function historyOf(
  lines: readonly HistoryLine[],
  arm: string,
  sides: readonly (readonly Counts[])[],
): { nights: Counts[][]; lines: number; itself: number } {
  const own = lines.flatMap(({ arms }) => arms.filter((one) => one.arm === arm).map(lineCounts));
  const texts = new Set(sides.map(textOf));
  const earlier = own.filter((counts) => !texts.has(textOf(counts)));
  // Nights that went alike are written alike: one line for each side is that side, no more.
  const itself = Math.min(own.length - earlier.length, sides.length);
  const same = own.filter((counts) => texts.has(textOf(counts))).slice(0, own.length - earlier.length - itself);
  return { nights: [...earlier, ...same], lines: own.length - itself, itself };
}

const textOf = (counts: readonly Counts[]) =>
  JSON.stringify(
    counts
      .map(({ task, version, successes, failures, undecided }) => [task, version, successes, failures, undecided])
      .sort(),
  );
