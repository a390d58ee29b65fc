import type { ScriptWord } from '../../../language/shell/split_commands.js';
import { createPathMatcher } from '../../parsing/create_path_matcher.js';

type PathMatcher = (path: string) => boolean;

/**
 * Narrows a predicate to the paths that the words of a call name. One that the shell expands to paths is a glob; one
 * that holds a variable, or that cannot be read, narrows nothing. Neither do words that no test file matches.
 *
 * @param createMatcher creates what the runner itself takes a word for; undefined if it cannot be read
 * @param paths files of the package
 */
export function narrowByWords(
  matches: PathMatcher,
  words: readonly ScriptWord[],
  createMatcher: (text: string) => PathMatcher | undefined,
  paths: readonly string[],
): PathMatcher {
  const matchers = words.map((word) => {
    const plain = word.value.replace(/^(\.\/)+/, '');
    if (hasVariable(word)) return undefined;
    const is_glob = word.raw === word.value && /[*?[{]/.test(plain);
    return is_glob ? createPathMatcher([plain, `${plain.replace(/\/+$/, '')}/**`]) : createMatcher(plain);
  });
  if (matchers.length === 0 || matchers.includes(undefined)) return matches;
  const narrowed: PathMatcher = (path) => matches(path) && matchers.some((matchesOne) => matchesOne?.(path));
  return paths.some(narrowed) ? narrowed : matches;
}

/** Tells whether the shell puts something in the place of a word. A `$` at its end is a pattern's own. */
const hasVariable = ({ raw, value }: ScriptWord): boolean =>
  raw === value ? raw.includes('$') : !raw.startsWith("'") && /\$[\w{(]|`/.test(raw);
