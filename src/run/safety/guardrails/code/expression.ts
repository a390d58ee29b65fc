import { UNKNOWN } from '../deed.js';
import { bareArguments, beginsArgument, blockAt } from './bare_calls.js';
import { argumentsUpTo, entriesUpTo, itemsUpTo } from './brackets.js';
import { arrow, functionAt, lambda, parametersIn } from './definitions.js';
import { inputIn } from './given.js';
import { combine } from './operators.js';
import { isMark, isName, type Piece, type Token } from './tokens.js';
import { joined, list, merge, name, number, text, texts, unknown, type Value } from './value.js';
import { type Given, inner, lookUp, type Walk } from './walk.js';

/** Expressions in expressions are followed so deep. */
const MOST_DEPTH = 96;
/** No name of anything is longer, in characters. */
const MOST_PATH = 200;
const BINDING: Readonly<Record<string, number>> = {
  '||': 1, '??': 1, or: 1, '&&': 2, and: 2, '==': 3, '!=': 3, '===': 3, '!==': 3, '<': 3, '>': 3, '<=': 3, '>=': 3, '=~': 3, in: 3, is: 3,
  '|': 4, '^': 5, '&': 6, '<<': 7, '>>': 7, '+': 8, '-': 8, '.': 8, '*': 9, '/': 9, '%': 9, '//': 9, x: 9, '**': 10, '..': 3,
}; // biome-ignore format: a table

/** What the expression at this place comes to; what it calls on the way is noted. */
export function evaluate(walk: Walk, least = 0): Value {
  if (walk.depth > MOST_DEPTH) {
    walk.effects.fail('too-deep', 'expressions are nested too deeply');
    walk.at = walk.end;
  }
  if (!walk.effects.step()) {
    walk.at = walk.end;
    return unknown;
  }
  walk.depth += 1;
  let value = postfix(walk, operand(walk));
  for (;;) {
    const token = current(walk);
    const operator = token?.kind === 'mark' || token?.kind === 'name' ? token.text : undefined;
    const binding =
      operator === undefined ? undefined : Object.hasOwn(BINDING, operator) ? BINDING[operator]! : undefined;
    if (operator === '?' && least === 0) {
      walk.at += 1;
      const yes = evaluate(walk, 1);
      if (isMark(current(walk), ':')) walk.at += 1;
      value = merge([yes, evaluate(walk)]);
    } else if (operator === 'if' && least === 0 && walk.speech.blocks === 'indent') {
      walk.at += 1;
      evaluate(walk, 1);
      if (!isName(current(walk), 'else')) break;
      walk.at += 1;
      value = merge([value, evaluate(walk)]);
    } else if (binding === undefined || binding <= least || !applies(operator!, walk)) break;
    else {
      walk.at += 1;
      value = combine(operator!, value, evaluate(walk, binding), walk.speech.concatenates);
      // Long texts cost more than short ones to put together.
      if (value.kind === 'text') walk.effects.step(value.of.reduce((sum, each) => sum + (each.length >> 5), 0));
    }
    if (!walk.effects.step()) break;
  }
  walk.depth -= 1;
  return value;
}

const applies = (operator: string, { speech }: Walk): boolean =>
  operator === '.' ? speech.concatenates.includes('.') : operator !== 'x' || speech.concatenates.includes('x');

const current = ({ at, end, tokens }: Walk): Token | undefined => (at < end ? tokens[at] : undefined);

function operand(walk: Walk): Value {
  const token = current(walk);
  if (!token || token.kind === 'newline') return unknown;
  walk.at += 1;
  switch (token.kind) {
    case 'number':
      return number(token.number);
    case 'words':
      return list(token.words.map((word) => text(word)));
    case 'shell':
      return walk.effects.shell(pieces(walk, token.pieces));
    case 'text': {
      let value = pieces(walk, token.pieces);
      // Texts side by side are one text.
      while (current(walk)?.kind === 'text' && walk.speech.blocks === 'indent') {
        const next = current(walk) as Extract<Token, { kind: 'text' }>;
        walk.at += 1;
        value = joined([value, pieces(walk, next.pieces)]);
      }
      return value;
    }
    case 'mark':
      return bracketOrSign(walk, token);
    case 'name':
      return named(walk, token.text);
  }
}

function pieces(walk: Walk, of: readonly Piece[]): Value {
  if (of.length === 1 && typeof of[0] === 'string') return text(of[0]);
  return joined(
    of.slice(0, 64).map((piece) => {
      if (typeof piece === 'string') return text(piece);
      return evaluate(inner(walk, piece));
    }),
  );
}

