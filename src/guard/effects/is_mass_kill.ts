import { hasFlag, parseProgramArguments } from '../arguments/program_arguments.js';
import { type Invocation, UNKNOWN_VALUE } from '../invocation.js';

const FEW_LINES = 20;
/** Longest code or pattern examined, in characters; a longer one counts as no selection. */
const MOST_LETTERS = 2_000;

/** Returns true if a program that is fed a list of processes passes on only a selection. */
function isProcessFilter(invocation: Invocation): boolean {
  const { program } = invocation;
  if (/^(([efg]|gg)?(grep|rg)|ag|ack|ugrep)$/.test(program)) return isSelectiveGrep(invocation);
  if (program === 'sed' || program === 'gsed') return isSelectiveSed(invocation);
  if (/^[gmn]?awk$/.test(program)) return isSelectiveAwk(invocation.filter?.code ?? '');
  if (program === 'head' || program === 'tail') return isSelectiveHeadOrTail(invocation);
  return program === 'fzf';
}

function isSelectiveGrep({ args }: Invocation): boolean {
  const { flags, options, operands } = parseProgramArguments('grep', args);
  if (hasFlag(flags, '-v') || hasFlag(flags, '--invert-match')) return false;
  const input = options.filter(({ flag }) => flag === '-e' || flag === '--regexp').map(({ value }) => value);
  const patterns = input.length > 0 ? input : operands.slice(0, 1);
  return patterns.length > 0 && patterns.every(({ text }) => isSpecific(text));
}

/** Words that occur in lines of all kinds. */
const EVERYWHERE = /^(root|pid|usr|bin|sbin|lib)$/i;

/** Returns true if each alternative of a pattern holds two letters that must occur, or is unknown (`"$NAME"`). */
function isSpecific(pattern: string): boolean {
  if (pattern.length > MOST_LETTERS) return false;
  if (/\)(?:[*?]|\{0|\{,)/.test(pattern)) return false;
  return pattern.split(/\\?\|/).every((alternative) => {
    const certain = alternative
      .replace(/\[\[:\w+:\]\]|\[([^\]^])\]/g, '$1')
      .replace(/\[[^\]]*\]|\\[a-zA-Z<>]/g, ' ')
      .replace(/\\?.(?:[*?]|\\\?|\\?\{(?:0|,)[^}]*\})/g, ' ')
      .replace(/\\?[(){}^$+]|\\/g, '');
    return certain.includes(UNKNOWN_VALUE) || (/\w\w/.test(certain) && !EVERYWHERE.test(certain.trim()));
  });
}

