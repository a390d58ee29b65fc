import type { WorkspaceCache } from '../cache/workspace_cache.js';
import { readBlobs } from '../git/read_blobs.js';
import { runGit } from '../git/run_git.js';

/** Largest file whose lines are counted, and largest total, in bytes. */
const MAX_BYTES = 16 * 2 ** 20;
const MAX_TOTAL = 256 * 2 ** 20;

/**
 * Counts the lines of files in a tree of the store. A last line without a line feed counts.
 *
 * @param paths files to count; others of the tree, and those too large, have 0 lines
 * @returns lines by path, for every file of the tree; undefined if the store does not have the tree
 */
export async function countFileLines(
  tree: string,
  paths: ReadonlySet<string>,
  cache: WorkspaceCache,
): Promise<Map<string, number> | undefined> {
  const listed = await runGit(['ls-tree', '-r', '-l', '-z', tree], { store: cache.store });
  if (!listed.ok) return undefined;
  const counts = new Map<string, number>();
  const wanted = new Map<string, string>();
  let total = 0;
  for (const entry of listed.stdout.toString('utf8').split('\0')) {
    const [, type, blob, bytes, path] = /^\d+ (\w+) ([0-9a-f]+) +(\S+)\t(.*)$/s.exec(entry) ?? [];
    if (type !== 'blob' || path === undefined) continue;
    counts.set(path, 0);
    const size = Number(bytes);
    if (!paths.has(path) || size > MAX_BYTES || total + size > MAX_TOTAL) continue;
    total += size;
    wanted.set(path, blob!);
  }
  const contents = await readBlobs([...wanted.values()], { store: cache.store });
  for (const [path, blob] of wanted) {
    const text = contents.get(blob)!;
    let lines = text.length > 0 && text.at(-1) !== 10 ? 1 : 0;
    for (const byte of text) if (byte === 10) lines += 1;
    counts.set(path, lines);
  }
  return counts;
}
