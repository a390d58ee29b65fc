import type { LoadedContract } from '../../../contract/loaded_contract.js';
import type { CommittedFile } from '../../../workspace/history/create_broken_tree.js';
import type { LocalRepository } from '../../../workspace/history/read_commit.js';
import type { ReachMemory } from '../setup/create_reach_memory.js';
import type { MeasurementProblem } from '../setup/measurement_problem.js';
import type { TestMeasurement } from './measure_tests.js';
import type { DraftStore } from './open_draft_store.js';
import type { TestRun } from './read_test_run.js';

/** Proof of a draft. */
export interface DraftProof {
  verdict: 'proven' | 'refuted' | 'undecided';
  /** Why it did not succeed; empty if it did. */
  reason: string;
  /** Strength of a pass as a figure. */
  strength: string;
  /** Why a pass has no strength; absent if it has one. */
  weakness?: string;
}

/** Context of one `init`: the repository, the folder of contracts, and the sandbox behind two functions. */
export interface InitSession {
  repository: LocalRepository;
  /** Absolute folder that a contract names as its repository. */
  git_folder: string;
  /** Absolute folder of the contracts. */
  tasks: string;
  cwd: string;
  /** Owner of quarantined tests. */
  owner: string;
  now: () => Date;
  keep_unproven: boolean;
  signal: AbortSignal;
  /** Contracts that earlier walks measured and could not prove in their time. */
  drafts: DraftStore;
  /** Computes the digest of what the tests of a contract are selected by: its version, tools, sandbox, repository. */
  computeBasis(loaded: LoadedContract): Promise<string>;
  /** Longest duration of a suite that runs as a whole, in milliseconds. */
  suite_ms: number;
  /** Extents of tests that took longer for an earlier commit. */
  slow_suites: Set<string>;
  /** Addresses that could not be reached. */
  reach: ReachMemory;
  /**
   * Measures the tests of a drafted contract.
   *
   * @param most longest duration of one run in milliseconds; a longer one is a problem of the stage `tests`
   */
  measure(loaded: LoadedContract, most: number): Promise<TestMeasurement | MeasurementProblem>;
  /** Tells whether the canary of a contract fails with the reference solution as it must. */
  checkCanary(loaded: LoadedContract): Promise<boolean>;
  /** Runs the tests of a contract's unchanged repository once. */
  tryTests(loaded: LoadedContract): Promise<TestRun | MeasurementProblem>;
  /** Commits files over the latest commit of the repository, into the cache alone. Returns the id of the commit. */
  commitFiles(files: readonly CommittedFile[]): Promise<string>;
  /**
   * Judges a contract of pull requests by an empty diff over a commit.
   *
   * @returns why it does not pass; undefined if it does
   */
  judgeUnchanged(loaded: LoadedContract, commit: string): Promise<string | undefined>;
  /**
   * Proves a contract and writes its lock; undefined if nothing is to be proven.
   *
   * @param resume true if an earlier proof of the same draft was interrupted: its attempts are kept
   */
  prove: ((path: string, id: string, resume: boolean) => Promise<DraftProof>) | undefined;
}
