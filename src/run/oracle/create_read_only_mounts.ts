import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEFAULT_WORKSPACE_ROOT } from '../../contract/input/get_workspace_root.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { SessionOptions } from '../../sandbox/sandbox_backend.js';
import type { Workspace } from '../../workspace/workspace.js';

/** Most hidden files that are mounted one by one; a larger oracle is only checked between commands. */
const MOST_FILES = 64;

/** Most mounts of one session for this purpose; each costs every command about 0.1 ms. */
const MOST_MOUNTS = 192;

/**
 * Creates mounts that keep hidden files unchanged *within* a command.
 *
 * Each file is mounted read-only over itself, so that no test can rewrite the next one and restore it. Each folder
 * above is mounted writable on itself, so that it cannot be moved away with its content. New files can still be created
 * beside them.
 *
 * @returns mounts of a session over this workspace; none if the contract or the number of files forbids it
 */
export function createReadOnlyMounts(
  loaded: LoadedContract,
  workspace: Workspace,
  root = DEFAULT_WORKSPACE_ROOT,
): Required<Pick<SessionOptions, 'read_only_mounts' | 'writable_mounts'>> {
  const files = loaded.oracle_files;
  const folders = [...new Set(files.flatMap(({ path }) => listParentFolders(path)))];
  const none = { read_only_mounts: {}, writable_mounts: {} };
  if (!loaded.contract.oracle.read_only || files.length > MOST_FILES || files.length + folders.length > MOST_MOUNTS)
    return none;
  const copies = join(workspace.scratch_folder, 'oracle');
  mkdirSync(copies, { mode: 0o755 });
  return {
    read_only_mounts: Object.fromEntries(
      files.map(({ path, content, executable }, i) => {
        const copy = join(copies, String(i));
        writeFileSync(copy, content, { flag: 'wx' });
        chmodSync(copy, executable ? 0o755 : 0o644);
        if (workspace.oracle_mtime) utimesSync(copy, workspace.oracle_mtime, workspace.oracle_mtime);
        return [copy, join(root, path)];
      }),
    ),
    writable_mounts: Object.fromEntries(folders.map((path) => [join(workspace.path, path), join(root, path)])),
  };
}

function listParentFolders(path: string): string[] {
  const parent = dirname(path);
  return parent === '.' ? [] : [...listParentFolders(parent), parent];
}
