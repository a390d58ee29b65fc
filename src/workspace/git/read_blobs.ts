import { GitError, type GitOptions, runGit, runGitOrThrow } from './run_git.js';

/**
 * Reads the contents of blobs with one process, however many there are.
 * @returns content by blob id
 * @throws {GitError} if an object is missing or is no blob
 */
export async function readBlobs(blobs: readonly string[], call: GitOptions): Promise<Map<string, Buffer>> {
  const ids = [...new Set(blobs)];
  if (ids.length === 0) return new Map();
  return parseBatch(ids, await runGitOrThrow(['cat-file', '--batch'], { ...call, input: `${ids.join('\n')}\n` }));
}

/** Bytes of the line that precedes a blob, at most. */
const HEADER_BYTES = 100;

/**
 * Reads the same if it is not much: a small patch can hold gigabytes.
 *
 * @param max_bytes size of all of them together
 * @returns undefined if they are larger, or if one of them is missing
 */
export async function readSmallBlobs(
  blobs: readonly string[],
  call: GitOptions,
  max_bytes: number,
): Promise<Map<string, Buffer> | undefined> {
  const ids = [...new Set(blobs)];
  if (ids.length === 0) return new Map();
  const output_bytes = max_bytes + ids.length * HEADER_BYTES;
  const { ok, stdout } = await runGit(['cat-file', '--batch'], {
    ...call,
    ...{ input: `${ids.join('\n')}\n`, output_bytes },
  });
  try {
    return ok ? parseBatch(ids, stdout) : undefined;
  } catch {
    return undefined;
  }
}

/** @throws {GitError} if an object is missing or is no blob */
function parseBatch(ids: readonly string[], out: Buffer): Map<string, Buffer> {
  const contents = new Map<string, Buffer>();
  let at = 0;
  for (const id of ids) {
    const end = out.indexOf('\n', at);
    const [, type, bytes] = out.toString('latin1', at, end).split(' ');
    if (type !== 'blob') throw new GitError(`the object ${id} is missing`);
    contents.set(id, out.subarray(end + 1, end + 1 + Number(bytes)));
    at = end + 1 + Number(bytes) + 1;
  }
  return contents;
}