function bracketOrSign(walk: Walk, token: Extract<Token, { kind: 'mark' }>): Value {
  const from = walk.at;
  const close = Math.min(token.close ?? walk.end, walk.end);
  switch (token.text) {
    case '(': {
      if (isMark(walk.tokens[close + 1], '=>')) return arrow(walk, parametersIn(walk.tokens, from, close), close + 2);
      const items = itemsUpTo(walk, close, token.loop);
      return items.length === 1 && !isMark(walk.tokens[close - 1], ',') ? items[0]! : list(items);
    }
    case '[':
      return list(itemsUpTo(walk, close, token.loop));
    case '{':
      return entriesUpTo(walk, close);
    case '-': {
      const value = evaluate(walk, 9);
      return value.kind === 'number' ? number(-value.number) : value;
    }
    case '+':
    case '!':
    case '~':
    case '*':
    case '**':
    case '...':
    case '&':
    case '\\':
    case '++':
    case '--':
    case '@':
    case '$':
      return evaluate(walk, 9);
    case '<': {
      // `<STDIN>`, `<>` of Perl: a line of what is read.
      const at = isMark(current(walk), '>') ? walk.at : walk.at + 1;
      if (!walk.speech.concatenates.includes('x') || !isMark(walk.tokens[at], '>') || at >= walk.end) return unknown;
      walk.at = at + 1;
      return inputIn(walk.effects.given) ?? unknown;
    }
    case ':': {
      // A symbol of Ruby.
      const symbol = current(walk);
      if (walk.speech.blocks !== 'end' || symbol?.kind !== 'name') {
        walk.at -= 1;
        return unknown;
      }
      walk.at += 1;
      return text(symbol.text);
    }
    case '->':
      // Ruby: a function without a name.
      return isMark(current(walk), '(', '{') ? operand(walk) : unknown;
    default:
      if ([')', ']', '}', ',', ';', '=>'].includes(token.text)) walk.at -= 1;
      return unknown;
  }
}

function named(walk: Walk, word: string): Value {
  const { speech } = walk;
  const next = current(walk);
  if (isMark(next, '=>') && speech.blocks === 'braces' && !word.startsWith('$'))
    return arrow(walk, [word], walk.at + 1);
  switch (word) {
    case 'new':
    case 'await':
    case 'not':
    case 'typeof':
    case 'void':
    case 'defined':
    case 'yield':
    case 'async':
    case 'return':
    case 'throw':
    case 'clone':
      return evaluate(walk, 9);
    case 'lambda':
      if (speech.blocks === 'indent') return lambda(walk);
      break;
    case 'my':
    case 'our':
    case 'local':
      if (speech.bare_calls) return evaluate(walk, 9);
      break;
  }
  if (speech.definers.includes(word) || word === 'function' || word === 'fn') {
    const found = functionAt(walk);
    if (found) return found;
  }
  return lookUp(walk, word);
}

/** What follows a value: members, calls, indices. */
export function postfix(walk: Walk, start: Value): Value {
  let value = start;
  while (walk.effects.step()) {
    const bare = walk.speech.bare_calls ? bareCall(walk, value) : undefined;
    if (bare) {
      value = bare;
      continue;
    }
    const token = current(walk);
    // A text directly behind a name: a template that is given to it.
    if (token?.kind === 'text' && value.kind === 'name' && walk.speech.members.includes('?.')) {
      walk.at += 1;
      value = walk.how.call(walk, value, { args: [pieces(walk, token.pieces)], named: new Map() });
      continue;
    }
    if (token?.kind !== 'mark') break;
    const next = walk.tokens[walk.at + 1];
    const close = Math.min(token.close ?? walk.end, walk.end);
    if (walk.speech.members.includes(token.text) && next?.kind === 'name') {
      walk.at += 2;
      value = member(walk, value, next.text);
    } else if (token.text === '(' || (walk.speech.members.includes(token.text) && isMark(next, '('))) {
      walk.at += token.text === '(' ? 1 : 2;
      const open = token.text === '(' ? token : (next as Extract<Token, { kind: 'mark' }>);
      value = called(walk, value, argumentsUpTo(walk, Math.min(open.close ?? walk.end, walk.end), open.loop));
    } else if (token.text === '[' && !(walk.speech.bare_calls && value.kind === 'name' && !value.self)) {
      walk.at += 1;
      value = elementOf(walk, value, close);
    } else if (token.text === '->' || token.text === '?.') walk.at += 1;
    else if (
      token.text === '{' &&
      walk.speech.bare_calls &&
      walk.speech.blocks === 'braces' &&
      (value.kind === 'map' || (value.kind === 'name' && /^[$%]/.test(value.path)))
    ) {
      walk.at += 1;
      value = elementOf(walk, value, close, true);
    } else break;
  }
  return value;
}

