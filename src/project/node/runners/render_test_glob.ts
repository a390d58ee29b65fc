import { quoteShellText } from '../../parsing/quote_shell_text.js';
import type { ScriptWord } from '../../parsing/split_commands.js';

/** Most patterns that one glob with braces stands for. */
const MAX_PATTERNS = 16;

/**
 * Writes a glob of `node --test` so that the shell expands it: Node.js itself does so since version 21, and a shell
 * knows neither `**` nor braces. A word that needs no help, or that cannot be translated, stays as it is written.
 */
export function renderTestGlob({ value, raw }: ScriptWord): string {
  if (!/[*?[\]{}]/.test(value) || /[$`\\!()+@'"]/.test(value)) return raw;
  if (raw === value && !/\*\*|[{}]/.test(value)) return raw;
  const searches = expandBraces(value).map(renderSearch);
  if (searches.length === 0 || searches.includes(undefined)) return raw;
  return `$(${searches.length === 1 ? searches[0] : `{ ${searches.join('; ')}; }`} | sort -u)`;
}

/** Writes the search for the files of a pattern: wildcards in its last part, and `**` before that. */
function renderSearch(pattern: string): string | undefined {
  const [, folder = '.', deep, name] = /^(?:\.\/)?(?:([^*?[\]]+?)\/)?(\*\*\/)?([^/]+)$/.exec(pattern) ?? [];
  if (name === undefined || name.includes('**')) return undefined;
  const depth = deep === undefined ? ' -maxdepth 1' : '';
  const named = name === '*' ? '' : ` -name '${name}'`;
  const kept = deep === undefined ? '' : " -not -path '*/node_modules/*'";
  return `find ${quoteShellText(folder.startsWith('-') ? `./${folder}` : folder)}${depth} -type f${named}${kept}`;
}

/** Expands the braces of a pattern; empty if there are too many or they are not closed. */
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
