import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { writeAtomically } from './write_atomically.js';

/** Compiled code of one file, as one kind of process leaves it. */
interface CodeCacheEntry {
  /** Undefined if there is none yet. */
  data: Buffer | undefined;
  /** Writes new data. A cache that cannot be written is left as it is. */
  write(data: Buffer): void;
}

/** Folder of compiled code. */
export interface CodeCache {
  /** @returns undefined if the folder cannot be trusted */
  find(filename: string, profile: string): CodeCacheEntry | undefined;
}

/** Most files in the folder; the oldest are removed. */
const MAX_FILES = 16;
const DIGEST_BYTES = 32;

/**
 * Opens the folder of compiled code of this user: `gatebench-code` in `XDG_CACHE_HOME`, or in `.cache` of the home
 * folder. It is apart from the cache of layers, which may come from another machine: V8 runs what is in these files
 * without a check, so they must be this user's own, in a folder that nobody else can write.
 *
 * @returns undefined if there is no such folder
 */
export function openCodeCache(environment: NodeJS.ProcessEnv): CodeCache | undefined {
  const { XDG_CACHE_HOME = '', HOME = '', NODE_OPTIONS = '' } = environment;
  const parent = [XDG_CACHE_HOME, HOME && join(HOME, '.cache')].find(isAbsolute);
  if (parent === undefined) return undefined;
  const folder = join(parent, 'gatebench-code');
  return {
    find(filename, profile) {
      try {
        // Not recursively: that never returns in file systems of the kernel.
        for (const path of [parent, folder]) if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
        if (!isOwn(lstatSync(folder)) || !lstatSync(folder).isDirectory()) return undefined;
        const path = join(folder, `${computeKey(filename, [NODE_OPTIONS, profile])}.bin`);
        return { data: readOwnFile(path), write: (data) => keep(folder, path, data) };
      } catch {
        return undefined; // a cache is never a reason to fail
      }
    },
  };
}

/**
 * Computes the name under which the code of a file is kept. It is another one for each content, Node and set of flags.
 */
function computeKey(filename: string, terms: readonly string[]): string {
  const { size, ino, mtimeMs, ctimeMs } = statSync(filename);
  const runtime = [process.version, process.arch, process.execArgv];
  const facts = JSON.stringify([filename, size, ino, mtimeMs, ctimeMs, runtime, terms]);
  return createHash('sha256').update(facts).digest('hex').slice(0, 32);
}

/** Tells whether only this user can write something. */
const isOwn = ({ uid, mode }: Stats): boolean => uid === process.geteuid?.() && (mode & 0o022) === 0;

/** Reads data if it is whole and this user's own. */
function readOwnFile(path: string): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const facts = fstatSync(fd);
    if (!facts.isFile() || !isOwn(facts)) return undefined;
    const bytes = readFileSync(fd);
    const data = bytes.subarray(DIGEST_BYTES);
    return computeDigest(data).equals(bytes.subarray(0, DIGEST_BYTES)) ? data : undefined;
  } finally {
    closeSync(fd);
  }
}

function keep(folder: string, path: string, data: Buffer): void {
  try {
    writeAtomically(path, Buffer.concat([computeDigest(data), data]));
    const files = readdirSync(folder).map((name) => join(folder, name));
    const byAge = files.map((file) => ({ file, at: statSync(file).mtimeMs })).sort((a, b) => b.at - a.at);
    for (const { file } of byAge.slice(MAX_FILES)) rmSync(file, { force: true });
  } catch {
    // a full disk, or another process that removes the same file
  }
}

const computeDigest = (data: Buffer): Buffer => createHash('sha256').update(data).digest();
