import type { SourceLanguage } from './source_language.js';

/** Mechanical fault in a line of code. */
interface LineFault {
  kind: 'condition' | 'constant' | 'operator';
  text: string;
  /** Description such as `=== → !==`. */
  change: string;
}

interface FaultRule {
  kind: LineFault['kind'];
  find: RegExp;
  put: (found: string) => string;
}

const createFaultRule = (
  kind: FaultRule['kind'],
  find: RegExp,
  put: string | ((found: string) => string),
): FaultRule => ({
  kind,
  find,
  put: typeof put === 'string' ? () => put : put,
});
const createSwapRules = (
  kind: FaultRule['kind'],
  a: string,
  b: string,
  pattern: (text: string) => RegExp,
): FaultRule[] => [createFaultRule(kind, pattern(a), b), createFaultRule(kind, pattern(b), a)];
const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const createWordPattern = (text: string) => new RegExp(`(?<![\\w-])${escapePattern(text)}(?!\\w)`, 'g');
const createOperatorPattern = (text: string) => new RegExp(`(?<![=!<>&|+*/-])${escapePattern(text)}(?![=<>&|+-])`, 'g');
const createSpacedPattern = (text: string) => new RegExp(`(?<=\\s)${escapePattern(text)}(?=\\s)`, 'g');

const RULES: FaultRule[] = [
  ...createSwapRules('condition', '===', '!==', createOperatorPattern),
  ...createSwapRules('condition', '==', '!=', createOperatorPattern),
  ...createSwapRules('condition', '<=', '>', (text) =>
    text === '>' ? createSpacedPattern(text) : createOperatorPattern(text),
  ),
  ...createSwapRules('condition', '>=', '<', (text) =>
    text === '<' ? createSpacedPattern(text) : createOperatorPattern(text),
  ),
  ...createSwapRules('condition', '&&', '||', createOperatorPattern),
  ...createSwapRules('condition', 'and', 'or', createSpacedPattern),
  ...createSwapRules('condition', 'true', 'false', createWordPattern),
  ...createSwapRules('condition', 'True', 'False', createWordPattern),
  ...createSwapRules('condition', '-eq', '-ne', createSpacedPattern),
  ...createSwapRules('condition', '-lt', '-ge', createSpacedPattern),
  ...createSwapRules('condition', '-gt', '-le', createSpacedPattern),
  ...createSwapRules('condition', '-z', '-n', createSpacedPattern),
  createFaultRule('condition', /(?<![\w])not (?=\w|\()/g, ''),
  createFaultRule('condition', /(?<![\w)\]!])!(?=[\w(!])/g, ''),
  createFaultRule('constant', /(?<![\w.$])\d{1,9}(?![\w.])/g, (found) => String(Number(found) + 1)),
  ...createSwapRules('operator', '+', '-', createSpacedPattern),
  ...createSwapRules('operator', '++', '--', (text) => new RegExp(`(?<=\\w)${escapePattern(text)}`, 'g')),
  ...createSwapRules('operator', '+=', '-=', createSpacedPattern),
];

/**
 * Finds every fault that the rules can make in a line, outside of strings and comments. Empty for lines without code.
 */
export function findLineFaults(line: string, language: SourceLanguage): LineFault[] {
  const code = blankNonCode(line, language);
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

/** Replaces strings and comments of a line with blanks, so that positions stay. */
function blankNonCode(line: string, { comment }: Pick<SourceLanguage, 'comment'>): string {
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

/** Finds the lines within multi-line comments and texts, first and last line included. A piece of a file is enough. */
export function findProseLines(lines: readonly string[], { family }: Pick<SourceLanguage, 'family'>): Set<number> {
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
