import type { LoadedContract } from '../../../contract/loaded_contract.js';
import { sha256 } from '../../../record/json/compute_digest.js';
import type { WorkspaceCache } from '../../../workspace/cache/workspace_cache.js';
import { runGit, runGitOrThrow } from '../../../workspace/git/run_git.js';
import type { SnapshotSources } from '../../../workspace/snapshot/fetch_commit.js';
import { materialiseSnapshot } from '../../../workspace/snapshot/materialise_snapshot.js';
import type { Toolchain } from '../../agents/installation/toolchain.js';
import { findExposedFiles } from '../../contract_files/find_exposed_files.js';
import { findLeaksBeyondBase } from '../../contract_files/find_leaks_beyond_base.js';
import type { PreparedContract } from '../attempt_spec.js';

/** Repository of a contract, before its tools are known. */
export interface InspectedRepository extends Omit<PreparedContract, 'tools' | 'tool_problems'> {
  /** Package managers whose versions are recorded. */
  managers: string[];
  /** Declared lockfiles that the repository lacks. */
  problems: string[];
}

/**
 * Materialises and verifies the snapshot of a contract, and inspects its files. Needs no sandbox.
 * @throws {UserError} if the repository is unavailable; a mismatch is a value, since it is recorded
 */
export async function inspectRepository(
  loaded: LoadedContract,
  cache: WorkspaceCache,
  sources: SnapshotSources,
): Promise<InspectedRepository> {
  const snapshot = await materialiseSnapshot(loaded, cache, sources);
  const { tree } = snapshot;
  const [managers, files, exposed, leaks] = await Promise.all([
    listPackageManagers(tree, cache),
    digestLockfiles(loaded.contract.environment.lockfiles, tree, cache),
    findExposedFiles(loaded, tree, cache),
    findLeaksBeyondBase(loaded, tree, cache),
  ]);
  return { snapshot, managers, ...files, exposed, leaks };
}

/**
 * Prepares a contract for all its attempts: its repository and its tools.
 *
 * @param inspecting inspection of the repository that has begun; default: one that begins now
 * @throws {UserError} if the repository is unavailable; a mismatch or a missing tool is a value, since it is recorded
 */
export async function prepareContract(
  loaded: LoadedContract,
  cache: WorkspaceCache,
  toolchain: Toolchain,
  sources: SnapshotSources,
  inspecting: Promise<InspectedRepository> = inspectRepository(loaded, cache, sources),
): Promise<PreparedContract> {
  const { managers, problems: missing, ...repository } = await inspecting;
  const { tools, problems } = await toolchain.inspect(loaded.contract, managers);
  return { ...repository, tools, tool_problems: [...problems, ...missing] };
}

/** Computes the digests of lockfiles: path → sha256. Those that the repository lacks are problems. */
async function digestLockfiles(
  paths: readonly string[],
  tree: string,
  { store }: WorkspaceCache,
): Promise<Pick<PreparedContract, 'lockfiles'> & { problems: string[] }> {
  const lockfiles: Record<string, string> = {};
  const problems: string[] = [];
  for (const path of paths) {
    const blob = await runGit(['cat-file', 'blob', `${tree}:${path}`], { store });
    if (blob.ok) lockfiles[path] = sha256(blob.stdout);
    else problems.push(`lockfile "${path}" is not in the repository`);
  }
  return { lockfiles, problems };
}

/** Package managers whose versions are recorded, by the lockfile at the root of the repository. */
const MANAGERS_BY_LOCKFILE: Record<string, string> = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'Cargo.lock': 'cargo',
  'go.sum': 'go',
  'Gemfile.lock': 'bundle',
  'poetry.lock': 'poetry',
  'uv.lock': 'uv',
};

async function listPackageManagers(tree: string, cache: WorkspaceCache): Promise<string[]> {
  const names = (await runGitOrThrow(['ls-tree', '--name-only', '-z', tree], { store: cache.store }))
    .toString()
    .split('\0');
  return [...new Set(names.flatMap((name) => MANAGERS_BY_LOCKFILE[name] ?? []))];
}