/** Returns true for scripts such as `-n '/vite/p'`, `/vite/!d`, `-n 's/…vite…/\1/p'` and `2p`. */
function isSelectiveSed({ args }: Invocation): boolean {
  const { flags, options, operands } = parseProgramArguments('sed', args);
  const input = options.filter(({ flag }) => flag === '-e' || flag === '--expression').map(({ value }) => value);
  const script = (input.length > 0 ? input : operands.slice(0, 1)).map(({ text }) => text.trim()).join('\n');
  if (script.length > MOST_LETTERS) return false;
  const quiet = hasFlag(flags, '-n') || hasFlag(flags, '--quiet') || hasFlag(flags, '--silent');
  const [, address, left] = /^\/((?:[^/\\]|\\.)*)\/\s*(!d|p)/.exec(script) ?? [];
  if (address !== undefined) return (left === '!d' || quiet) && !/p[\n;]|\}/.test(script) && isSpecific(address);
  if (!quiet) return /^\d{1,2}!d$/.test(script);
  const [, pattern] = /^s([/|#,])?((?:(?!\1)[^\\\n]|\\.)*)\1.*p$/.exec(script)?.slice(1) ?? [];
  return pattern !== undefined ? isSpecific(pattern) : /^\d{1,2}p$/.test(script);
}

/** Returns true for awk code with a pattern or a comparison before each block. */
function isSelectiveAwk(code: string): boolean {
  if (code === '' || code.length > MOST_LETTERS) return false;
  if (/\|\||\}\s*(?:\{|1|;)|;\s*1\b|^\s*\{(?!\s*if\b)/.test(code.replace(/\bBEGIN\s*\{[^}]*\}/g, ''))) return false;
  if (listAwkPatterns(code).some(isSpecific)) return true;
  return /(?:\$\w+|\bNR)\s*==\s*(?:"[^"\n]{2,}"|\d+|[A-Za-z]\w*|\u{FFFC})|\bindex\(\s*\$\w+\s*,\s*"[^"\n]{2,}"/u.test(
    code,
  );
}

/** Lists the patterns that awk code looks for, without those that it excludes. */
export function listAwkPatterns(code: string): string[] {
  if (code.length > MOST_LETTERS) return [];
  const sought = code.matchAll(/(!~?\s*)?(?:\/((?:[^/\\\n]|\\.)+)\/|~\s*"([^"\n]+)")/g);
  return [...sought].flatMap(([, not, one, alternative]) => (not === undefined ? (one ?? alternative ?? []) : []));
}

/** Returns true for a few lines from one end, but not for all except some. */
function isSelectiveHeadOrTail({ program, args }: Invocation): boolean {
  const { options } = parseProgramArguments(program, args);
  const input = options.filter(({ flag }) => /^(-n|--lines)$/.test(flag)).map(({ value }) => value.text);
  const plain = args.flatMap(({ text }) => /^-(\d+)$/.exec(text)?.slice(1) ?? []);
  return [...input, ...plain].every((count) => {
    if (count.includes(UNKNOWN_VALUE)) return true;
    return (
      /^-?\d+$/.test(count) && !(program === 'head' && count.startsWith('-')) && Math.abs(Number(count)) <= FEW_LINES
    );
  });
}

/** Programs that keep their input for later. */
const KEEPERS = /^(tee|sponge|read|mapfile|readarray|dd|split|cp|install)$/;

/** Returns true if a `kill` of unknown numbers ends all processes of a `ps` in the line that no filter narrows. */
export function isMassKill({ input }: Invocation, line: readonly Invocation[]): boolean {
  const fed = input?.kind === 'pipe' ? input.from : [];
  if (fed.some(isFullProcessList)) return findUnfilteredLists(fed).length > 0;
  if (fed.some((feeder) => getFeeders(feeder).length > 0 && isProcessFilter(feeder))) return false;
  return findKeptLists(line).length > 0;
}

/** Lists of all processes that a line keeps. */
const keptLists = new WeakMap<readonly Invocation[], readonly Invocation[]>();

/** Returns the lists whose output goes into a value, a file or a program that keeps it. */
function findKeptLists(line: readonly Invocation[]): readonly Invocation[] {
  const existing = keptLists.get(line);
  if (existing) return existing;
  const whole = findUnfilteredLists(line);
  const text = new Set(
    whole.length === 0 ? [] : line.filter(isKeeper).flatMap(({ input }) => (input?.kind === 'pipe' ? input.from : [])),
  );
  const result = whole.filter(
    (list) => list.captured || list.language !== 'shell' || hasOutputFile(list) || text.has(list),
  );
  keptLists.set(line, result);
  return result;
}

const hasOutputFile = ({ redirects }: Invocation) => redirects.some(({ kind }) => kind !== 'read');
const isKeeper = (invocation: Invocation) => KEEPERS.test(invocation.program) || hasOutputFile(invocation);

/** Returns the lists of all processes that no filter narrows. */
function findUnfilteredLists(invocations: readonly Invocation[]): readonly Invocation[] {
  const lists = invocations.filter(isFullProcessList);
  if (lists.length === 0) return lists;
  const chosen = new Set<Invocation>();
  for (const invocation of invocations) {
    if (invocation.program === 'ps') continue;
    const start = getFeeders(invocation);
    if (start.length > 0 && isProcessFilter(invocation)) for (const feeder of start) chosen.add(feeder);
  }
  return lists.filter((list) => !chosen.has(list));
}

const getFeeders = ({ input, filter }: Invocation): readonly Invocation[] =>
  filter?.from ?? (input?.kind === 'pipe' ? input.from : []);

/** Selections by number or name, or by an unknown word. */
const CHOICE = /^-\w*[pq](?:[\d\u{FFFC}]|$)|^-C|^--(?:p?pid|quick-pid)(?:=|$)|^\d+(?:,\d+)*$|^\u{FFFC}/u;
const ALL = /^-[aefFlAjwHTLcy]*[eA]|^a?u?x/;

/** Returns true for `ps` without a selection. */
const isFullProcessList = ({ program, args }: Invocation): boolean =>
  program === 'ps' && (args.some(({ text }) => ALL.test(text)) || !args.some(({ text }) => CHOICE.test(text)));
