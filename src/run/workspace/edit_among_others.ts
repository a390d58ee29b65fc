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
  readSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import type { EditOrder, NotDone } from '../coordination/answer.js';
import type { Owner } from '../sandbox/identity.js';
import { bytesOf } from './byte_path.js';
import { owner } from './owner.js';

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** A file in which text is replaced is read whole. */
const MOST_BYTES = 16 * 2 ** 20;

/**
 * Edits a file of a tree in which somebody else may act at the same time: whoever is edited around may put a link where a folder was a moment
 * ago, and we may be root. So each folder is opened by its name in the one before and held, and no link is ever followed; a file is
 * written beside its place and moved there, so that nobody sees half of it.
 *
 * @param root path under which we reach the tree, which itself cannot be moved
 * @param whose who is to own what is new; undefined = whoever we are
 */
export function editAmongOthers(
  root: string,
  order: EditOrder,
  whose: Owner | undefined = owner,
): { bytes: number } | NotDone {
  const refusal = refusalOf(order.path);
  if (refusal !== undefined) return refusal;
  const parts = order.path.split('/').filter((part) => part !== '' && part !== '.');
  const folders: number[] = [];
  try {
    folders.push(openSync(root, O_RDONLY | O_DIRECTORY));
    for (const part of parts.slice(0, -1)) folders.push(enter(folders.at(-1)!, part, 'content' in order, whose));
    return change(new Place(folders.at(-1)!, parts.at(-1)!), order, whose);
  } catch (error) {
    return { not_done: 'edit_failed', message: `${order.path} ${inWords(error as NodeJS.ErrnoException)}` };
  } finally {
    for (const folder of folders) closeSync(folder);
  }
}

/** Why a path is no file of the workspace, if so. */
function refusalOf(path: string): NotDone | undefined {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const outside = (message: string): NotDone => ({ not_done: 'path_outside_workspace', message });
  if (path.startsWith('/') || parts.includes('..') || path.includes('\0') || parts.length === 0)
    return outside(`"${path.slice(0, 200)}" is not a path of a file in the workspace`);
  if (parts.some((part) => part.toLowerCase() === '.git'))
    return outside('what is in .git is not edited: use git for it');
  return undefined;
}

/** A name in a folder that is held open. */
class Place {
  constructor(
    private readonly folder: number,
    readonly name: string,
  ) {}

  at(name = this.name): Buffer {
    return bytesOf(`/proc/self/fd/${this.folder}`, Buffer.from(name, 'utf8').toString('latin1'));
  }
}

function enter(folder: number, part: string, make: boolean, whose: Owner | undefined): number {
  const path = new Place(folder, part).at();
  const open = () => openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    return open();
  } catch (error) {
    if (!make || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(path, { mode: 0o755 });
    const made = open();
    if (whose) fchownSync(made, whose.uid, whose.gid);
    return made;
  }
}

function change(place: Place, order: EditOrder, whose: Owner | undefined): { bytes: number } | NotDone {
  if ('delete' in order) {
    unlinkSync(place.at());
    return { bytes: 0 };
  }
  const old = 'replace' in order ? readFile(place) : undefined;
  if (old === undefined) {
    const { content, executable } = order as Extract<EditOrder, { content: string }>;
    return put(place, Buffer.from(content), executable ?? isExecutable(place), whose);
  }
  const { path, replace, with: by } = order as Extract<EditOrder, { replace: string }>;
  // In bytes: what is not UTF-8 elsewhere in the file stays as it is.
  const wanted = Buffer.from(replace);
  const at = old.content.indexOf(wanted);
  if (at === -1 || old.content.indexOf(wanted, at + 1) !== -1)
    return {
      not_done: 'edit_failed',
      message: `${path} holds the text to replace ${at === -1 ? 'nowhere' : 'more than once'}, expected once`,
    };
  const rest = old.content.subarray(at + wanted.length);
  return put(place, Buffer.concat([old.content.subarray(0, at), Buffer.from(by), rest]), old.executable, whose);
}

function put(place: Place, content: Uint8Array, executable: boolean, whose: Owner | undefined): { bytes: number } {
  const beside = place.at(`.gatebench-${randomBytes(8).toString('hex')}`);
  const fd = openSync(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    for (let at = 0; at < content.length; ) at += writeSync(fd, content, at);
    fchmodSync(fd, executable ? 0o755 : 0o644);
    if (whose) fchownSync(fd, whose.uid, whose.gid);
    renameSync(beside, place.at());
  } catch (error) {
    rmSync(beside as unknown as string, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  return { bytes: content.length };
}

function isExecutable(place: Place): boolean {
  const stat = lstatSync(place.at(), { throwIfNoEntry: false });
  return stat?.isFile() === true && (stat.mode & 0o100) !== 0;
}

function readFile(place: Place): { content: Buffer; executable: boolean } {
  const fd = openSync(place.at(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error('is not a file');
    if (stat.size > MOST_BYTES) throw new Error(`is longer than ${MOST_BYTES} bytes`);
    const content = Buffer.alloc(stat.size);
    return {
      content: content.subarray(0, readSync(fd, content, 0, stat.size, 0)),
      executable: (stat.mode & 0o100) !== 0,
    };
  } finally {
    closeSync(fd);
  }
}

function inWords(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ENOENT':
      return 'does not exist';
    case 'ELOOP':
      return 'leads through a link';
    case 'ENOTDIR':
      return 'leads through a link or something else that is no folder';
    case 'EISDIR':
    case 'ENOTEMPTY':
    case 'EEXIST':
      return 'is a folder';
    case 'ENAMETOOLONG':
      return 'is too long a name';
    case 'ENXIO':
      return 'is not a file';
    default:
      return error.code === undefined ? error.message : `cannot be changed (${error.code})`;
  }
}
