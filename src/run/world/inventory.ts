import { createHash } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  type Dir,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readlinkSync,
  readSync,
} from 'node:fs';
import type { Payload } from '../../record/events.js';
import { bytesOf } from '../workspace/byte_path.js';

/** What stands in a folder that hostile code has shaped: each entry by its path, with a digest of mode and content. */
export interface Inventory {
  sha256: string;
  files: number;
  bytes: number;
  /** Folders end with a slash. Paths are latin-1 bytes. */
  entries: ReadonlyMap<string, string>;
  /** False: there is more than anybody counts, and the rest was left out. */
  complete: boolean;
}

/** Entries that are looked at, and bytes that are read of one file and of all of them: a sparse file is as long as it likes. */
const MOST_ENTRIES = 100_000;
const MOST_OF_ONE = 64 * 2 ** 20;
const MOST_OF_ALL = 2 ** 30;

/**
 * Looks at everything below a folder, in the order of paths, following no link; nobody acts in it meanwhile. Of files too long to be
 * read, size, beginning and time of change stand for the content.
 */
export async function inventory(root: string): Promise<Inventory> {
  const entries = new Map<string, string>();
  let [files, bytes, read] = [0, 0, 0];
  let complete = true;
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined && complete; folder = folders.pop()) {
    for (const name of namesIn(root, folder, MOST_ENTRIES - entries.size)) {
      const path = `${folder}${name}`;
      const stat = lstatOf(root, path);
      if (stat === undefined) continue;
      if (stat.isDirectory()) {
        folders.push(`${path}/`);
        entries.set(`${path}/`, `folder ${permissions(stat)}`);
        continue;
      }
      files += 1;
      bytes += Number(stat.size);
      const whole = stat.size <= MOST_OF_ONE && read + Number(stat.size) <= MOST_OF_ALL;
      if (whole) read += Number(stat.size);
      entries.set(path, `${permissions(stat)} ${contentOf(root, path, stat, whole)}`);
      if (entries.size % 500 === 0) await new Promise((resume) => setImmediate(resume));
    }
    complete = entries.size < MOST_ENTRIES;
  }
  const digest = createHash('sha256');
  for (const path of [...entries.keys()].sort()) digest.update(`${path}\0${entries.get(path)}\0`, 'latin1');
  return { sha256: digest.digest('hex'), files, bytes, entries, complete };
}

/** Changes that one event lists. */
const LISTED = 500;

/** What is different in `after`, in the order of paths, as the `world` event holds it. */
export function changesBetween(
  before: Pick<Inventory, 'entries'>,
  after: Pick<Inventory, 'entries'>,
): Pick<Payload<'world'>, 'changed' | 'more'> {
  const paths = [...new Set([...before.entries.keys(), ...after.entries.keys()])].sort();
  const changed = paths.flatMap((path): Payload<'world'>['changed'] => {
    const [old, now] = [before.entries.get(path), after.entries.get(path)];
    if (old === now) return [];
    const change = old === undefined ? 'added' : now === undefined ? 'deleted' : 'modified';
    return [{ path: Buffer.from(path, 'latin1').toString('utf8'), change }];
  });
  return { changed: changed.slice(0, LISTED), more: Math.max(0, changed.length - LISTED) };
}

/** Names in a folder, sorted, at most so many; none where it cannot be read. */
function namesIn(root: string, folder: string, most: number): string[] {
  const names: string[] = [];
  let listing: Dir | undefined;
  try {
    // Names alone would be all of them at once, however many there are.
    listing = opendirSync(bytesOf(root, folder) as unknown as string, { encoding: 'latin1' as BufferEncoding });
    for (let entry = listing.readSync(); entry && names.length < most; entry = listing.readSync())
      names.push(entry.name);
  } catch {
    // Closed to us, or deeper than a path can be long: its mode tells the one, its name the other.
  }
  listing?.closeSync();
  return names.sort();
}

function lstatOf(root: string, path: string): BigIntStats | undefined {
  try {
    return lstatSync(bytesOf(root, path), { bigint: true });
  } catch {
    return undefined;
  }
}

const permissions = ({ mode }: BigIntStats) => (mode & 0o7777n).toString(8);

function contentOf(root: string, path: string, stat: BigIntStats, whole: boolean): string {
  try {
    if (stat.isSymbolicLink()) return `link ${readlinkSync(bytesOf(root, path), 'latin1' as BufferEncoding)}`;
    if (!stat.isFile()) return 'special';
    const content = digestOfFile(bytesOf(root, path), whole ? MOST_OF_ONE : 2 ** 20);
    return whole ? content : `${content} ${stat.size} ${stat.ctimeNs}`;
  } catch {
    return 'unreadable';
  }
}

function digestOfFile(path: Buffer, most: number): string {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const digest = createHash('sha256');
    const chunk = Buffer.alloc(Math.min(2 ** 20, Math.max(1, fstatSync(fd).size)));
    for (let at = 0; at < most; ) {
      const got = readSync(fd, chunk, 0, Math.min(chunk.length, most - at), at);
      if (got === 0) break;
      digest.update(chunk.subarray(0, got));
      at += got;
    }
    return digest.digest('hex');
  } finally {
    closeSync(fd);
  }
}
