import type { Check } from '../../../contract/checks/check.js';
import type { CheckReference } from '../../../judge/rubric/trace/check_reference.js';

/** Plan of the verification of an exported contract, in the container of its task: `tests/gatebench.json`. */
export interface CheckPlan {
  /** Version of this format. */
  gatebench_task: 1;
  /** Version id of the contract. */
  version: string;
  /** Folder of the repository in the container. */
  root: string;
  /** Variables of every command, beside PATH. */
  environment: Record<string, string>;
  /** Builds and checks, in the order of the contract. */
  checks: { check: Check; kind: 'build' | 'acceptance' }[];
  /** Known result of the acceptance checks with the reference solution; absent = the contract is not proven. */
  reference?: CheckReference;
  /** Paths of hidden files, whose contents lie in `files/`, and whether each is executable. */
  hidden: { path: string; executable: boolean }[];
  /** Folders that belong to the oracle alone. */
  folders: string[];
  /** Paths of the snapshot that are put back, whose contents lie in `restore/`. */
  restored: { path: string; executable: boolean }[];
  /** Sources of regular expressions of paths that are removed if they were created. */
  removed: string[];
  /** File in the container that lists what the image has in the repository, each path with a NUL behind it. */
  image_files: string;
  /** Digest of each other file of the task, and of `contract`: an import knows that the task is as it was exported. */
  exported: Record<string, string>;
  /** Contract as it is written, without its snapshot. */
  contract: Record<string, unknown>;
}

/** Name of the contract's digest in `exported`. */
export const CONTRACT_DIGEST = 'contract';

/** Name of the plan in the folder `tests` of a task. */
export const TASK_PLAN_FILE = 'gatebench.json';
