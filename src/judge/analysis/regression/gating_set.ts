import { compareByCodeUnit } from '../trials/arm_units.js';
import { addTotals, NO_RUNS, type OutcomeTotals } from './outcome_totals.js';

/** Version of a task none of whose planned attempts has a result. */
export const UNKNOWN_VERSION = '';

/** Counts of the runs of one task at one version of its contract. Planned runs without a result are undecided. */
export interface TaskRunCounts extends OutcomeTotals {
  task: string;
  version: string;
}

/** Settings that decide which contracts may turn the gate. */
export interface GatingSettings {
  /** Share of the rarer outcome in the history up to which a contract counts as stable. */
  tolerance: number;
  /** Decided runs in the history that a contract needs to count as stable. */
  minimum_history: number;
}

/** Default settings. Five reruns find gross flakiness only, so a longer history is better. */
export const DEFAULT_GATING: GatingSettings = { tolerance: 0.05, minimum_history: 5 };

/** Contract that may turn the gate. */
export interface GatingTask {
  task: string;
  version: string;
  base: TaskRunCounts;
  head: TaskRunCounts;
  /** Runs at this version in the history without those of base. null = there is no history. */
  history: TaskRunCounts | null;
}

/** Reason for which a contract decides nothing. */
type ExclusionKind = 'flake' | 'version' | 'unproven' | 'history' | 'runs';

/** Contracts that may turn a regression gate, and those that may not. */
export interface GatingSet {
  tasks: readonly GatingTask[];
  /** Contracts that decide nothing, with the reason. */
  left_out: readonly { task: string; kind: ExclusionKind; because: string }[];
  /** Contracts with runs on both sides but without proof or history. They can still show a collapse. */
  comparable: readonly GatingTask[];
  /** Number of contracts that could have turned the gate before outcomes of the history were known. */
  family: number;
}

/** Runs from which the gating set is selected. */
interface GatingInput {
  base: readonly TaskRunCounts[];
  head: readonly TaskRunCounts[];
  /** Earlier runs of the base. If absent, no contract is excluded as unstable. */
  history?: readonly TaskRunCounts[] | undefined;
  /** Checks whether the contract has a valid proof. Undefined = unknown. */
  proven?: (task: string, version: string) => boolean | undefined;
}

/**
 * Selects the contracts that may turn a regression gate. They have the same version on both sides, are not unproven,
 * and are stable in the history. Known flakes and changed contracts are listed, and decide nothing. Results of base and
 * head do not influence the choice: a contract chosen because its base always passed would seem to get worse by itself.
 */
export function selectGatingSet(input: GatingInput, settings: GatingSettings = DEFAULT_GATING): GatingSet {
  const tasks: GatingTask[] = [];
  const comparable: GatingTask[] = [];
  const left_out: { task: string; kind: ExclusionKind; because: string }[] = [];
  const [base, head] = [input.base, input.head].map(groupByTask) as [
    Map<string, TaskRunCounts[]>,
    Map<string, TaskRunCounts[]>,
  ];
  const history = groupByTask(input.history ?? []);
  const leave = (task: string, kind: ExclusionKind, because: string) => left_out.push({ task, kind, because });
  for (const task of [...new Set([...base.keys(), ...head.keys()])].sort(compareByCodeUnit)) {
    const base_runs = (base.get(task) ?? []).filter(({ version }) => version !== UNKNOWN_VERSION);
    const head_runs = head.get(task) ?? [];
    const is_lost = base_runs.length === 1 && head_runs.every(({ version }) => version === UNKNOWN_VERSION);
    // Planned runs without a result are undecided, not left out: losing results must give no advantage.
    const matched_runs = is_lost
      ? head_runs.map((counts) => ({ ...counts, version: base_runs[0]!.version }))
      : head_runs;
    if (base_runs.length === 0 || matched_runs.length === 0) {
      leave(task, 'runs', `only ${base_runs.length === 0 ? 'head' : 'base'} has results of it`);
      continue;
    }
    const common = base_runs.filter(({ version }) => matched_runs.some((other) => other.version === version));
    if (common.length !== 1 || matched_runs.length !== 1) {
      leave(task, 'version', common.length === 0 ? 'its contract has changed' : 'a side has several versions of it');
      continue;
    }
    const { version } = common[0]!;
    const sides = { task, version, base: common[0]!, head: matched_runs[0]! };
    if (input.proven?.(task, version) === false) {
      leave(task, 'unproven', 'no contract.lock proves it');
      comparable.push({ ...sides, history: null });
      continue;
    }
    const history_runs = input.history === undefined ? null : sumTaskRuns(task, version, history.get(task) ?? []);
    if (history_runs !== null) {
      const runs = history_runs.successes + history_runs.failures;
      if (runs < settings.minimum_history) {
        leave(task, 'history', `the history has ${runs} of its version's runs; ${settings.minimum_history} are needed`);
        comparable.push({ ...sides, history: null });
        continue;
      }
      const rarer = Math.min(history_runs.successes, history_runs.failures);
      if (rarer / runs > settings.tolerance) {
        leave(task, 'flake', `known flake: it succeeded in ${history_runs.successes} of ${runs} runs of the history`);
        continue;
      }
    }
    tasks.push({ ...sides, history: history_runs });
  }
  return { tasks, left_out, comparable, family: tasks.length + left_out.filter(({ kind }) => kind === 'flake').length };
}

function groupByTask(all: readonly TaskRunCounts[]): Map<string, TaskRunCounts[]> {
  const tasks = new Map<string, TaskRunCounts[]>();
  for (const counts of all) tasks.set(counts.task, [...(tasks.get(counts.task) ?? []), counts]);
  return tasks;
}

function sumTaskRuns(task: string, version: string, all: readonly TaskRunCounts[]): TaskRunCounts {
  const same = all.filter((counts) => counts.version === version);
  return { task, version, ...same.reduce<OutcomeTotals>(addTotals, NO_RUNS) };
}
