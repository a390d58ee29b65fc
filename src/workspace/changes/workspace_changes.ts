import { type Dirent, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { toBytePath } from '../git/run_git.js';
import type { Workspace } from '../workspace.js';

/** Changed paths, as latin-1 strings (one character per byte) relative to the root of the tree. */
export interface WorkspaceChanges {
  /** Files, links and special files that may differ from the layer. */
  changed: string[];
  /** Paths of the layer (files) that are gone. */
  deleted: string[];
}

/**
 * Finds the possible changes of a workspace against its layer, in time proportional to the change. For an overlay: the
 * upper directory's entries, and paths missing from the merged view (so whiteouts and opaque marks need not be read).
 * For a copy: differences of type, size, mode or time between both trees.
 */
export function findWorkspaceChanges(workspace: Workspace): WorkspaceChanges {
  const changes: WorkspaceChanges = { changed: [], deleted: [] };
  const lower = workspace.layer.tree_path;
  const visit = (folder: string): void => {
    const merged = readEntries(workspace.view, folder);
    const lower_entries = readEntries(lower, folder);
    for (const [name, entry] of lower_entries) {
      const now = merged.get(name);
      if (!now || entry.isDirectory() !== now.isDirectory()) collectFiles(lower, folder + name, entry, changes.deleted);
    }
    const candidates = workspace.upper ? readEntries(workspace.upper, folder) : merged;
    for (const name of candidates.keys()) {
      const path = folder + name;
      const now = merged.get(name);
      if (!now || path === '.git') continue;
      const old = lower_entries.get(name);
      if (now.isDirectory()) {
        if (old?.isDirectory()) visit(`${path}/`);
        else collectFiles(workspace.view, path, now, changes.changed);
      } else if (workspace.upper || !old || isDifferent(toBytePath(workspace.view, path), toBytePath(lower, path))) {
        changes.changed.push(path);
      }
    }
  };
  visit('');
  return changes;
}

function readEntries(root: string, folder: string): Map<string, Dirent> {
  try {
    const entries = readdirSync(toBytePath(root, folder), {
      withFileTypes: true,
      encoding: 'latin1',
    }) as unknown as Dirent[];
    return new Map(entries.map((entry) => [entry.name as string, entry]));
  } catch {
    return new Map();
  }
}

function collectFiles(root: string, path: string, entry: Dirent, into: string[]): void {
  if (path === '.git') return;
  if (!entry.isDirectory()) {
    into.push(path);
    return;
  }
  for (const [name, child] of readEntries(root, `${path}/`)) collectFiles(root, `${path}/${name}`, child, into);
}

function isDifferent(now: Buffer, old: Buffer): boolean {
  const a = lstatSync(now, { bigint: true });
  const b = lstatSync(old, { bigint: true });
  if (a.isSymbolicLink() && b.isSymbolicLink()) return readlinkSync(now) !== readlinkSync(old);
  return a.mode !== b.mode || a.size !== b.size || a.mtimeNs !== b.mtimeNs;
}
