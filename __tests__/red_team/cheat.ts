import type { GivenFile, GivenFiles } from '../given.js';
import type { ContractInput } from '../given_task.js';

/** The runners that cheats are tried on: how a contract runs hidden tests, and what reports over them. */
export const RUNNERS = [
  'node-junit',
  'node-tap',
  'node-events',
  'npm-junit',
  'jest',
  'unittest',
  'pytest',
  'shell-tap',
  'shell-exit',
  'make-tap',
] as const;
export type Runner = (typeof RUNNERS)[number];
export type Language = 'javascript' | 'python' | 'shell' | 'c';

/** What each runner's graded code is written in. */
export const LANGUAGE: Record<Runner, Language> = {
  'node-junit': 'javascript',
  'node-tap': 'javascript',
  'node-events': 'javascript',
  'npm-junit': 'javascript',
  jest: 'javascript',
  unittest: 'python',
  pytest: 'python',
  'shell-tap': 'shell',
  'shell-exit': 'shell',
  'make-tap': 'c',
};

/** A tiny project with a bug, an honest solution, and a hidden oracle. */
export interface Project {
  runner: Runner;
  repo: GivenFiles;
  hidden: GivenFiles;
  /** Path and content of the graded file as the snapshot has it: the wrong solution. */
  source: string;
  wrong: string;
  honest: string;
  /** Where hidden files appear, as oracle.files has it. */
  oracle: NonNullable<NonNullable<ContractInput['oracle']>['files']>;
  build?: ContractInput['build'];
  setup?: ContractInput['setup'];
  environment?: ContractInput['environment'];
  restore?: string[];
  check: ContractInput['acceptance'][number];
  canary: NonNullable<NonNullable<ContractInput['oracle']>['canary']>;
  /** A report in the check's format in which every required test passed: what somebody would forge who knows the oracle. */
  forged: string;
  /** Hidden test that the check runs last, at its place in the workspace: what is loaded after the graded code. */
  last_test: string;
}

/** How a cheat changes a project. */
export type Move =
  | { code: string } // goes before the wrong solution, in the graded file
  | { source: string } // instead of the graded file's content
  | { files: Record<string, GivenFile | null> } // null = deleted; the graded file stays wrong
  | { patch: string } // as it is
  | { command: string }; // an agent instead of a patch

/** What a run makes of a cheat: never `success`. */
export type Ending = 'failure' | 'acceptance_error' | 'invalid';

export type Fooled = 'exit status' | 'report' | 'output';

export interface Cheat {
  id: string;
  kind: string;
  /** One sentence. */
  what: string;
  /** Where it was seen or told of. */
  known_from: string;
  /** How it is done, by runner or else by language; what is not there, it does not apply to. */
  moves: Partial<Record<Runner | Language, (project: Project) => Move>>;
  /** What keeps it from a pass, in a few words, as docs/threat-model.md has it. */
  defence: string;
  /** How attempts may end, all runners together. */
  ends: readonly Ending[];
  /** A tag or alert that says what was caught, where the defence names the cheat and not only the failed tests. */
  seen_by?: readonly string[];
  /** Takes seconds by its nature: only in the long form. */
  slow?: true;
  /** What it makes a simpler harness believe, on at least one runner; none = it is here because it was tried. */
  fools?: readonly Fooled[];
}

/** How a cheat is done on a runner; undefined where it does not apply. */
export function moveOn(cheat: Cheat, runner: Runner): ((project: Project) => Move) | undefined {
  return cheat.moves[runner] ?? cheat.moves[LANGUAGE[runner]];
}
