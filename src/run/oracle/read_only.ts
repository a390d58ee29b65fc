import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LoadedContract } from '../../contract/loaded.js';
import type { SessionOrder } from '../sandbox/backend.js';
import { DEFAULT_ROOT } from '../sandbox/mounts.js';
import type { Workspace } from '../workspace/workspace.js';

/** Hidden files that are mounted one by one; an oracle with more of them is only looked at between commands. */
const MOST_FILES = 64;

/** Mounts of one session for this; each costs every command about 0.1 ms. */
const MOST_MOUNTS = 192;

/**
 * Mounts that keep the hidden files as they are *within* a command: each file lies read-only over its own place, so that
 * no test can rewrite the next one and put it back, and each folder above is mounted on itself, writable, so that it
 * cannot be moved away with what lies in it. Files beside them can be made as ever.
 *
 * @returns mounts of a session over this workspace; none where the contract or the number of files forbids it
 */
export function readOnlyOracle(
  loaded: LoadedContract,
  workspace: Workspace,
  root = DEFAULT_ROOT,
): Required<Pick<SessionOrder, 'read_only_mounts' | 'writable_mounts'>> {
  const files = loaded.oracle_files;
  const folders = [...new Set(files.flatMap(({ path }) => foldersAbove(path)))];
  const none = { read_only_mounts: {}, writable_mounts: {} };
  if (!loaded.contract.oracle.read_only || files.length > MOST_FILES || files.length + folders.length > MOST_MOUNTS)
    return none;
  const copies = join(workspace.room, 'oracle');
  mkdirSync(copies, { mode: 0o755 });
  return {
    read_only_mounts: Object.fromEntries(
      files.map(({ path, content, executable }, i) => {
        const copy = join(copies, String(i));
        writeFileSync(copy, content, { flag: 'wx' });
        chmodSync(copy, executable ? 0o755 : 0o644);
        if (workspace.laid_at) utimesSync(copy, workspace.laid_at, workspace.laid_at);
        return [copy, join(root, path)];
      }),
    ),
    writable_mounts: Object.fromEntries(folders.map((path) => [join(workspace.path, path), join(root, path)])),
  };
}

function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === '.' ? [] : [...foldersAbove(above), above];
}
