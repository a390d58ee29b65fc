import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { toBytePath } from './git/run_git.js';
import { giveToOwner, workspaceOwner } from './workspace_owner.js';

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

/**
 * Edit of one file of a tree in which other processes act at the same time. This process may be root and the others
 * hostile. Every folder on the way is opened without following a link, and all operations are relative to the open
 * folder, so replacing an entry meanwhile has no effect.
 */
type LiveFileEdit = { path: string } & (
  | { content: string; executable?: boolean | undefined }
  | { replace: string; with: string }
  | { delete: true }
);

/**
 * Size of the file afterwards, or the reason of a refusal. `refuseOutside`: the path leads through a link, or out
 * of the
 * tree.
 */
type LiveFileEditResult = { bytes: number } | EditRefusal;

interface EditRefusal {
  refused: 'outside' | 'unfit';
  because: string;
}

/** Larger files are not read, to replace something in them. */
const READ_BYTES = 16 * 1024 * 1024;

/**
 * Makes one edit atomically, keeping mode and owner of the replaced file. Other hard links of the file are not changed.
 * @param root real folder of the harness
 * @param request its path is relative and normalised
 * @throws errors of the file system, such as a full disk; nothing has changed then
 */
export function editLiveFile(root: string, request: LiveFileEdit): LiveFileEditResult {
  const parts = request.path.split('/');
  const name = parts.pop()!;
  if ([...parts, name].some((part) => /^(\.{0,2}|\.git)$/i.test(part) || part.includes('\0')))
    return refuseOutside(`${formatPath(request.path)} is no path of a file in the workspace`);
  const opened = openFolder(root, parts, 'content' in request);
  if (typeof opened !== 'number') return opened;
  try {
    const path = `/proc/self/fd/${opened}/${name}`;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink()) return refuseOutside(`${formatPath(request.path)} is a link`);
    if (stats && !stats.isFile()) return refuseUnfit(`${formatPath(request.path)} is not a file`);
    if (stats === undefined && !('content' in request))
      return refuseUnfit(`${formatPath(request.path)} does not exist`);
    if ('delete' in request) {
      unlinkSync(path);
      return { bytes: 0 };
    }
    const content = 'content' in request ? Buffer.from(request.content) : replacePassage(path, request);
    if (!Buffer.isBuffer(content)) return content;
    replaceFile(opened, name, content, fstatSync(opened), stats, 'content' in request ? request.executable : undefined);
    return { bytes: content.length };
  } finally {
    closeSync(opened);
  }
}

/** Opens the folder below the root, folder by folder. The caller closes it. @param make folders that are missing */
function openFolder(root: string, parts: readonly string[], make: boolean): number | EditRefusal {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  let folder = openSync(root, flags);
  for (const [depth, part] of parts.entries()) {
    const path = `/proc/self/fd/${folder}/${part}`;
    const so_far = formatPath(parts.slice(0, depth + 1).join('/'));
    try {
      if (make) makeFolder(path, fstatSync(folder));
      const next = openSync(path, flags);
      closeSync(folder);
      folder = next;
    } catch (error) {
      closeSync(folder);
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return refuseUnfit(`${so_far} does not exist`);
      if (code === 'ENOTDIR' || code === 'ELOOP') return refuseOutside(`${so_far} is a link or a file, not a folder`);
      throw error;
    }
  }
  return folder;
}

function makeFolder(at: string, parent: Stats): void {
  try {
    mkdirSync(at, { mode: 0o755 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  const created = openSync(at, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  copyOwner(created, parent);
  closeSync(created);
}

/**
 * Reads a file and replaces one passage.
 * @returns the new content, or the reason for refusing
 */
function replacePassage(at: string, request: { path: string; replace: string; with: string }): Buffer | EditRefusal {
  // Opening a pipe created meanwhile would block.
  const file = openSync(at, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size } = fstatSync(file);
    if (!fstatSync(file).isFile() || size > READ_BYTES)
      return refuseUnfit(`${formatPath(request.path)} is larger than ${READ_BYTES} bytes, or no file any more`);
    const content = readFileSync(file);
    const old = Buffer.from(request.replace);
    const first = content.indexOf(old);
    if (old.length === 0 || first < 0)
      return refuseUnfit(`${formatPath(request.path)} does not contain the text that is to be replaced`);
    if (content.indexOf(old, first + 1) >= 0) {
      const fault = 'contains the text that is to be replaced more than once';
      return refuseUnfit(`${formatPath(request.path)} ${fault}; give more of what is around it`);
    }
    return Buffer.concat([content.subarray(0, first), Buffer.from(request.with), content.subarray(first + old.length)]);
  } finally {
    closeSync(file);
  }
}

/**
 * Writes a temporary file and renames it, so that a link or pipe created meanwhile is replaced, never written through.
 */
function replaceFile(
  folder: number,
  name: string,
  content: Buffer,
  parent: Stats,
  before: Stats | undefined,
  executable: boolean | undefined,
): void {
  const temporary = `/proc/self/fd/${folder}/.gatebench-edit-${randomBytes(8).toString('hex')}`;
  const file = openSync(
    temporary,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    0o600,
  );
  try {
    for (let offset = 0; offset < content.length; ) offset += writeSync(file, content, offset);
    const mode = (before?.mode ?? 0o644) & 0o777;
    copyOwner(file, before ?? parent);
    const chosen_mode = executable ? mode | 0o111 : mode & ~0o111;
    fchmodSync(file, executable === undefined ? mode : chosen_mode);
    renameSync(temporary, `/proc/self/fd/${folder}/${name}`);
  } catch (error) {
    unlinkSync(temporary);
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Copies the owner of a neighbour; only root does so. */
function copyOwner(file: number, like: Stats): void {
  if (workspaceOwner) fchownSync(file, like.uid, like.gid);
}

const refuseOutside = (because: string): EditRefusal => ({ refused: 'outside', because });
const refuseUnfit = (because: string): EditRefusal => ({ refused: 'unfit', because });
const formatPath = (path: string) => JSON.stringify(path.slice(0, 200));
