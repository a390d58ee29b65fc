import {
  chmodSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { toBytePath } from './to_byte_path.js';
import { giveToOwner } from './workspace_owner.js';

/**
 * Writes into trees that hostile code has shaped. This process may be root, so it follows no links: each parent folder
 * is checked, and anything else in its place is removed first. No other process may act in the tree meanwhile.
 */

/** Writes a file, replacing any entry at its path or in place of a parent folder. Path: latin-1 bytes, relative. */
export function writeFileSafely(root: string, path: string, content: Uint8Array, executable: boolean): void {
  makeParentFolders(root, path);
  const target = toBytePath(root, path);
  rmSync(target as unknown as string, { recursive: true, force: true });
  writeFileSync(target, content, { flag: 'wx', mode: 0o644 });
  chmodSync(target, executable ? 0o755 : 0o644);
  giveToOwner(target);
}

/** Creates a link, replacing any entry at its path or in place of a parent folder. Does not follow it. */
export function writeLinkSafely(root: string, path: string, to: Uint8Array): void {
  makeParentFolders(root, path);
  const target = toBytePath(root, path);
  rmSync(target as unknown as string, { recursive: true, force: true });
  symlinkSync(Buffer.from(to), target);
  giveToOwner(target, true);
}

/** Removes files, and folders that become empty. Does not follow links. */
export function removeFilesSafely(root: string, paths: readonly string[]): void {
  for (const path of paths) {
    if (!hasRealParentFolders(root, path)) continue;
    const target = toBytePath(root, path);
    const stat = lstatSync(target, { throwIfNoEntry: false });
    if (!stat) continue;
    if (stat.isDirectory()) rmSync(target as unknown as string, { recursive: true, force: true });
    else unlinkSync(target);
    const parts = path.split('/');
    for (let depth = parts.length - 1; depth > 0; depth--) {
      try {
        rmdirSync(toBytePath(root, parts.slice(0, depth).join('/')));
      } catch {
        break; // not empty
      }
    }
  }
}

/**
 * Sets one modification time for files and all their parent folders. Skips missing ones. Paths: latin-1 bytes,
 * relative.
 */
export function setModificationTimes(root: string, paths: Iterable<string>, at: Date): void {
  const folders = new Set(['']);
  for (const path of paths) {
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length; depth++) folders.add(parts.slice(0, depth).join('/'));
    if (existsWithoutSymlinks(root, path)) setModificationTime(root, path, at);
  }
  for (const folder of folders)
    if (folder === '' || existsWithoutSymlinks(root, folder)) setModificationTime(root, folder, at);
}

/** Types know no bytes here. */
const setModificationTime = (root: string, path: string, at: Date) =>
  lutimesSync(toBytePath(root, path) as unknown as string, at, at);

/** Returns true if an entry exists at the path and all its parents are real folders. The entry may be a link. */
export function existsWithoutSymlinks(root: string, path: string): boolean {
  return hasRealParentFolders(root, path) && lstatSync(toBytePath(root, path), { throwIfNoEntry: false }) !== undefined;
}

function makeParentFolders(root: string, path: string): void {
  const parts = path.split('/');
  for (let depth = 1; depth < parts.length; depth++) {
    const folder = toBytePath(root, parts.slice(0, depth).join('/'));
    const stat = lstatSync(folder, { throwIfNoEntry: false });
    if (stat?.isDirectory()) continue;
    if (stat) unlinkSync(folder);
    mkdirSync(folder, { mode: 0o755 });
    giveToOwner(folder);
  }
}

function hasRealParentFolders(root: string, path: string): boolean {
  const parts = path.split('/');
  for (let depth = 1; depth < parts.length; depth++) {
    if (!lstatSync(toBytePath(root, parts.slice(0, depth).join('/')), { throwIfNoEntry: false })?.isDirectory())
      return false;
  }
  return true;
}
