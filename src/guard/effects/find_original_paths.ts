import type { ExpandedWord, Invocation } from '../invocation.js';

/** Most invocations of a line that are searched for moves. */
const MOST_DEEDS = 200;

/** Returns deleted paths, and those that the line moved there: `mv ~/a /tmp/b; rm -r /tmp/b` deletes `~/a`. */
export function findOriginalPaths(
  deleted: readonly ExpandedWord[],
  invocation: Invocation,
  line: readonly Invocation[],
): readonly ExpandedWord[] {
  if (deleted.length === 0 || line.length > MOST_DEEDS) return deleted;
  const before = line.slice(0, Math.max(0, line.indexOf(invocation))).filter(({ program }) => program === 'mv');
  if (before.length === 0) return deleted;
  const moved = before.flatMap(({ args }) => {
    const paths = args.filter(({ text }) => !text.startsWith('-'));
    const to = paths.at(-1);
    return to && paths.length > 1 && deleted.some(({ text }) => isWithin(to.text, text) || isWithin(text, to.text))
      ? paths.slice(0, -1)
      : [];
  });
  return [...deleted, ...moved];
}

function isWithin(path: string, folder: string): boolean {
  const whole = folder.replace(/\/\*?$/, '');
  return path === whole || path.startsWith(`${whole}/`);
}
