import { replaceWithUnevaluated, UNKNOWN_VALUE } from '../../invocation.js';
import { MAX_LINE_LENGTH, type ReadingBudget } from '../model/reading_budget.js';

/** Maximum length of the text inserted for one match. */
const MAX_REPLACEMENT = 200;
/** Maximum number of repetitions in a pattern that is evaluated. */
const MAX_REPEATED = 2;
/** Maximum cost of matching all lines, in matching steps, and the number of these that cost one step of reading. */
const MAX_MATCHING = 300_000;
const MATCHING_STEP = 128;

/** Replacement command of sed: `s/PATTERN/REPLACEMENT/FLAGS`. */
interface SedReplacement {
  pattern: string;
  replacement: string;
  flags: string;
  /** Character around both parts. */
  delimiter: string;
}

/** Applies `s/a/b/` of sed to every line of a text. A known text becomes unread if the command is not evaluated. */
export function replaceLines(text: string, command: SedReplacement, extended: boolean, budget: ReadingBudget): string {
  const { pattern, replacement, flags } = command;
  if (text.includes(UNKNOWN_VALUE) || pattern.includes(UNKNOWN_VALUE)) return replaceWithUnevaluated(text + pattern);
  if (!/^[gpeI]*$/i.test(flags) || replacement.length > MAX_REPLACEMENT || text.length > MAX_LINE_LENGTH)
    return replaceWithUnevaluated('');
  const plain = (part: string) => part.replaceAll(`\\${command.delimiter}`, () => command.delimiter);
  const expression = compileExpression(plain(pattern), extended);
  const parts = expression && parseReplacement(plain(replacement));
  const found = expression && compileMatcher(expression.source, flags);
  if (!found || !parts) return replaceWithUnevaluated('');
  const lines = text.split('\n');
  const cost = lines.reduce((sum, line) => sum + line.length ** (expression.repeated + 1), 0);
  if (cost > MAX_MATCHING || !budget.spend(Math.ceil(cost / MATCHING_STEP))) return replaceWithUnevaluated('');
  // The end of the last line does not begin another.
  const last = lines.at(-1) === '' && lines.length > 1 ? lines.pop() : undefined;
  const changed = lines.map((line) =>
    line.replace(found, (...groups: string[]) =>
      parts.map((part) => (typeof part === 'number' ? (groups[part] ?? '') : part)).join(''),
    ),
  );
  return [...changed, ...(last === undefined ? [] : [last])].join('\n');
}

function compileMatcher(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, `${flags.includes('g') ? 'g' : ''}${/i/i.test(flags) ? 'i' : ''}`);
  } catch {
    return undefined;
  }
}

/** Parses a replacement into texts and group numbers; undefined if it is not evaluated. */
function parseReplacement(replacement: string): (string | number)[] | undefined {
  // Case conversions (`\\U`) are not evaluated.
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

/** Converts a pattern to a regular expression, as far as both dialects agree; undefined if it is not evaluated. */
function compileExpression(pattern: string, extended: boolean): { source: string; repeated: number } | undefined {
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
  // A repeated group can take exponential time.
  if (!known || repeated > MAX_REPEATED || /\)[*+]/.test(source) || source === '') return undefined;
  return { source, repeated };
}
