import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { readBlobs, runGit } from '../../workspace/git/run_git.js';

/** Longest lines of a rubric that are searched for, and their least length: shorter ones are common. */
const RUBRIC_LINES = 3;
const MIN_LINE = 30;
/** Least number of letters and digits of a rubric of short lines, which is searched for as a whole. */
const MIN_LETTERS = 16;
/** Words that a file must have to be read. */
const WORDS = 8;

/**
 * Finds files of a tree that hold the longest lines of a rubric, or all of it where its lines are short. A contract in
 * the repository that it pins is an earlier version of itself, so whole contents would differ. Only letters and digits
 * are compared: a file may indent, fold, quote and escape the text.
 *
 * @param blobs files of the tree: object ids by path
 */
export async function findRubricCopies(
  prompt: string,
  tree: string,
  blobs: ReadonlyMap<string, string>,
  cache: WorkspaceCache,
): Promise<string[]> {
  const lines = [...new Set(prompt.split('\n').map((line) => line.trim()))].filter((line) => line.length >= MIN_LINE);
  const sought = lines.length > 0 ? lines.sort((a, b) => b.length - a.length).slice(0, RUBRIC_LINES) : [prompt];
  const texts = sought.map(squash);
  const words = listLongestWords(sought.join('\n'));
  if (words.length === 0 || texts.some(({ length }) => length < MIN_LETTERS)) return [];
  const patterns = words.flatMap((word) => ['-e', word]);
  const search = await runGit(['grep', '-l', '-z', '-I', '-F', '--all-match', ...patterns, tree, '--'], {
    store: cache.store,
  });
  const candidates = search.stdout
    .toString('utf8')
    .split('\0')
    .flatMap((name): [path: string, blob: string][] => {
      const path = name.slice(tree.length + 1);
      const blob = blobs.get(path);
      return blob === undefined ? [] : [[path, blob]];
    });
  const contents = await readBlobs(
    candidates.map(([, blob]) => blob),
    { store: cache.store },
  );
  return candidates.flatMap(([path, blob]) => {
    const content = squash(contents.get(blob)!.toString('utf8'));
    return texts.every((text) => content.includes(text)) ? [path] : [];
  });
}

/** Reduces a text to its letters and digits, without those of escapes for white space. */
const squash = (text: string): string => text.replace(/\\[nrt]/g, '').replace(/[^\p{L}\p{N}]+/gu, '');

/** Lists the longest words, those in ASCII first: others may be escaped. */
function listLongestWords(text: string): string[] {
  const ascii = text.match(/[A-Za-z0-9]{3,}/g) ?? [];
  const words = ascii.length > 0 ? ascii : (text.match(/[\p{L}\p{N}]+/gu) ?? []);
  return [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, WORDS);
}
