import type { ScriptWord } from '../../../language/shell/split_commands.js';
import { quoteShellText } from '../../parsing/quote_shell_text.js';

/** Most patterns that the words of a call stand for. */
const MAX_PATTERNS = 32;
/** Most characters of all paths: `find` splits a longer list into several calls, and the last report would stay. */
const MAX_CHARACTERS = 60_000;

/**
 * Creates the call of `find` that looks for the files of `node --test`, to be followed by `-exec PROGRAM {} +`.
 *
 * Node.js itself knows globs since version 21, and a shell knows neither `**` nor braces. A file that no pattern names
 * is not run: where nothing is found, no command runs and no report is written.
 *
 * @param paths files of the package: `find` fails for a folder that is not there
 * @returns undefined if the shell needs no help, or if the words cannot be translated
 */
export function createFileSearch(words: readonly ScriptWord[], paths: readonly string[]): string | undefined {
  const needsHelp = words.some(({ value, raw }) => /[*?[{]/.test(value) && (raw !== value || /\*\*|\{/.test(value)));
  // In `find` a star also stands for a slash; other signs of globs are left to Node.js.
  if (!needsHelp || words.some(({ value }) => /[^\w@%+:,./ *?{}-]|\.\.|^[-/]/.test(value))) return undefined;
  const patterns = words.flatMap(({ value }) => expandBraces(value.replace(/^(?:\.\/)+/, '')));
  const searches = patterns.map(createSearch);
  if (patterns.length === 0 || patterns.length > MAX_PATTERNS) return undefined;
  if (searches.includes(undefined)) return undefined;
  const parsedSearches = searches
    .filter((search) => search !== undefined)
    .filter(({ folder }) => paths.some((path) => isWithin(`./${path}`, folder)));
  // A folder that is named as such is for the runner.
  const isPlain = ({ value }: ScriptWord) => !/[*?{]/.test(value);
  if (words.some((word) => isPlain(word) && !paths.includes(word.value.replace(/^(?:\.\/)+/, '')))) return undefined;
  const pathsWithin = paths.filter((path) => parsedSearches.some(({ folder }) => isWithin(`./${path}`, folder)));
  if (parsedSearches.length === 0 || pathsWithin.join(' ').length > MAX_CHARACTERS) return undefined;
  const folders = [...new Set(parsedSearches.map(({ folder }) => folder))];
  // A folder within another is searched already.
  const outer = folders.filter((one) => !folders.some((other) => other !== one && isWithin(one, other)));
  const tests = parsedSearches.map(({ test }) => test);
  const expression = tests.length === 1 ? tests[0] : `\\( ${tests.join(' -o ')} \\)`;
  return `find -H ${outer.map(quoteShellText).join(' ')} \\( -type f -o -type l \\) ${expression}`;
}

const isWithin = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

/** Creates the test of `find` for a pattern with wildcards in its last part, and `**` before that. */
function createSearch(pattern: string): { folder: string; test: string } | undefined {
  const [, folder, deep, name] = /^(\.(?:\/[^*?]+?)?)\/(\*\*\/)?([^/]+)$/.exec(`./${pattern}`) ?? [];
  if (folder === undefined || name === undefined || name.includes('**')) return undefined;
  const test = `-path '${folder}/*' -name '${name}'`;
  const bound = deep === undefined ? `-not -path '${folder}/*/*'` : "-not -path '*/node_modules/*'";
  return { folder, test: `\\( ${test} ${bound} \\)` };
}

/** Expands the braces of a pattern; empty if they are too many or not closed. */
function expandBraces(pattern: string): string[] {
  let patterns = [pattern];
  while (patterns.some((one) => /[{}]/.test(one))) {
    const next = patterns.flatMap((one) => {
      const [whole, inner] = /\{([^{}]*)\}/.exec(one) ?? [];
      if (whole === undefined || inner === undefined) return /[{}]/.test(one) ? [] : [one];
      return inner.split(',').map((part) => one.replace(whole, () => part));
    });
    if (next.length === 0 || next.length > MAX_PATTERNS) return [];
    patterns = next;
  }
  return patterns;
}
