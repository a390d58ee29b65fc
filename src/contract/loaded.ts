import type { Proof } from './lock.js';
import type { Contract } from './schema.js';

/** A hidden file of the oracle, as it will be laid into the evaluation workspace. */
export interface OracleFile {
  /** Path in the workspace. */
  path: string;
  content: Uint8Array;
  executable: boolean;
  sha256: string;
}

/** A file of `world.directory`; a link is handed over as one, its content is what it leads to. */
export type WorldFile = OracleFile & { link?: true };

/** Guardrail rules of a file: its text, and its path as messages show it. */
export interface RulesFile {
  shown: string;
  text: string;
  sha256: string;
}

/** Caps of a run (B_run) that are below those of a contract; null = that one is not. */
export interface Caps {
  usd: number | null;
  tokens: number | null;
}

/** A contract with every file it names read: from here on nothing is read from its folder but the snapshot. */
export interface LoadedContract {
  contract: Contract;
  /** Absolute path of the contract file. */
  path: string;
  /** The path as messages, reports and annotations name it: relative to the working folder. */
  shown: string;
  /** Folder of the contract file. */
  folder: string;
  /** Field path → line in the contract file. */
  lines: Record<string, number>;
  text_sha256: string;
  oracle_files: OracleFile[];
  /** Folders of the workspace that belong to the oracle alone: whatever a patch put there is removed. */
  oracle_folders: string[];
  golden?: Uint8Array;
  /** Recorded responses that `policy.network.stubs` names; absent also while they are still to be recorded. */
  stubs?: { path: string; content: Uint8Array; sha256: string };
  /** Further guardrail rules that `coordination.rules` names. */
  rules?: RulesFile;
  /** Files of `world.directory`. */
  world?: WorldFile[];
  /** The proof beside the contract, when there is one and its digests are those of this version (K9). */
  proof?: Proof;
  /** Why the lock beside the contract is no proof of it; absent without a lock. */
  proof_problem?: string;
  /** Caps of the run to which the budget was lowered; absent = it is the contract's own. */
  caps?: Caps;
  /** Version id (K7). */
  version: string;
}
