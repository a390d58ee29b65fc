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
/** Words between two that are summed: disks lose whole sectors, each of which holds some. */
const STRIDE = 64;
const SUM_BYTES = 4;

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
        const facts = describeCode(filename, [NODE_OPTIONS, profile]);
        const path = join(folder, `${profile}-${computeKey(facts)}.bin`);
        return { data: readOwnFile(path, facts), write: (data) => keep(folder, path, Buffer.concat([data, facts])) };
      } catch {
        return undefined; // a cache is never a reason to fail
      }
    },
  };
}

/** Describes what compiled code belongs to: it is another text for each content, Node and set of flags. */
function describeCode(filename: string, terms: readonly string[]): Buffer {
  const { size, ino, mtimeMs, ctimeMs } = statSync(filename);
  const runtime = [process.version, process.arch, process.execArgv];
  return Buffer.from(`${JSON.stringify([filename, size, ino, mtimeMs, ctimeMs, runtime, terms])}\n`);
}

/** Computes a key for the name of a file. Equal keys of different facts do no harm: the file holds the facts. */
const computeKey = (facts: Buffer): string =>
  facts.reduce((hash, byte) => Math.imul(hash ^ byte, 16_777_619) >>> 0, 2_166_136_261).toString(16);

/** Tells whether only this user can write something. */
const isOwn = ({ uid, mode }: Stats): boolean => uid === process.geteuid?.() && (mode & 0o022) === 0;

/** Reads the code that belongs to these facts if it is whole and this user's own. */
function readOwnFile(path: string, facts: Buffer): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const status = fstatSync(fd);
    if (!status.isFile() || !isOwn(status)) return undefined;
    const bytes = readFileSync(fd);
    const length = bytes.length - facts.length - SUM_BYTES;
    if (length <= 0 || sumWords(bytes.subarray(0, -SUM_BYTES)) !== bytes.readUInt32LE(bytes.length - SUM_BYTES))
      return undefined;
    return bytes.subarray(length, -SUM_BYTES).equals(facts) ? bytes.subarray(0, length) : undefined;
  } finally {
    closeSync(fd);
  }
}

function keep(folder: string, path: string, data: Buffer): void {
  try {
    const sum = Buffer.alloc(SUM_BYTES);
    sum.writeUInt32LE(sumWords(data));
    writeAtomically(path, Buffer.concat([data, sum]));
    const files = readdirSync(folder).map((name) => join(folder, name));
    const byAge = files.map((file) => ({ file, at: statSync(file).mtimeMs })).sort((a, b) => b.at - a.at);
    for (const { file } of byAge.slice(MAX_FILES)) rmSync(file, { force: true });
  } catch {
    // a full disk, or another process that removes the same file
  }
}

/**
 * Sums some of the bytes, which tells damage by a crash. A digest of all of them would tell no more, as the folder is
 * this user's own, and loading what computes it takes longer than all the rest here.
 */
function sumWords(data: Buffer): number {
  const words = new Int32Array(data.buffer, data.byteOffset, data.length >> 2);
  let sum = data.length;
  for (let at = 0; at < words.length; at += STRIDE) sum = (Math.imul(sum, 31) + words[at]!) >>> 0;
  return sum;
}
