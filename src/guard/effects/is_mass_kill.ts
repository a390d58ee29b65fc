import { hasFlag, parseProgramArguments } from '../arguments/program_arguments.js';
import { type Invocation, UNKNOWN_VALUE } from '../invocation.js';
import { vocabulary } from '../vocabulary/vocabulary.js';

const { programWords, forms } = vocabulary;
/** Longest code or pattern examined, in characters; a longer one counts as no selection. */
const MOST_LETTERS = 2_000;

/** Returns true if a program that is fed a list of processes passes on only a selection. */
function isProcessFilter({ program, args, filter }: Invocation): boolean {
  const text = args.map((word) => word.text).join(' ');
  if (text.length > MOST_LETTERS) return false;
  if (/^(([efg]|gg)?(grep|rg)|ag|ack|ugrep)$/.test(program)) {
    const patterns = listGrepPatterns(args);
    return patterns.length > 0 && patterns.every(isSpecific);
  }
  if (/^g?sed$/.test(program)) {
    const [, pattern, printed, , replaced] = forms.matching_lines.exec(text) ?? [];
    return forms.one_line.test(text) || isSpecific(pattern ?? printed ?? replaced ?? '');
  }
  if (/^[gmn]?awk$/.test(program)) return isSelectiveAwk(filter?.code ?? '');
  return program === 'head' || program === 'tail' ? forms.few_lines.test(text) : program === 'fzf';
}

/** Lists the patterns that a grep looks for; none if it excludes what matches. */
export function listGrepPatterns(args: Invocation['args']): string[] {
  const { flags, options, operands } = parseProgramArguments('grep', args);
  if (hasFlag(flags, '-v', '--invert-match')) return [];
  const input = options.filter(({ flag }) => flag === '-e' || flag === '--regexp').map(({ value }) => value);
  return (input.length > 0 ? input : operands.slice(0, 1)).map(({ text }) => text);
}

/** Returns true if each alternative of a pattern holds two letters that must occur, or is unknown (`"$NAME"`). */
function isSpecific(pattern: string): boolean {
  if (/\)(?:[*?]|\{0|\{,)/.test(pattern)) return false;
  return pattern.split(/\\?\|/).every((alternative) => {
    const certain = alternative
      .replace(/\[\[:\w+:\]\]|\[([^\]^])\]/g, '$1')
      .replace(/\[[^\]]*\]|\\[a-zA-Z<>]/g, ' ')
      .replace(/\\?.(?:[*?]|\\\?|\\?\{(?:0|,)[^}]*\})/g, ' ')
      .replace(/\\?[(){}^$+]|\\/g, '');
    return certain.includes(UNKNOWN_VALUE) || (/\w\w/.test(certain) && !forms.word_everywhere.test(certain.trim()));
  });
}

/** Returns true for awk code with a pattern or a comparison before each block. */
function isSelectiveAwk(code: string): boolean {
  if (code.length > MOST_LETTERS) return false;
  if (/\|\||\}\s*(?:\{|1|;)|;\s*1\b|^\s*\{(?!\s*if\b)/.test(code.replace(/\bBEGIN\s*\{[^}]*\}/g, ''))) return false;
  if (listAwkPatterns(code).some(isSpecific)) return true;
  return forms.awk_comparison.test(code);
}

/** Lists the patterns that awk code looks for, without those that it excludes. */
export function listAwkPatterns(code: string): string[] {
  if (code.length > MOST_LETTERS) return [];
  const sought = code.matchAll(/(!~?\s*)?(?:\/((?:[^/\\\n]|\\.)+)\/|~\s*"([^"\n]+)")/g);
  return [...sought].flatMap(([, not, one, alternative]) => (not === undefined ? (one ?? alternative ?? []) : []));
}

/** Returns true if a `kill` of unknown numbers ends all processes of a `ps` in the line that no filter narrows. */
export function isMassKill({ input }: Invocation, line: readonly Invocation[]): boolean {
  const fed = input?.kind === 'pipe' ? input.from : [];
  if (fed.some(isFullProcessList)) return findUnfilteredLists(fed).length > 0;
  if (fed.some((feeder) => getFeeders(feeder).length > 0 && isProcessFilter(feeder))) return false;
  return hasKeptList(line);
}

/** Returns true if the output of such a list goes into a value, a file or a program that keeps it. */
function hasKeptList(line: readonly Invocation[]): boolean {
  const keepers = line.filter((each) => programWords.keepers.has(each.program) || hasOutputFile(each));
  const sources = new Set(keepers.flatMap(({ input }) => (input?.kind === 'pipe' ? input.from : [])));
  const isKept = (list: Invocation) =>
    list.captured || list.language !== 'shell' || hasOutputFile(list) || sources.has(list);
  return findUnfilteredLists(line).some(isKept);
}

const hasOutputFile = ({ redirects }: Invocation) => redirects.some(({ kind }) => kind !== 'read');

/** Returns the lists of all processes that no filter narrows. */
function findUnfilteredLists(invocations: readonly Invocation[]): readonly Invocation[] {
  const lists = invocations.filter(isFullProcessList);
  const filters = invocations.filter((each) => getFeeders(each).length > 0 && isProcessFilter(each));
  const chosen = new Set(filters.flatMap(getFeeders));
  return lists.filter((list) => !chosen.has(list));
}

const getFeeders = ({ input, filter }: Invocation): readonly Invocation[] =>
  filter?.from ?? (input?.kind === 'pipe' ? input.from : []);

const isFullProcessList = ({ program, args }: Invocation): boolean =>
  program === 'ps' &&
  (args.some(({ text }) => forms.ps_all.test(text)) || !args.some(({ text }) => forms.ps_choice.test(text)));
