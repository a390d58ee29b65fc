import { UNKNOWN, unevaluated } from '../deed.js';
import { type Budget, MAX_LENGTH } from './budget.js';

/** What is put in for one match stays bounded. */
const MAX_REPLACEMENT = 200;
/** Patterns with more repetitions are not followed. */
const MAX_REPEATED = 2;
/** So many steps the matching of all lines may take at worst, and so many count as one of the reading. */
const MAX_MATCHING = 300_000;
const MATCHING_STEP = 128;

export interface Replacement {
  pattern: string;
  replacement: string;
  flags: string;
  /** The character around both parts. */
  delimiter: string;
}

/** Returns what `s/a/b/` of sed makes of every line of a text. What is not evaluated is unread where the text was known. */
export function replacedLines(text: string, command: Replacement, extended: boolean, budget: Budget): string {
  const { pattern, replacement, flags } = command;
  if (text.includes(UNKNOWN) || pattern.includes(UNKNOWN)) return unevaluated(text + pattern);
  if (!/^[gpeI]*$/i.test(flags) || replacement.length > MAX_REPLACEMENT || text.length > MAX_LENGTH)
    return unevaluated('');
  const plain = (part: string) => part.replaceAll(`\\${command.delimiter}`, () => command.delimiter);
  const expression = expressionOf(plain(pattern), extended);
  const parts = expression && replacementParts(plain(replacement));
  const found = expression && matcher(expression.source, flags);
  if (!found || !parts) return unevaluated('');
  const lines = text.split('\n');
  const cost = lines.reduce((sum, line) => sum + line.length ** (expression.repeated + 1), 0);
  if (cost > MAX_MATCHING || !budget.spend(Math.ceil(cost / MATCHING_STEP))) return unevaluated('');
  // The end of the last line is no line.
  const last = lines.at(-1) === '' && lines.length > 1 ? lines.pop() : undefined;
  const changed = lines.map((line) =>
    line.replace(found, (...groups: string[]) =>
      parts.map((part) => (typeof part === 'number' ? (groups[part] ?? '') : part)).join(''),
    ),
  );
  return [...changed, ...(last === undefined ? [] : [last])].join('\n');
}

function matcher(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, `${flags.includes('g') ? 'g' : ''}${/i/i.test(flags) ? 'i' : ''}`);
  } catch {
    return undefined;
  }
}

/** Text, and numbers of groups. */
function replacementParts(replacement: string): (string | number)[] | undefined {
  // Changes of letters (`\\U`) are not followed.
  if (/\\[a-zA-Z]/.test(replacement.replaceAll('\\n', '').replaceAll('\\t', ''))) return undefined;
  return [...replacement.matchAll(/\\([\s\S])|(&)|([^\\&]+)/g)].map(([, escaped, whole, text]) => {
    if (whole !== undefined) return 0;
    if (escaped === undefined) return text!;
    if (/\d/.test(escaped)) return Number(escaped);
    return escaped === 'n' ? '\n' : escaped === 't' ? '\t' : escaped;
  });
}

const CLASSES: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: ' \\t\\r\\f\\v',
  blank: ' \\t',
};

/** An expression of the same meaning, for what both dialects share; undefined = not told. */
function expressionOf(pattern: string, extended: boolean): { source: string; repeated: number } | undefined {
  let repeated = 0;
  let known = true;
  const source = pattern.replace(
    /\\([\s\S])|\[(\^?)(\]?(?:\[:\w+:\]|[^\]])*)\]|[\s\S]/g,
    (whole, escaped: string | undefined, not: string | undefined, set: string | undefined, at: number) => {
      if (set !== undefined) {
        const inside = set.replace(/\[:(\w+):\]/g, (all, name: string) => {
          if (!Object.hasOwn(CLASSES, name)) known = false;
          return CLASSES[name] ?? all;
        });
        return `[${not ?? ''}${inside.replace(/\\(?![trfv])|\]/g, '\\$&')}]`;
      }
      if (escaped !== undefined) {
        if (escaped === 'n' || escaped === 't' || escaped === 's' || escaped === 'S' || escaped === 'w') return whole;
        const operator = /[(){}|+?]/.test(escaped);
        if (/[\w<>\x60']/.test(escaped)) known = false;
        if (!operator) return `\\${escaped}`;
        return extended ? `\\${escaped}` : counted(escaped);
      }
      if (whole === '*') return at === 0 || (!extended && pattern[at - 1] === '^') ? '\\*' : counted('*');
      if (/[(){}|+?]/.test(whole)) return extended ? counted(whole) : `\\${whole}`;
      if (whole === '^' && at > 0 && !/[(|]/.test(pattern[at - 1]!)) return extended ? '^' : '\\^';
      if (whole === '$' && at < pattern.length - 1 && !extended && pattern[at + 1] !== '\\') return '\\$';
      return /[/\]]/.test(whole) ? `\\${whole}` : whole;
    },
  );
  function counted(operator: string): string {
    if (operator === '{') known = false;
    if (/[*+?]/.test(operator)) repeated += 1;
    return operator;
  }
  // A group that is repeated can take for ever.
  if (!known || repeated > MAX_REPEATED || /\)[*+]/.test(source) || source === '') return undefined;
  return { source, repeated };
}
