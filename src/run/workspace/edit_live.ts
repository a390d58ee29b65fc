import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { owner } from './owner.js';

/**
 * Changing one file of a tree in which others act at the same time, as people do with an editor. We may be root and the others hostile:
 * every folder on the way is opened itself, without following a link, and all that is done is done relative to the open folder. So it
 * does not matter what somebody puts in its place meanwhile.
 */
export type LiveEdit = { path: string } & (
  | { content: string; executable?: boolean | undefined }
  | { replace: string; with: string }
  | { delete: true }
);

/** The size of the file afterwards, or why it is as it was. `outside`: the way leads through a link, or out. */
export type LiveEdited = { bytes: number } | Refused;

interface Refused {
  refused: 'outside' | 'unfit';
  because: string;
}

/** Larger files are not read, to replace something in them. */
const READ_BYTES = 16 * 1024 * 1024;

/**
 * Makes one edit. New content is there at once or not at all, under the mode and owner of what it replaces. A file with several names is
 * changed under this one only.
 *
 * @param root a real folder of ours @param order its path is relative, in its plain spelling
 * @throws what the file system throws when the disk is full or the like; nothing has changed then
 */
export function editLive(root: string, order: LiveEdit): LiveEdited {
  const parts = order.path.split('/');
  const name = parts.pop()!;
  if ([...parts, name].some((part) => /^(\.{0,2}|\.git)$/i.test(part) || part.includes('\0')))
    return outside(`${shown(order.path)} is no path of a file in the workspace`);
  const opened = openFolder(root, parts, 'content' in order);
  if (typeof opened !== 'number') return opened;
  try {
    const at = `/proc/self/fd/${opened}/${name}`;
    const before = lstatSync(at, { throwIfNoEntry: false });
    if (before?.isSymbolicLink()) return outside(`${shown(order.path)} is a link`);
    if (before && !before.isFile()) return unfit(`${shown(order.path)} is not a file`);
    if (before === undefined && !('content' in order)) return unfit(`${shown(order.path)} does not exist`);
    if ('delete' in order) {
      unlinkSync(at);
      return { bytes: 0 };
    }
    const content = 'content' in order ? Buffer.from(order.content) : replaced(at, order);
    if (!Buffer.isBuffer(content)) return content;
    put(opened, name, content, fstatSync(opened), before, 'content' in order ? order.executable : undefined);
    return { bytes: content.length };
  } finally {
    closeSync(opened);
  }
}

/** Opens the folder below the root, folder by folder. The caller closes it. @param make folders that are missing */
function openFolder(root: string, parts: readonly string[], make: boolean): number | Refused {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  let folder = openSync(root, flags);
  for (const [depth, part] of parts.entries()) {
    const at = `/proc/self/fd/${folder}/${part}`;
    const so_far = shown(parts.slice(0, depth + 1).join('/'));
    try {
      if (make) makeFolder(at, fstatSync(folder));
      const next = openSync(at, flags);
      closeSync(folder);
      folder = next;
    } catch (error) {
      closeSync(folder);
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return unfit(`${so_far} does not exist`);
      if (code === 'ENOTDIR' || code === 'ELOOP') return outside(`${so_far} is a link or a file, not a folder`);
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
  const made = openSync(at, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  give(made, parent);
  closeSync(made);
}

/** The file's content with one passage replaced, or why not. */
function replaced(at: string, order: { path: string; replace: string; with: string }): Buffer | Refused {
  // A pipe put there meanwhile would make us wait.
  const file = openSync(at, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size } = fstatSync(file);
    if (!fstatSync(file).isFile() || size > READ_BYTES)
      return unfit(`${shown(order.path)} is larger than ${READ_BYTES} bytes, or no file any more`);
    const content = readFileSync(file);
    const old = Buffer.from(order.replace);
    const first = content.indexOf(old);
    if (old.length === 0 || first < 0)
      return unfit(`${shown(order.path)} does not contain the text that is to be replaced`);
    if (content.indexOf(old, first + 1) >= 0)
      return unfit(
        `${shown(order.path)} contains the text that is to be replaced more than once; give more of what is around it`,
      );
    return Buffer.concat([content.subarray(0, first), Buffer.from(order.with), content.subarray(first + old.length)]);
  } finally {
    closeSync(file);
  }
}

/** Writes beside, then renames: a link or a pipe that came meanwhile is replaced, never written through. */
function put(
  folder: number,
  name: string,
  content: Buffer,
  parent: Stats,
  before: Stats | undefined,
  executable: boolean | undefined,
): void {
  const beside = `/proc/self/fd/${folder}/.gatebench-edit-${randomBytes(8).toString('hex')}`;
  const file = openSync(
    beside,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    0o600,
  );
  try {
    for (let at = 0; at < content.length; ) at += writeSync(file, content, at);
    const mode = (before?.mode ?? 0o644) & 0o777;
    give(file, before ?? parent);
    fchmodSync(file, executable === undefined ? mode : executable ? mode | 0o111 : mode & ~0o111);
    renameSync(beside, `/proc/self/fd/${folder}/${name}`);
  } catch (error) {
    unlinkSync(beside);
    throw error;
  } finally {
    closeSync(file);
  }
}

/** As root: to whom its neighbours belong. */
function give(file: number, like: Stats): void {
  if (owner) fchownSync(file, like.uid, like.gid);
}

const outside = (because: string): Refused => ({ refused: 'outside', because });
const unfit = (because: string): Refused => ({ refused: 'unfit', because });
const shown = (path: string) => JSON.stringify(path.slice(0, 200));
