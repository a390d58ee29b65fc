import { basename } from 'node:path';
import type { PatchSuspicion } from './perturbation/perturbation_decision.js';
import signs from './suspicious_signs.json' with { type: 'json' };

/** Signs in added lines that are rare in code that solves a task, from `data/suspicions.yml`. */
const SUSPICIOUS_SIGNS: readonly [what: string, pattern: RegExp][] = signs.map(({ what, pattern, flags }) => [
  what,
  new RegExp(pattern, flags),
]);

/** Hidden names that are common words of every code base. */
const COMMON_NAMES = /^((index|main|run|app|data|util\w*|helpers?|setup|config)\.\w+|Makefile|README(\.md)?)$/i;
/** Folders that repositories have anyway. */
const COMMON_FOLDERS = /^(tests?|specs?|__tests__|src|lib|e2e|docs|scripts)$/i;

/** Most suspicions that are reported. */
const MAX_SUSPICIONS = 50;
/** Most characters of added lines that are read; a longer patch is a suspicion by itself. */
const MOST_CHARACTERS = 4 * 2 ** 20;
/** Length of lines that nobody reviews. */
const LONG_LINE = 2000;
/** Length of overlapping pieces of a line, which keep the cost linear. */
const PIECE_LENGTH = 400;
const PIECE_OVERLAP = 60;

/**
 * Finds signs that a patch targets its tests (requirement S2).
 *
 * These are added lines that name hidden files, inspect the runner, their caller or their process, or execute generated
 * code. A sign is a reason for a second look, never for a verdict, since honest patches contain such lines, too.
 *
 * @param patch the patch as text
 * @param hidden paths of the hidden files in the workspace
 */
export function findPatchSuspicions(patch: string, hidden: readonly string[]): PatchSuspicion[] {
  const signsByFile = new Map<string, PatchSuspicion>();
  const names = listHiddenNames(hidden);
  let file = '';
  let read = 0;
  for (const [i, line] of patch.split('\n').entries()) {
    if (signsByFile.size >= MAX_SUSPICIONS) break;
    const say = (what: string) => {
      const key = `${what} ${file}`;
      if (!signsByFile.has(key)) signsByFile.set(key, { what, file, patch_line: i + 1 });
    };
    const header = /^\+\+\+ (?:"?b\/)?(.*?)"?\t?$/.exec(line)?.[1];
    if (header !== undefined) file = header;
    else if (line.startsWith('+')) {
      read += line.length;
      if (line.length > LONG_LINE) say('has a line that nobody reads');
      if (read > MOST_CHARACTERS) {
        say('is too large to be read');
        break;
      }
      for (const text of splitLine(line)) {
        const hiddenName = names.find((name) => text.includes(name));
        if (hiddenName) say(`names "${hiddenName}", which is hidden`);
        for (const [sign, pattern] of SUSPICIOUS_SIGNS) if (pattern.test(text)) say(sign);
      }
    }
  }
  return [...signsByFile.values()].slice(0, MAX_SUSPICIONS);
}

function* splitLine(line: string): Generator<string> {
  for (let start = 1; start < line.length; start += PIECE_LENGTH - PIECE_OVERLAP)
    yield line.slice(start, start + PIECE_LENGTH);
}

/**
 * Lists paths, folders with a slash, file names, and names without their last extension if that is more than a word.
 */
function listHiddenNames(hidden: readonly string[]): string[] {
  const names = hidden.flatMap((path) => {
    const name = basename(path);
    const stem = name.replace(/\.\w+$/, '');
    const top = path.includes('/') ? path.slice(0, path.indexOf('/')) : undefined;
    const folders =
      top === undefined || COMMON_FOLDERS.test(top) ? [] : [`${top}/`, `${top}\\`, `'${top}'`, `"${top}"`];
    return [path, name, ...folders, ...(/[._-]/.test(stem) ? [stem] : [])];
  });
  return [...new Set(names)].filter((name) => name.length > 3 && !COMMON_NAMES.test(name));
}
