import { type GitOptions, runGitOrThrow } from './run_git.js';

/**
 * Reads the contents of blobs with one process, however many there are.
 * @returns content by blob id
 * @throws if an object is missing or is no blob
 */
export async function readBlobs(blobs: readonly string[], call: GitOptions): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  const ids = [...new Set(blobs)];
  if (ids.length === 0) return contents;
  const out = await runGitOrThrow(['cat-file', '--batch'], { ...call, input: `${ids.join('\n')}\n` });
  let at = 0;
  for (const id of ids) {
    const end = out.indexOf('\n', at);
    const [, type, bytes] = out.toString('latin1', at, end).split(' ');
    if (type !== 'blob') throw new Error(`the object ${id} is missing`);
    contents.set(id, out.subarray(end + 1, end + 1 + Number(bytes)));
    at = end + 1 + Number(bytes) + 1;
  }
  return contents;
}
