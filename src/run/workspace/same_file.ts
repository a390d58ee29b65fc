import { closeSync, lstatSync, openSync, readlinkSync, readSync, type Stats } from 'node:fs';

const CHUNK = 1 << 20;

/**
 * Whether two paths hold the same as git sees it: kind, executable bit and bytes, or the target of a link. False when either
 * is missing. Times and other mode bits do not count.
 */
export function sameFile(a: Buffer, b: Buffer): boolean {
  const [one, two] = [standing(a), standing(b)];
  if (!one || !two) return false;
  if (one.isSymbolicLink() && two.isSymbolicLink())
    return readlinkSync(a, { encoding: 'buffer' }).equals(readlinkSync(b, { encoding: 'buffer' }));
  if (!one.isFile() || !two.isFile()) return false;
  return one.size === two.size && (one.mode & 0o100) === (two.mode & 0o100) && sameBytes(a, b);
}

function standing(path: Buffer): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined; // absent, or a folder on the way is none
  }
}

/** In pieces: a file may be larger than a buffer can be. */
function sameBytes(a: Buffer, b: Buffer): boolean {
  const files = [openSync(a, 'r'), openSync(b, 'r')] as const;
  const [left, right] = [Buffer.alloc(CHUNK), Buffer.alloc(CHUNK)];
  try {
    for (;;) {
      const [read, other] = [readSync(files[0], left), readSync(files[1], right)];
      if (read !== other || !left.subarray(0, read).equals(right.subarray(0, other))) return false;
      if (read === 0) return true;
    }
  } finally {
    for (const file of files) closeSync(file);
  }
}
