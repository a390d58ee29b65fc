import { blankNonCode, isProseLine } from '../../language/blank_non_code.js';
import type { SourceLanguage } from '../../language/source_language.js';

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
  if (code.trim() === '' || isProseLine(line)) return [];
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
