import type * as Tree from 'unbash';
import {
  createWord,
  type ExpandedWord,
  isKnownWord,
  NON_EMPTY_VALUE,
  replaceWithUnevaluated,
  replaceWithUnknown,
  UNKNOWN_VALUE,
  UNREAD_VALUE,
} from '../../invocation.js';
import { forms, vocabulary } from '../../vocabulary/vocabulary.js';
import type { ExpansionContext } from '../model/shell_interpreter.js';
import { compileGlob, MAX_GLOB_TEXT } from '../syntax/compile_glob.js';
import { parseWholeNumber } from './evaluate_arithmetic.js';

const { uniqueMark } = vocabulary;

/** Context of the expansion of a parameter. */
interface ParameterContext extends ExpansionContext {
  name: string;
  /** Expands a word within the expansion. */
  expand(word: Tree.Word): ExpandedWord;
}

/** Expands `$name` or `${name…}`. Returns its words, and whether they stay separate in quotes. */
export function expandParameter(
  given: Tree.SimpleExpansionPart | Tree.ParameterExpansionPart,
  expansion: ExpansionContext,
  expandText: (word: Tree.Word, expansion: ExpansionContext) => ExpandedWord,
): { words: readonly ExpandedWord[]; list: boolean } {
  const part = given.type === 'ParameterExpansion' ? given : undefined;
  const name = part?.parameter ?? given.text.slice(1);
  const operation = part?.operation;
  // A bad substitution: the shell does not run the command.
  if (part && /^[.*]/.test(name) && name !== '*') return { words: [createWord(UNKNOWN_VALUE)], list: false };
  if (part?.prefix === '!' && operation?.type === 'Names') return { words: [createWord(UNREAD_VALUE)], list: false };
  const target = part?.prefix === '!' ? expansion.scope.value(name) : name;
  const parameter = { ...expansion, name: target, expand: (word: Tree.Word) => expandText(word, expansion) };
  const index = part?.index && parameter.expand(part.index).text;
  const list = name === '@' || index === '@';
  const words = getWords(target, index, expansion);
  if (part?.prefix === '#') {
    const counted = list || name === '*' || index === '*' ? words.length : words[0]?.text.length;
    const isKnown = words.every(isKnownWord) && !isPathVariable(parameter);
    return { words: [createWord(isKnown ? String(counted ?? 0) : UNKNOWN_VALUE)], list: false };
  }
  if (operation === undefined) return { words, list };
  if (operation.type === 'Default') return { words: applyDefault(words, operation, parameter), list };
  if (operation.type === 'Slice' && list) return { words: [createWord(UNREAD_VALUE)], list };
  return { words: words.map(({ text }) => createWord(applyOperation(text, operation, parameter))), list };
}

function getWords(name: string, index: string | undefined, { scope }: ExpansionContext): readonly ExpandedWord[] {
  if (name === '@' || name === '*') return scope.arguments.slice(1);
  if (name === '#') return [createWord(String(scope.arguments.length - 1))];
  // Missing arguments are empty: `r$1m` is `rm`.
  if (/^\d+$/.test(name)) return scope.arguments.slice(Number(name), Number(name) + 1);
  const variable = scope.get(name);
  if (index === undefined) return variable ? variable.words.slice(0, 1) : [createWord(scope.value(name))];
  if (index === '@' || index === '*') return variable?.words ?? [createWord(UNKNOWN_VALUE)];
  const position = Number(index);
  if (!variable || !Number.isInteger(position)) return [createWord(UNKNOWN_VALUE)];
  const chosen = variable.words.at(position);
  return chosen ? [chosen] : [];
}

function applyDefault(
  words: readonly ExpandedWord[],
  { operator, operand }: Tree.ParameterDefaultOperation,
  { name, scope, expand }: ParameterContext,
): readonly ExpandedWord[] {
  const set = words.length > 0 && (words[0]!.text !== '' || !operator.includes(':'));
  // For a variable that the line does not set, the default is the best known value.
  const isKnown = scope.get(name) !== undefined || words.every(isKnownWord);
  if (operator.endsWith('+')) return set ? [expand(operand)] : [];
  // Substitutions of a branch that is not taken are read as well: they may run if this prediction is wrong.
  const value = expand(operand);
  if (operator.endsWith('?')) {
    // Nothing runs where it is empty.
    if (operator !== ':?' || words.length > 1 || (words[0]?.text || UNKNOWN_VALUE) !== UNKNOWN_VALUE) return words;
    const checked = [createWord(NON_EMPTY_VALUE)];
    if (/^\w+$/.test(name)) scope.set(name, checked);
    return checked;
  }
  // An empty default says only that the variable may be unset.
  if (isKnown ? set : value.text === '') return words;
  // A name that is only usual is not unique.
  const text = forms.new_folder.test(value.text) ? UNKNOWN_VALUE : value.text.replaceAll(uniqueMark, UNKNOWN_VALUE);
  const result = [isKnown ? value : createWord(text, value.glob)];
  if (operator.endsWith('=') && /^\w+$/.test(name)) scope.set(name, result);
  return result;
}

