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

/**
 * Prepares a contract for all its attempts: materialises and verifies its snapshot, inspects tools and lockfiles.
 * @throws {UserError} if the repository is unavailable; a mismatch or a missing tool is a value, since it is recorded
 */
export async function prepareContract(
  loaded: LoadedContract,
  cache: WorkspaceCache,
  toolchain: Toolchain,
  sources: SnapshotSources,
): Promise<PreparedContract> {
  const snapshot = await materialiseSnapshot(loaded, cache, sources);
  const { tools, problems } = await toolchain.inspect(loaded.contract, await listPackageManagers(snapshot.tree, cache));
  const lockfiles: Record<string, string> = {};
  for (const path of loaded.contract.environment.lockfiles) {
    const blob = await runGit(['cat-file', 'blob', `${snapshot.tree}:${path}`], { store: cache.store });
    if (blob.ok) lockfiles[path] = sha256(blob.stdout);
    else problems.push(`lockfile "${path}" is not in the repository`);
  }
  const exposed = await findExposedFiles(loaded, snapshot.tree, cache);
  const leaks = await findLeaksBeyondBase(loaded, snapshot.tree, cache);
  return { snapshot, tools, tool_problems: problems, lockfiles, exposed, leaks };
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
