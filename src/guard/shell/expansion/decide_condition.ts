import type * as Tree from 'unbash';
import { UNKNOWN_VALUE } from '../../invocation.js';
import { forms } from '../../vocabulary/vocabulary.js';
import type { ShellScope } from '../model/shell_scope.js';

/** Unquoted text that no shell changes. */
const PLAIN = /^[\w.,:@%+=/-]+$/;
const MAX_EXACT = 200;

/** Returns the text of a word that the line alone decides; undefined if anything else has a part in it. */
export function readExactWord({ parts, value }: Tree.Word, scope: ShellScope): string | undefined {
  if (parts === undefined) return PLAIN.test(value) ? value : undefined;
  return joinExact(parts.map((part) => readExactPart(part, scope, false)));
}

function readExactPart(part: Tree.WordPart, scope: ShellScope, quoted: boolean): string | undefined {
  if (part.type === 'SingleQuoted') return part.value;
  if (part.type === 'DoubleQuoted') return joinExact(part.parts.map((child) => readExactPart(child, scope, true)));
  const text = part.type === 'Literal' ? part.value : readExactParameter(part, scope);
  return text !== undefined && (quoted || PLAIN.test(text)) ? text : undefined;
}

function readExactParameter(part: Tree.WordPart, scope: ShellScope): string | undefined {
  if (part.type === 'SimpleExpansion') return scope.readExact(part.text.slice(1));
  if (part.type !== 'ParameterExpansion' || part.prefix || part.index) return undefined;
  const text = scope.readExact(part.parameter);
  // An empty default changes nothing, and neither does any other for what is set.
  const isKept = text !== '' && part.operation?.type === 'Default' && /^:?[-?=]$/.test(part.operation.operator);
  return !part.operation || isKept || part.text === `\${${part.parameter}:-}` ? text : undefined;
}

const joinExact = (texts: readonly (string | undefined)[]) =>
  texts.some((text) => text === undefined || text.length > MAX_EXACT || text.includes(UNKNOWN_VALUE))
    ? undefined
    : texts.join('');

type Condition = Tree.PipelineNode | Tree.AndOr | Tree.CompoundList | Tree.TestExpression;

/** Says whether a command succeeds that only compares texts of the line; undefined if that is not known. */
export function decideCondition(node: Condition, scope: ShellScope): boolean | undefined {
  if (!scope.isFollowed) return undefined;
  switch (node.type) {
    case 'CompoundList': {
      const [only, ...rest] = node.commands;
      return only && rest.length === 0 && !only.background ? decideCondition(only.command, scope) : undefined;
    }
    case 'Pipeline': {
      const isPlain = node.commands.length === 1 && node.prefixes.every(({ type }) => type === 'Negation');
      return isPlain ? negate(decideCondition(node.commands[0]!, scope), node.prefixes.length) : undefined;
    }
    case 'Command':
      return node.name && node.prefix.length + node.redirects.length === 0 ? decideCommand(node, scope) : undefined;
    case 'TestCommand':
      return decideCondition(node.expression, scope);
    case 'TestUnary':
      return compareTexts([node.operator, readExactWord(node.operand, scope)]);
    case 'TestBinary':
      return compareTexts([readExactWord(node.left, scope), node.operator, readExactWord(node.right, scope)]);
    default:
      return undefined;
  }
}

const negate = (result: boolean | undefined, times: number) =>
  result === undefined ? result : result !== (times % 2 === 1);

function decideCommand({ name, args }: Tree.Command, scope: ShellScope): boolean | undefined {
  const words = [name!, ...args].flatMap((word) => {
    if (word.type !== 'Word') return [];
    return /^(?:\[|\]|!=?)$/.test(word.text) ? word.text : (readExactWord(word, scope) ?? []);
  });
  const [program = '', ...texts] = words;
  if (texts.length < args.length || scope.functions.has(program) || scope.aliases.has(program)) return undefined;
  if (/^(?:true|false|:)$/.test(program)) return program !== 'false';
  if (program === '[' ? texts.pop() !== ']' : program !== 'test') return undefined;
  if (texts[0] === '!' && texts.length > 1) return negate(compareTexts(texts.slice(1)), 1);
  // Some shells know no `==` here, and fail.
  return texts[1] === '==' && texts[0] === texts[2] ? undefined : compareTexts(texts);
}

/** Evaluates the words of a test: a text, `-n` or `-z` with a text, or two texts with `=` or `!=`. */
function compareTexts(words: readonly (string | undefined)[]): boolean | undefined {
  const [left, operator, right] = words;
  if (left === undefined || words.includes(undefined) || words.length > 3) return undefined;
  if (operator === undefined) return words.length === 1 ? left !== '' : undefined;
  if (right === undefined) return left === '-z' || left === '-n' ? (operator === '') === (left === '-z') : undefined;
  return /^(?:==?|!=)$/.test(operator) ? (left === right) === (operator !== '!=') : undefined;
}

/** Returns the bodies of a `case` that certainly run, one or none; undefined if that is not known. */
export function chooseBranch({ word, items }: Tree.Case, scope: ShellScope): readonly Tree.CompoundList[] | undefined {
  const text = scope.isFollowed ? readExactWord(word, scope) : undefined;
  if (text === undefined || items.some(({ terminator }) => terminator?.includes('&'))) return undefined;
  const read = (each: Tree.Word) => (each.text === '*' ? text : readExactWord(each, scope));
  for (const { pattern, body } of items) {
    const texts = pattern.map(read);
    if (texts.includes(text)) return [body];
    if (texts.includes(undefined)) return undefined;
  }
  return [];
}

/** Returns true for an assignment of a text, and for the definition of a function. */
export const cannotFail = (node: Tree.PipelineNode): boolean =>
  node.type === 'Function' ||
  (node.type === 'Command' && !node.name && node.redirects.length === 0 && node.prefix.every(isTextAssignment));

const isTextAssignment = (part: Tree.Command['prefix'][number]) =>
  part.type === 'Assignment' && part.value.type === 'Word' && !/\$[([]|\$\{\W|\$\{[^}]*[!?]|`/.test(part.value.text);

/** Returns true for a command that hardly ever fails. */
export const isReliable = (node: Tree.PipelineNode): boolean =>
  node.type === 'Command' &&
  (node.name === undefined || forms.reliable_command.test(`${node.name.value} ${node.args[0]?.value ?? ''}`));
