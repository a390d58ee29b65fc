import { byText } from './paired_tasks.js';

/** Of a task none of whose planned attempts has a result. */
export const UNKNOWN_VERSION = '';

/** What became of the runs of one task, at one version of its contract. Planned runs without a result are undecided. */
export interface Counts {
  task: string;
  version: string;
  successes: number;
  failures: number;
  undecided: number;
}

export interface GatingSettings {
  /** Share of the rarer outcome in the history up to which a contract still counts as stable. */
  tolerance: number;
  /** Decided runs that a history must have of a contract, before it says that the contract is stable. */
  minimum_history: number;
}

/** Values where nobody said others: five reruns screen out gross flakiness only (statistics §1.7), so a history grows better with time. */
export const ORDINARY_GATING: GatingSettings = { tolerance: 0.05, minimum_history: 5 };

/** As somebody asks now, else as it was agreed in a plan, else the ordinary values. */
export function gatingOf(
  asked: { [Key in keyof GatingSettings]?: number | undefined },
  agreed: { [Key in keyof GatingSettings]?: number | undefined } = {},
): GatingSettings {
  return {
    tolerance: asked.tolerance ?? agreed.tolerance ?? ORDINARY_GATING.tolerance,
    minimum_history: asked.minimum_history ?? agreed.minimum_history ?? ORDINARY_GATING.minimum_history,
  };
}

/** A contract that may turn the gate. */
export interface GatingTask {
  task: string;
  version: string;
  base: Counts;
  head: Counts;
  /** Runs at this version in the history, those of base not among them; null = there is no history. */
  history: Counts | null;
}

export type LeftOut = 'flake' | 'version' | 'unproven' | 'history' | 'runs';

export interface GatingSet {
  tasks: readonly GatingTask[];
  /** Contracts that decide nothing. */
  left_out: readonly { task: string; kind: LeftOut; because: string }[];
  /** Contracts with runs of both sides that nobody has proven or known long enough: together they may still have collapsed. */
  comparable: readonly GatingTask[];
  /** Contracts that could have turned the gate before outcomes of the history were looked at: the family of the tests. */
  family: number;
}

export interface GatingInput {
  base: readonly Counts[];
  head: readonly Counts[];
  /** Earlier runs of the base; absent = nothing is known of the stability of contracts, and none is left out for it. */
  history?: readonly Counts[] | undefined;
  /** Whether the contract has a proof that holds; undefined = nobody knows. */
  proven?: (task: string, version: string) => boolean | undefined;
}

/**
 * The contracts that may turn a regression gate: the same version on both sides, not without a proof, and stable in the history. Known
 * flakes and changed contracts are named, and decide nothing. What base and head did is no part of the choice: a contract that is chosen
 * because its base always passed would seem to get worse by itself.
 */
export function gatingSet(input: GatingInput, settings: GatingSettings = ORDINARY_GATING): GatingSet {
  const tasks: GatingTask[] = [];
  const comparable: GatingTask[] = [];
  const left_out: { task: string; kind: LeftOut; because: string }[] = [];
  const [base, head] = [input.base, input.head].map(byName) as [Map<string, Counts[]>, Map<string, Counts[]>];
  const history = byName(input.history ?? []);
  const leave = (task: string, kind: LeftOut, because: string) => left_out.push({ task, kind, because });
  for (const task of [...new Set([...base.keys(), ...head.keys()])].sort(byText)) {
    const before = (base.get(task) ?? []).filter(({ version }) => version !== UNKNOWN_VERSION);
    const found = head.get(task) ?? [];
    const lost = before.length === 1 && found.every(({ version }) => version === UNKNOWN_VERSION);
    // What was to be run and has no result is undecided, not left out: whoever loses results must not be better off.
    const after = lost ? found.map((counts) => ({ ...counts, version: before[0]!.version })) : found;
    if (before.length === 0 || after.length === 0) {
      leave(task, 'runs', `only ${before.length === 0 ? 'head' : 'base'} has results of it`);
      continue;
    }
    const common = before.filter(({ version }) => after.some((other) => other.version === version));
    if (common.length !== 1 || after.length !== 1) {
      leave(task, 'version', common.length === 0 ? 'its contract has changed' : 'a side has several versions of it');
      continue;
    }
    const { version } = common[0]!;
    const sides = { task, version, base: common[0]!, head: after[0]! };
    if (input.proven?.(task, version) === false) {
      leave(task, 'unproven', 'no contract.lock proves it');
      comparable.push({ ...sides, history: null });
      continue;
    }
    const known = input.history === undefined ? null : sum(task, version, history.get(task) ?? []);
    if (known !== null) {
      const runs = known.successes + known.failures;
      if (runs < settings.minimum_history) {
        leave(task, 'history', `the history has ${runs} of its version's runs; ${settings.minimum_history} are needed`);
        comparable.push({ ...sides, history: null });
        continue;
      }
      const rarer = Math.min(known.successes, known.failures);
      if (rarer / runs > settings.tolerance) {
        leave(task, 'flake', `known flake: it succeeded in ${known.successes} of ${runs} runs of the history`);
        continue;
      }
    }
    tasks.push({ ...sides, history: known });
  }
  return { tasks, left_out, comparable, family: tasks.length + left_out.filter(({ kind }) => kind === 'flake').length };
}

function byName(all: readonly Counts[]): Map<string, Counts[]> {
  const tasks = new Map<string, Counts[]>();
  for (const counts of all) tasks.set(counts.task, [...(tasks.get(counts.task) ?? []), counts]);
  return tasks;
}

function sum(task: string, version: string, all: readonly Counts[]): Counts {
  const same = all.filter((counts) => counts.version === version);
  const total = (of: 'successes' | 'failures' | 'undecided') => same.reduce((added, counts) => added + counts[of], 0);
  return { task, version, successes: total('successes'), failures: total('failures'), undecided: total('undecided') };
}
