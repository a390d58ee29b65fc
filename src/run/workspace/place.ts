import { chmodSync, lstatSync, lutimesSync, mkdirSync, rmdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { bytesOf } from './byte_path.js';
import { giveToOwner } from './owner.js';

/**
 * Writing into a tree that hostile code has shaped. We may be root here, so no path may be followed through a link: each
 * folder on the way is looked at, and whatever is not a real folder is removed first. Nobody else acts in the tree meanwhile:
 * all its processes are gone.
 */

/** Puts a file where it belongs, replacing anything that stands there or in the way. Path: latin-1 bytes, relative. */
export function placeFile(root: string, path: string, content: Uint8Array, executable: boolean): void {
  makeWay(root, path);
  const target = bytesOf(root, path);
  rmSync(target as unknown as string, { recursive: true, force: true });
  writeFileSync(target, content, { flag: 'wx', mode: 0o644 });
  chmodSync(target, executable ? 0o755 : 0o644);
  giveToOwner(target);
}

/** Removes files and the folders that this leaves empty. Paths behind a link are not followed. */
export function removeFiles(root: string, paths: readonly string[]): void {
  for (const path of paths) {
    if (!leadsThroughFolders(root, path)) continue;
    const target = bytesOf(root, path);
    const stat = lstatSync(target, { throwIfNoEntry: false });
    if (!stat) continue;
    if (stat.isDirectory()) rmSync(target as unknown as string, { recursive: true, force: true });
    else unlinkSync(target);
    const parts = path.split('/');
    for (let depth = parts.length - 1; depth > 0; depth--) {
      try {
        rmdirSync(bytesOf(root, parts.slice(0, depth).join('/')));
      } catch {
        break; // not empty
      }
    }
  }
}

/** Gives files, and all folders above them, one modification time; what is not there is left out. Paths: latin-1 bytes, relative. */
export function dateFiles(root: string, paths: Iterable<string>, at: Date): void {
  const folders = new Set(['']);
  for (const path of paths) {
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length; depth++) folders.add(parts.slice(0, depth).join('/'));
    if (standsAt(root, path)) dateOne(root, path, at);
  }
  for (const folder of folders) if (folder === '' || standsAt(root, folder)) dateOne(root, folder, at);
}

/** Types know no bytes here. */
const dateOne = (root: string, path: string, at: Date) => lutimesSync(bytesOf(root, path) as unknown as string, at, at);

/** Whether something stands at the path, itself a link or not, and every folder before it is a real one. */
export function standsAt(root: string, path: string): boolean {
  return leadsThroughFolders(root, path) && lstatSync(bytesOf(root, path), { throwIfNoEntry: false }) !== undefined;
}

function makeWay(root: string, path: string): void {
  const parts = path.split('/');
  for (let depth = 1; depth < parts.length; depth++) {
    const folder = bytesOf(root, parts.slice(0, depth).join('/'));
    const stat = lstatSync(folder, { throwIfNoEntry: false });
    if (stat?.isDirectory()) continue;
    if (stat) unlinkSync(folder);
    mkdirSync(folder, { mode: 0o755 });
    giveToOwner(folder);
  }
}

function leadsThroughFolders(root: string, path: string): boolean {
  const parts = path.split('/');
  for (let depth = 1; depth < parts.length; depth++) {
    if (!lstatSync(bytesOf(root, parts.slice(0, depth).join('/')), { throwIfNoEntry: false })?.isDirectory())
      return false;
  }
  return true;
}
