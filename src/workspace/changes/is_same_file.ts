import { closeSync, lstatSync, openSync, readlinkSync, readSync, type Stats } from 'node:fs';

const CHUNK = 1 << 20;

/**
 * Returns true if two paths hold the same for git: kind, executable bit and bytes, or link target. False if either is
 * missing. Times and other mode bits do not count.
 */
export function isSameFile(a: Buffer, b: Buffer): boolean {
  const [one, two] = [statIfPresent(a), statIfPresent(b)];
  if (!one || !two) return false;
  if (one.isSymbolicLink() && two.isSymbolicLink())
    return readlinkSync(a, { encoding: 'buffer' }).equals(readlinkSync(b, { encoding: 'buffer' }));
  if (!one.isFile() || !two.isFile()) return false;
  return one.size === two.size && (one.mode & 0o100) === (two.mode & 0o100) && hasSameBytes(a, b);
}

function statIfPresent(path: Buffer): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined; // absent, or a folder on the way is none
  }
}

/** Compares two files in chunks, since a file may be larger than a buffer can be. */
function hasSameBytes(a: Buffer, b: Buffer): boolean {
  const files = [openSync(a, 'r'), openSync(b, 'r')] as const;
  const [left, right] = [Buffer.alloc(CHUNK), Buffer.alloc(CHUNK)];
  try {
    for (;;) {
      const [read, other_read] = [readSync(files[0], left), readSync(files[1], right)];
      if (read !== other_read || !left.subarray(0, read).equals(right.subarray(0, other_read))) return false;
      if (read === 0) return true;
    }
  } finally {
    for (const file of files) closeSync(file);
  }
}