/** A call with the block that stands behind it. */
function called(walk: Walk, value: Value, given: Given): Value {
  const block = blockAt(walk);
  return walk.how.call(walk, value, block ? { ...given, args: [...given.args, block] } : given);
}

/** A call without brackets: with arguments, with a block, or a method of Ruby with neither. */
function bareCall(walk: Walk, value: Value): Value | undefined {
  if (value.kind !== 'name' || /^[$@%]/.test(value.path)) return undefined;
  const functions = walk.speech.functions;
  // `system *ARGV` is no product.
  const spread = isMark(current(walk), '*') && walk.speech.blocks === 'end' && Object.hasOwn(functions, value.path);
  if (spread || beginsArgument(walk)) return called(walk, value, bareArguments(walk));
  // `fork while …`: a name before such a word is a call with nothing.
  if (
    isName(current(walk), 'while', 'until', 'if', 'unless', 'or', 'and') ||
    isMark(current(walk), ';', ',') ||
    walk.at >= walk.end
  )
    return Object.hasOwn(functions, value.path) ? called(walk, value, { args: [], named: new Map() }) : undefined;
  if (walk.speech.blocks !== 'end' || isMark(current(walk), '(')) return undefined;
  // `URI.open`: a constant before its member is no call.
  if (/^[A-Z]/.test(value.path) && !value.self && walk.speech.members.some((sign) => isMark(current(walk), sign)))
    return undefined;
  const block = blockAt(walk);
  const ready = block !== undefined || value.self !== undefined || Object.hasOwn(functions, value.path);
  return ready ? walk.how.call(walk, value, { args: block ? [block] : [], named: new Map() }) : undefined;
}

function member(walk: Walk, value: Value, key: string): Value {
  if (value.kind === 'map') return value.entries.get(key) ?? name(key, value);
  if (value.kind === 'name' && !value.self) {
    const path = `${value.path}.${key}`;
    if (path.length > MOST_PATH) return unknown;
    return walk.scope.get(path) ?? walk.speech.constants[walk.speech.canonical(path)] ?? name(path);
  }
  if (value.kind === 'content' && ['text', 'content', 'stdout', 'body', 'data'].includes(key)) return value;
  return name(key, value);
}

/** @param words whether a bare word is a key, as in `$h{key}` */
function elementOf(walk: Walk, value: Value, close: number, words = false): Value {
  const start = walk.at;
  const part = inner(walk, walk.tokens, start, close);
  const bounds: (Value | undefined)[] = [];
  while (part.at < part.end && bounds.length < 3 && walk.effects.problem === undefined) {
    bounds.push(isMark(current(part), ':') ? undefined : evaluate(part));
    if (isMark(current(part), ':', '..')) part.at += 1;
    else break;
    if (part.at >= part.end) bounds.push(undefined);
  }
  walk.at = Math.min(close + 1, walk.end);
  if (bounds.length > 1) return slice(value, bounds);
  const [index] = bounds;
  if (value.kind === 'list' && index?.kind === 'number') return value.items.at(index.number) ?? unknown;
  const only = words && part.end - start === 1 ? part.tokens[start] : undefined;
  const key = only?.kind === 'name' && /^\w/.test(only.text) ? only.text : texts(index)[0];
  if (value.kind === 'map') return value.entries.get(key!) ?? unknown;
  if (value.kind === 'name' && key !== undefined && !key.includes(UNKNOWN)) return member(walk, value, key);
  if (value.kind === 'name' && value.path === 'args') return text(UNKNOWN);
  if (value.kind === 'text' && index?.kind === 'number')
    return joined([
      text(...value.of.map((each) => (each.includes(UNKNOWN) ? UNKNOWN : (each.at(index.number) ?? '')))),
    ]);
  return value.kind === 'content' || value.kind === 'made' ? value : unknown;
}

function slice(value: Value, [from, to, step]: readonly (Value | undefined)[]): Value {
  const start = from?.kind === 'number' ? from.number : undefined;
  const end = to?.kind === 'number' ? to.number : undefined;
  const back = step?.kind === 'number' && step.number === -1;
  if (value.kind === 'list') {
    const items = value.items.slice(start, end);
    return list(back ? items.reverse() : items);
  }
  if (value.kind !== 'text') return value;
  return text(
    ...value.of.map((each) => {
      if (each.includes(UNKNOWN)) return UNKNOWN;
      const part = Array.from(each).slice(start, end);
      return (back ? part.reverse() : part).join('');
    }),
  );
}
