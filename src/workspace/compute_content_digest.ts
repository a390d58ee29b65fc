import { createHash } from 'node:crypto';
import { closeSync, constants, type Dirent, lstatSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';
import { computeDigest } from '../record/json/compute_digest.js';
import { toBytePath } from './git/run_git.js';

const CHUNK_BYTES = 2 ** 20;

/**
 * Computes a digest over path, mode and content of everything below a folder, and over the targets of links. Reads
 * every byte, and follows no link. Yields between folders.
 *
 * @param except names directly below `root` that are left out
 */
export async function computeContentDigest(root: string, except: readonly string[] = []): Promise<string> {
  const lines: string[] = [];
  const folders = [''];
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = readdirSync(toBytePath(root, folder), {
      withFileTypes: true,
      encoding: 'latin1',
    }) as unknown as Dirent[];
    for (const entry of entries) {
      const path = `${folder}${entry.name}`;
      if (except.includes(path)) continue;
      const at = toBytePath(root, path);
      lines.push(`${path}\0${lstatSync(at).mode}\0${describeContent(entry, at, buffer)}`);
      if (entry.isDirectory()) folders.push(`${path}/`);
    }
    await new Promise((resume) => setImmediate(resume));
  }
  return computeDigest(lines.sort());
}

function describeContent(entry: Dirent, at: Buffer, buffer: Buffer): string {
  if (entry.isSymbolicLink()) return readlinkSync(at, 'latin1');
  return entry.isFile() ? hashFile(at, buffer) : '';
}

function hashFile(at: Buffer, buffer: Buffer): string {
  const hash = createHash('sha256');
  const file = openSync(at, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    for (let bytes = readSync(file, buffer); bytes > 0; bytes = readSync(file, buffer))
      hash.update(buffer.subarray(0, bytes));
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