const isPathVariable = ({ name, scope }: ParameterContext) =>
  /^(?:HOME|PWD|PATH|OLDPWD|SHELL|BASH)$/.test(name) && !scope.get(name);

function applyOperation(
  text: string,
  operation: Exclude<Tree.ParameterOperation, Tree.ParameterDefaultOperation>,
  parameter: ParameterContext,
): string {
  const { expand } = parameter;
  const isPath = isPathVariable(parameter);
  const isKnown = !isPath && !text.includes(UNKNOWN_VALUE);
  // An unknown change of a machine-dependent path may yield any path, the root included.
  const untold = isPath ? UNREAD_VALUE : replaceWithUnknown(text);
  switch (operation.type) {
    case 'Remove': {
      const pattern = expand(operation.operand).text;
      // Of a path, the last part is predictable.
      if (isPath) return operation.operator === '##' && pattern === '*/' ? UNKNOWN_VALUE : UNREAD_VALUE;
      return isKnown ? removeMatch(text, operation.operator, pattern, parameter) : untold;
    }
    case 'Replace': {
      const pattern = expand(operation.pattern).text;
      const replacement = expand(operation.replacement).text;
      if (!isKnown || pattern === '') return isKnown ? text : untold;
      const { operator } = operation;
      const source = compileMatch(text, pattern, false, parameter);
      if (source === undefined) return replaceWithUnevaluated(pattern);
      const anchored = operator === '/#' ? `^(?:${source})` : operator === '/%' ? `(?:${source})$` : source;
      return text.replace(new RegExp(anchored, operator === '//' ? 'g' : ''), () => replacement);
    }
    case 'Slice': {
      const offset = expand(operation.offset).text;
      const length = operation.length && expand(operation.length).text;
      const start = parseWholeNumber(offset, parameter);
      const count = length === undefined ? undefined : parseWholeNumber(length, parameter);
      if (isPath && start === 0 && count === 1) return '/';
      if (!isKnown) return untold;
      if (start === undefined || (length !== undefined && count === undefined))
        return replaceWithUnevaluated(offset + (length ?? ''));
      const begin = start < 0 ? text.length + start : start;
      // An offset before the beginning of the text yields nothing.
      return begin < 0 ? '' : text.slice(begin, count === undefined || count < 0 ? count : begin + count);
    }
    case 'CaseModification':
      // A pattern that selects letters is not evaluated.
      return isKnown ? (operation.operand ? UNREAD_VALUE : changeCase(text, operation.operator)) : untold;
    default:
      return UNREAD_VALUE;
  }
}

/** Maximum cost of one match, in steps. */
const MATCH_STEPS = 100;

const changeCase = (text: string, operator: string) => {
  const change = (part: string) => (operator[0] === '^' ? part.toUpperCase() : part.toLowerCase());
  return operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1);
};

/** Returns the source of a pattern to match with a text; undefined if that is not evaluated. */
function compileMatch(text: string, pattern: string, lazy: boolean, expansion: ExpansionContext): string | undefined {
  const times = Math.ceil(text.length / MAX_GLOB_TEXT);
  expansion.interpreter.budget.spend(MATCH_STEPS * times ** 2);
  // A pattern with one star is cheap.
  const isShort = times <= 1 || (times <= 8 && pattern.indexOf('*') === pattern.lastIndexOf('*'));
  return !isShort || pattern.includes(UNKNOWN_VALUE) ? undefined : compileGlob(pattern, lazy);
}

function removeMatch(text: string, operator: string, pattern: string, expansion: ExpansionContext): string {
  const source = compileMatch(text, pattern, operator.length === 1, expansion);
  if (source === undefined) return replaceWithUnevaluated(pattern);
  if (operator[0] === '#') return text.replace(new RegExp(`^(?:${source})`), '');
  // The shortest matching suffix begins last, so it is searched from the end.
  const end = new RegExp(`^(?:${source})$`);
  const starts = Array.from({ length: text.length + 1 }, (_, index) => index);
  const isSuffix = (start: number) => end.test(text.slice(start));
  return text.slice(0, operator === '%' ? starts.findLast(isSuffix) : starts.find(isSuffix));
}
