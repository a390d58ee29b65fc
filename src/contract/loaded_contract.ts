import type { Contract } from './contract_schema.js';
import type { ProofSummary } from './validation/contract_lock.js';

/** Hidden file of the oracle, as it is installed in the evaluation workspace. */
export interface OracleFile {
  /** Path in the workspace. */
  path: string;
  content: Uint8Array;
  executable: boolean;
  sha256: string;
}

/** File of `world.directory`. A link is copied as a link; `content` is its target. */
export type FixtureFile = OracleFile & { link?: true };

/** File with guardrail rules: its text, and its path as messages show it. */
export interface GuardRulesFile {
  shown: string;
  text: string;
  sha256: string;
}

/** Caps of a run that are below the contract's budget; null if that cap is not. */
interface RunCaps {
  usd: number | null;
  tokens: number | null;
}

/** Contract with the contents of every file that it names. After loading, only the snapshot is read from disk. */
export interface LoadedContract {
  contract: Contract;
  /** Absolute path of the contract file. */
  path: string;
  /** Path as messages, reports and annotations show it: relative to the working directory. */
  shown: string;
  /** Folder of the contract file. */
  folder: string;
  /** Field path → line in the contract file. */
  lines: Record<string, number>;
  text_sha256: string;
  oracle_files: OracleFile[];
  /** Folders of the workspace that belong to the oracle alone; files of a patch in them are removed. */
  oracle_folders: string[];
  golden?: Uint8Array;
  /** Recorded responses of `policy.network.stubs`; absent while they are still to be recorded. */
  stubs?: { path: string; content: Uint8Array; sha256: string };
  /** Additional guardrail rules of `coordination.rules`. */
  rules?: GuardRulesFile;
  /** Files of `world.directory`. */
  world?: FixtureFile[];
  /** Proof beside the contract; absent unless its digests match this version (requirement K9). */
  proof?: ProofSummary;
  /** Reason why the lock beside the contract is not valid for it; absent without a lock. */
  proof_problem?: string;
  /** Caps of the run to which the budget was lowered; absent if no cap applies. */
  caps?: RunCaps;
  /** Version id (requirement K7). */
  version: string;
}
