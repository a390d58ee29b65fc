import type { Deed, Word } from './deed.js';

/** Lines with more deeds than this are not asked for what they moved. */
const MOST_DEEDS = 200;

/** What is deleted, and what stood elsewhere before the same line moved it there: `mv ~/a /tmp/b; rm -r /tmp/b` deletes `~/a`. */
export function originsOf(deleted: readonly Word[], deed: Deed, line: readonly Deed[]): readonly Word[] {
  if (deleted.length === 0 || line.length > MOST_DEEDS) return deleted;
  const before = line.slice(0, Math.max(0, line.indexOf(deed))).filter(({ program }) => program === 'mv');
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
