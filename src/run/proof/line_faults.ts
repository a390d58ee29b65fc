import type { Language } from './languages.js';

/** One mechanical fault that can be made in a line of code. */
export interface LineFault {
  kind: 'condition' | 'constant' | 'operator';
  text: string;
  /** What was changed, e.g. `=== → !==`. */
  change: string;
}

interface Rule {
  kind: LineFault['kind'];
  find: RegExp;
  put: (found: string) => string;
}

const swap = (kind: Rule['kind'], find: RegExp, put: string | ((found: string) => string)): Rule => ({
  kind,
  find,
  put: typeof put === 'string' ? () => put : put,
});
const pair = (kind: Rule['kind'], a: string, b: string, pattern: (text: string) => RegExp): Rule[] => [
  swap(kind, pattern(a), b),
  swap(kind, pattern(b), a),
];
const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const word = (text: string) => new RegExp(`(?<![\\w-])${literal(text)}(?!\\w)`, 'g');
const alone = (text: string) => new RegExp(`(?<![=!<>&|+*/-])${literal(text)}(?![=<>&|+-])`, 'g');
const spaced = (text: string) => new RegExp(`(?<=\\s)${literal(text)}(?=\\s)`, 'g');

const RULES: Rule[] = [
  ...pair('condition', '===', '!==', alone),
  ...pair('condition', '==', '!=', alone),
  ...pair('condition', '<=', '>', (text) => (text === '>' ? spaced(text) : alone(text))),
  ...pair('condition', '>=', '<', (text) => (text === '<' ? spaced(text) : alone(text))),
  ...pair('condition', '&&', '||', alone),
  ...pair('condition', 'and', 'or', spaced),
  ...pair('condition', 'true', 'false', word),
  ...pair('condition', 'True', 'False', word),
  ...pair('condition', '-eq', '-ne', spaced),
  ...pair('condition', '-lt', '-ge', spaced),
  ...pair('condition', '-gt', '-le', spaced),
  ...pair('condition', '-z', '-n', spaced),
  swap('condition', /(?<![\w])not (?=\w|\()/g, ''),
  swap('condition', /(?<![\w)\]!])!(?=[\w(!])/g, ''),
  swap('constant', /(?<![\w.$])\d{1,9}(?![\w.])/g, (found) => String(Number(found) + 1)),
  ...pair('operator', '+', '-', spaced),
  ...pair('operator', '++', '--', (text) => new RegExp(`(?<=\\w)${literal(text)}`, 'g')),
  ...pair('operator', '+=', '-=', spaced),
];

/** Every fault that the rules find in a line, outside of its strings and comments. Empty for a line that is no code. */
export function lineFaults(line: string, language: Language): LineFault[] {
  const code = codeOf(line, language);
  if (code.trim() === '' || /^\s*(\*|\/\*|"""|''')/.test(line)) return [];
  return RULES.flatMap(({ kind, find, put }) =>
    [...code.matchAll(find)].map((match) => {
      const replacement = put(match[0]);
      return {
        kind,
        text: line.slice(0, match.index) + replacement + line.slice(match.index + match[0].length),
        change: `${match[0].trim()} → ${replacement.trim() || 'nothing'}`,
      };
    }),
  );
}

/** The line with blanks in place of what stands in quotes or behind a comment sign: positions stay. */
export function codeOf(line: string, { comment }: Pick<Language, 'comment'>): string {
  let code = '';
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const character = line[i]!;
    if (quote !== '') {
      if (character === '\\') {
        code += ' ';
        i++;
      } else if (character === quote) quote = '';
      code += ' ';
      continue;
    }
    if (comment === '//' && line.startsWith('/*', i)) {
      const end = line.indexOf('*/', i + 2);
      const next = end === -1 ? line.length : end + 2;
      code += ' '.repeat(next - i);
      i = next - 1;
      continue;
    }
    if (line.startsWith(comment, i) && (comment !== '#' || i === 0 || /\s/.test(line[i - 1]!))) break;
    if (character === '"' || character === "'" || character === '`') {
      quote = character;
      code += ' ';
    } else code += character;
  }
  return code.padEnd(line.length);
}

/**
 * Which of these lines lie in a comment or a text of several lines, opening and closing line included: as far as can be told from a
 * piece of a file.
 */
export function proseLines(lines: readonly string[], { family }: Pick<Language, 'family'>): Set<number> {
  const prose = new Set<number>();
  const [open, close] = family === 'python' ? [/"""|'''/g, /"""|'''/g] : [/\/\*/g, /\*\//g];
  let inside = false;
  lines.forEach((line, i) => {
    const opens = line.match(open)?.length ?? 0;
    const closes = line.match(close)?.length ?? 0;
    const flips = family === 'python' ? opens % 2 === 1 : inside ? closes > 0 : opens > closes;
    if (inside || flips) prose.add(i);
    if (flips) inside = !inside;
  });
  return prose;
}
