import { type Dirent, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { bytesOf } from './byte_path.js';
import type { Workspace } from './workspace.js';

/** Paths as latin-1 strings, one character per byte, relative to the root of the tree. */
export interface Changes {
  /** Files, links and special files that may differ from the layer. */
  touched: string[];
  /** Paths of the layer (files) that are gone. */
  gone: string[];
}

/**
 * What a workspace may have changed against its layer, in time proportional to the change.
 *
 * For an overlay that is what lies in the upper directory; what is missing in the merged view was deleted (so neither
 * whiteouts nor opaque marks need to be read). For a copy both trees are compared by type, size, mode and time.
 */
export function changesOf(workspace: Workspace): Changes {
  const changes: Changes = { touched: [], gone: [] };
  const lower = workspace.layer.tree_path;
  const visit = (folder: string): void => {
    const merged = entries(workspace.view, folder);
    const before = entries(lower, folder);
    for (const [name, entry] of before) {
      const now = merged.get(name);
      if (!now || (entry.isDirectory() && !now.isDirectory())) everyFile(lower, folder + name, entry, changes.gone);
    }
    const candidates = workspace.upper ? entries(workspace.upper, folder) : merged;
    for (const name of candidates.keys()) {
      const path = folder + name;
      const now = merged.get(name);
      if (!now || path === '.git') continue;
      const old = before.get(name);
      if (now.isDirectory()) {
        if (old?.isDirectory()) visit(`${path}/`);
        else everyFile(workspace.view, path, now, changes.touched);
      } else if (workspace.upper || !old || differs(bytesOf(workspace.view, path), bytesOf(lower, path))) {
        changes.touched.push(path);
      }
    }
  };
  visit('');
  return changes;
}

function entries(root: string, folder: string): Map<string, Dirent> {
  try {
    const found = readdirSync(bytesOf(root, folder), {
      withFileTypes: true,
      encoding: 'latin1',
    }) as unknown as Dirent[];
    return new Map(found.map((entry) => [entry.name as string, entry]));
  } catch {
    return new Map();
  }
}

function everyFile(root: string, path: string, entry: Dirent, into: string[]): void {
  if (path === '.git') return;
  if (!entry.isDirectory()) {
    into.push(path);
    return;
  }
  for (const [name, child] of entries(root, `${path}/`)) everyFile(root, `${path}/${name}`, child, into);
}

function differs(now: Buffer, old: Buffer): boolean {
  const a = lstatSync(now, { bigint: true });
  const b = lstatSync(old, { bigint: true });
  if (a.isSymbolicLink() && b.isSymbolicLink()) return readlinkSync(now) !== readlinkSync(old);
  return a.mode !== b.mode || a.size !== b.size || a.mtimeNs !== b.mtimeNs;
}
