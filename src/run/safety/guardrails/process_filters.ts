import { type Deed, UNKNOWN } from './deed.js';
import { argumentsOf, hasFlag } from './grammar.js';

/** Beyond so many lines an end or a beginning is all. */
const FEW_LINES = 20;
/** Longer code or patterns are not looked at; they choose nothing, then. */
const MOST_LETTERS = 2_000;

/** Tells whether a program that is fed a list of processes passes on only some that it chooses. */
export function choosesProcesses(deed: Deed): boolean {
  const { program } = deed;
  if (/^(([efg]|gg)?(grep|rg)|ag|ack|ugrep)$/.test(program)) return grepChooses(deed);
  if (program === 'sed' || program === 'gsed') return sedChooses(deed);
  if (/^[gmn]?awk$/.test(program)) return awkChooses(deed.filter?.code ?? '');
  if (program === 'head' || program === 'tail') return endsChoose(deed);
  return program === 'fzf';
}

function grepChooses({ args }: Deed): boolean {
  const { flags, options, operands } = argumentsOf('grep', args);
  if (hasFlag(flags, '-v') || hasFlag(flags, '--invert-match')) return false;
  const given = options.filter(({ flag }) => flag === '-e' || flag === '--regexp').map(({ value }) => value);
  const patterns = given.length > 0 ? given : operands.slice(0, 1);
  return patterns.length > 0 && patterns.every(({ text }) => isSpecific(text));
}

/** What stands in lines of all kinds. */
const EVERYWHERE = /^(root|pid|usr|bin|sbin|lib)$/i;

/**
 * Tells whether a pattern names something: each of its alternatives holds two letters or figures that must stand there. One that is
 * not known before it runs (`"$NAME"`) mostly does.
 */
function isSpecific(pattern: string): boolean {
  if (pattern.length > MOST_LETTERS) return false;
  if (/\)(?:[*?]|\{0|\{,)/.test(pattern)) return false;
  return pattern.split(/\\?\|/).every((alternative) => {
    const certain = alternative
      .replace(/\[\[:\w+:\]\]|\[([^\]^])\]/g, '$1')
      .replace(/\[[^\]]*\]|\\[a-zA-Z<>]/g, ' ')
      .replace(/\\?.(?:[*?]|\\\?|\\?\{(?:0|,)[^}]*\})/g, ' ')
      .replace(/\\?[(){}^$+]|\\/g, '');
    return certain.includes(UNKNOWN) || (/\w\w/.test(certain) && !EVERYWHERE.test(certain.trim()));
  });
}

/** `-n '/vite/p'`, `/vite/!d`, `-n 's/…vite…/\1/p'`, `2p`. */
function sedChooses({ args }: Deed): boolean {
  const { flags, options, operands } = argumentsOf('sed', args);
  const given = options.filter(({ flag }) => flag === '-e' || flag === '--expression').map(({ value }) => value);
  const script = (given.length > 0 ? given : operands.slice(0, 1)).map(({ text }) => text.trim()).join('\n');
  if (script.length > MOST_LETTERS) return false;
  const quiet = hasFlag(flags, '-n') || hasFlag(flags, '--quiet') || hasFlag(flags, '--silent');
  const [, address, left] = /^\/((?:[^/\\]|\\.)*)\/\s*(!d|p)/.exec(script) ?? [];
  if (address !== undefined) return (left === '!d' || quiet) && !/p[\n;]|\}/.test(script) && isSpecific(address);
  if (!quiet) return /^\d{1,2}!d$/.test(script);
  const [, pattern] = /^s([/|#,])?((?:(?!\1)[^\\\n]|\\.)*)\1.*p$/.exec(script)?.slice(1) ?? [];
  return pattern !== undefined ? isSpecific(pattern) : /^\d{1,2}p$/.test(script);
}

/** Code of awk with a pattern or an equation before each block. */
function awkChooses(code: string): boolean {
  if (code === '' || code.length > MOST_LETTERS) return false;
  if (/\|\||\}\s*(?:\{|1|;)|;\s*1\b|^\s*\{(?!\s*if\b)/.test(code.replace(/\bBEGIN\s*\{[^}]*\}/g, ''))) return false;
  const sought = [...code.matchAll(/(!~?\s*)?(?:\/((?:[^/\\\n]|\\.)+)\/|~\s*"([^"\n]+)")/g)];
  if (sought.some(([, not, one, other]) => not === undefined && isSpecific(one ?? other ?? ''))) return true;
  return /(?:\$\w+|\bNR)\s*==\s*(?:"[^"\n]{2,}"|\d+|[A-Za-z]\w*|\u{FFFC})|\bindex\(\s*\$\w+\s*,\s*"[^"\n]{2,}"/u.test(
    code,
  );
}

/** A few lines from one end; not all but some. */
function endsChoose({ program, args }: Deed): boolean {
  const { options } = argumentsOf(program, args);
  const given = options.filter(({ flag }) => /^(-n|--lines)$/.test(flag)).map(({ value }) => value.text);
  const plain = args.flatMap(({ text }) => /^-(\d+)$/.exec(text)?.slice(1) ?? []);
  return [...given, ...plain].every((count) => {
    if (count.includes(UNKNOWN)) return true;
    return (
      /^-?\d+$/.test(count) && !(program === 'head' && count.startsWith('-')) && Math.abs(Number(count)) <= FEW_LINES
    );
  });
}
