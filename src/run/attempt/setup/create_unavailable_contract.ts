import { UserError } from '../../../contract/input/user_error.js';
import type { LoadedContract } from '../../../contract/loaded_contract.js';
import { isCodeFault } from '../../../system/is_code_fault.js';
import { GitError, getFirstLine, removeUrlCredentials } from '../../../workspace/git/run_git.js';
import type { SnapshotSources } from '../../../workspace/snapshot/fetch_commit.js';
import type { MaterialisedSnapshot } from '../../../workspace/snapshot/materialise_snapshot.js';
import type { PreparedContract } from '../attempt_spec.js';

/**
 * Codes of faults that every other contract would meet as well. Most faults of the machine are not among them: a folder
 * that may not be read and a host that does not answer concern the one repository.
 */
const MACHINE_WIDE_CODES: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EMFILE',
  'ENFILE',
  'EIO',
  'ENOMEM',
]);

/** Returns true for a fault of the whole machine, which every other contract would meet as well. */
export function isMachineWideFault(fault: unknown): boolean {
  const { code } = (fault ?? {}) as { code?: unknown };
  return typeof code === 'string' && MACHINE_WIDE_CODES.has(code);
}

/**
 * Creates the description of a contract with an unavailable repository. Its attempts are recorded as undecided, with
 * the reason; a fault of the code ends each of them as one.
 *
 * @param fault thrown value
 */
export function createUnavailableContract(
  { contract }: Pick<LoadedContract, 'contract'>,
  fault: unknown,
  pull_request: SnapshotSources['pull_request'],
): PreparedContract {
  const { snapshot } = contract;
  const unavailable = removeUrlCredentials(formatFault(fault)).slice(0, 1000);
  const found = { observed: '', tree: '', submodules: {}, unavailable };
  return {
    snapshot: { ...getPin(snapshot, pull_request), ...found },
    ...(isCodeFault(fault) ? { defect: fault } : {}),
    tools: {},
    tool_problems: [],
    lockfiles: {},
    exposed: [],
    leaks: [],
  };
}

function getPin(
  snapshot: LoadedContract['contract']['snapshot'],
  pull_request: SnapshotSources['pull_request'],
): Pick<MaterialisedSnapshot, 'kind' | 'identity'> {
  if ('directory' in snapshot) return { kind: 'directory', identity: snapshot.tree };
  if ('archive' in snapshot) return { kind: 'archive', identity: snapshot.sha256 };
  if ('git' in snapshot) return { kind: 'git', identity: snapshot.commit };
  return { kind: 'pull-request', identity: pull_request?.base_sha ?? '' };
}

function formatFault(fault: unknown): string {
  if (fault instanceof UserError) return fault.message;
  const text = String((fault as Error)?.message ?? fault);
  return `the repository could not be looked at: ${fault instanceof GitError ? getFirstLine(text) : text}`;
}
