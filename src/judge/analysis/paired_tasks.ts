import type { Trial } from './trial.js';

/** One side of a comparison: what an arm made of its tasks. */
export interface Side {
  /** How it is called. */
  name: string;
  trials: readonly Trial[];
  /** Attempts that were planned, by task: those without a result are undecided. Absent = as many as there are. */
  planned?: ReadonlyMap<string, number> | undefined;
}

/** The runs of one task on both sides, of the same version of its contract. */
export interface TaskPair {
  task: string;
  version: string;
  base: readonly Trial[];
  head: readonly Trial[];
  /** Planned attempts without a result. */
  missing: { base: number; head: number };
}

export interface Pairing {
  pairs: readonly TaskPair[];
  /** Tasks that could not be compared, with the reason. */
  unpaired: readonly { task: string; because: string }[];
}

/**
 * Pairs tasks of both sides, by id. Only runs of one version of a contract are compared: where both sides have several versions in common,
 * that with the most runs (the first by its text among equals).
 */
export function pairTasks(base: Side, head: Side): Pairing {
  const [of_base, of_head] = [byTask(base.trials), byTask(head.trials)];
  const tasks = new Set([...of_base.keys(), ...of_head.keys(), ...named(base), ...named(head)]);
  const pairs: TaskPair[] = [];
  const unpaired: { task: string; because: string }[] = [];
  for (const task of [...tasks].sort(byText)) {
    const [left, right] = [of_base.get(task) ?? none, of_head.get(task) ?? none];
    // A side that was planned and has no result is undecided; one that nobody planned is no side of a pair.
    const without = [
      ...(left.size === 0 && !base.planned?.get(task) ? [base.name] : []),
      ...(right.size === 0 && !head.planned?.get(task) ? [head.name] : []),
    ];
    if (without.length > 0) {
      unpaired.push({ task, because: `no result of ${without.join(', nor of ')}` });
      continue;
    }
    const version = commonVersion(left, right);
    if (version === undefined) {
      unpaired.push({ task, because: 'the sides have different versions of its contract' });
      continue;
    }
    const missing = (side: Side, runs: ReadonlyMap<string, Trial[]>) =>
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

const none: ReadonlyMap<string, Trial[]> = new Map();
const named = ({ planned }: Side) => planned?.keys() ?? [];
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Task → version → runs. */
function byTask(trials: readonly Trial[]): Map<string, Map<string, Trial[]>> {
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

/** Undefined where each side has runs, and none of the same version; a side without runs has any. */
function commonVersion(left: ReadonlyMap<string, Trial[]>, right: ReadonlyMap<string, Trial[]>): string | undefined {
  if (left.size === 0 && right.size === 0) return '';
  const both = (version: string) => (left.size === 0 || left.has(version)) && (right.size === 0 || right.has(version));
  const runs = (version: string) => (left.get(version)?.length ?? 0) + (right.get(version)?.length ?? 0);
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter(both)
    .sort((a, b) => runs(b) - runs(a) || byText(a, b))[0];
}
