import type { LoadedContract } from '../../contract/loaded.js';
import { sha256 } from '../../record/canonical.js';
import type { Prepared } from '../attempt/order.js';
import type { Toolchain } from '../attempt/toolchain.js';
import type { Cache } from '../workspace/cache.js';
import type { SnapshotSources } from '../workspace/fetch.js';
import { git, gitOrThrow } from '../workspace/git.js';
import { materialise } from '../workspace/snapshot.js';
import { exposedFiles } from './exposure.js';

/**
 * Looks at a contract's repository and tools once, for all its attempts: the snapshot is brought here and verified (K2),
 * tools and lockfiles are recorded (K3).
 *
 * @throws {UserError} when the repository cannot be had; a mismatch or a missing tool is a value, since then there is
 *   something to record
 */
export async function prepareContract(
  loaded: LoadedContract,
  cache: Cache,
  toolchain: Toolchain,
  sources: SnapshotSources,
): Promise<Prepared> {
  const snapshot = await materialise(loaded, cache, sources);
  const { tools, problems } = await toolchain.inspect(loaded.contract, await packageManagers(snapshot.tree, cache));
  const lockfiles: Record<string, string> = {};
  for (const path of loaded.contract.environment.lockfiles) {
    const blob = await git(['cat-file', 'blob', `${snapshot.tree}:${path}`], { store: cache.store });
    if (blob.ok) lockfiles[path] = sha256(blob.stdout);
    else problems.push(`lockfile "${path}" is not in the repository`);
  }
  const exposed = await exposedFiles(loaded, snapshot.tree, cache);
  return { snapshot, tools, tool_problems: problems, lockfiles, exposed };
}

/** Package managers whose versions belong to the record, told by the lockfiles at the root of the repository (R2). */
const MANAGERS: Record<string, string> = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'Cargo.lock': 'cargo',
  'go.sum': 'go',
  'Gemfile.lock': 'bundle',
  'poetry.lock': 'poetry',
  'uv.lock': 'uv',
};

async function packageManagers(tree: string, cache: Cache): Promise<string[]> {
  const names = (await gitOrThrow(['ls-tree', '--name-only', '-z', tree], { store: cache.store }))
    .toString()
    .split('\0');
  return [...new Set(names.flatMap((name) => MANAGERS[name] ?? []))];
}
