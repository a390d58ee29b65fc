import { UNKNOWN_VALUE } from '../../invocation.js';
import { codeWords } from '../../vocabulary/vocabulary.js';
import { findClosing, findToken, isToken } from '../lexer/code_token.js';
import { type CodeValue, create, get, type Parameter } from '../model/code_value.js';
import { assignValue } from './assign_value.js';
import { defineFunction, readBody, readParameters } from './define_function.js';
import { postpone } from './imitate.js';
import type { CallArguments, InterpreterState } from './interpreter_state.js';

/** Returns true if a value follows a name directly, as the argument of a call without brackets. */
export function isArgumentStart(state: InterpreterState): boolean {
  const token = state.token;
  if (token?.kind === 'name') return !codeWords.following.has(token.text);
  if (isToken(token, ':', '->') && state.language.blocks === 'end')
    return isToken(token, '->') || state.tokens[state.at + 1]?.kind === 'name';
  return /^(?:text|number|words|shell)$/.test(token?.kind ?? '');
}

/** Returns the index of the `end` that closes a Ruby block. */
export function findBlockEnd({ tokens, end, collector }: InterpreterState, start: number): number {
  let depth = 1;
  let index = start;
  for (; index < end; index++) {
    const token = tokens[index]!;
    const previous = tokens[index - 1];
    if (token.kind !== 'name' || isToken(previous, '.')) continue;
    const leading = !previous || previous.kind === 'newline' || isToken(previous, ';', '=');
    if (codeWords.opening.has(token.text) || (leading && codeWords.leading_opening.has(token.text))) depth += 1;
    else if (token.text === 'end') depth -= 1;
    if (depth === 0) break;
  }
  collector.step(Math.ceil((index - start) / 8));
  return index;
}

/** Reads the Ruby block behind a call as a function: `do |x| … end`, `{ |x| … }`. */
export function readBlock(state: InterpreterState): CodeValue | undefined {
  const token = state.token;
  let start = state.at + 1;
  const takes = state.language.blocks === 'end' || isToken(state.tokens[start], '|');
  if (!takes || !(isToken(token, 'do') || isToken(token, '{'))) return undefined;
  let parameters: Parameter[] = [];
  if (isToken(state.tokens[start], '|')) {
    const close = findToken(state.tokens, start + 1, Math.min(state.end, start + 32), ['|'], false);
    parameters = readParameters(state.tokens, start + 1, close);
    start = close + 1;
  }
  const target = token?.kind === 'mark' ? findClosing(state.tokens, state.at, state.end) : findBlockEnd(state, start);
  state.at = Math.min(target + 1, state.end);
  // The value of one expression is that of the block.
  const expression = findToken(state.tokens, start, target, [';']) === target;
  return defineFunction(state, { parameters, from: start, to: target, expression });
}

/** Evaluates a comprehension, with the values of its loop; `{key: value for …}` is a list of values, too. */
export function evaluateComprehension(state: InterpreterState, close: number, loop = close): CodeValue | undefined {
  if (loop >= close || state.language.blocks !== 'indent') return undefined;
  const isMap = isToken(state.tokens[state.at - 1], '{');
  const colon = isMap ? findToken(state.tokens, state.at, loop, [':'], false) : loop;
  if (colon < loop) state.at = colon + 1;
  return create.list(evaluateLoops(state, loop, close));
}

/** Advances by one token, or past a bracket pair. Evaluates the contents of the brackets for their calls. */
function skipToken(state: InterpreterState): void {
  const previous = state.at;
  state.evaluate();
  if (state.at === previous) state.at += 1;
}

/** Evaluates the element of a comprehension in its loops, of which each stands within those before it. */
function evaluateLoops(state: InterpreterState, start: number, close: number, loop = start): CodeValue[] {
  const element = state.at;
  // In round brackets, it may run at a later time.
  const again = () => create.list(evaluateLoops(state.with({ at: element }), start, close));
  if (loop === start && isToken(state.tokens[close], ')')) postpone(state, again);
  const head = state.nest(loop + 1, close);
  const target = head.at;
  const targetEnd = findToken(head.tokens, target, close, ['in'], false);
  head.at = targetEnd + 1;
  const source = head.evaluate(1);
  // Conditions are evaluated for their calls.
  while (head.at < head.end && !isToken(head.tokens[head.at], 'for')) skipToken(head);
  const values: CodeValue[] = [];
  for (const each of get.elements(source)) {
    const round = state.nest(element, start);
    assignValue(round, target, targetEnd, each);
    if (head.at < head.end) values.push(...evaluateLoops(round.with({ end: state.end }), start, close, head.at));
    else values.push(round.evaluate());
    if (state.collector.problem !== undefined) break;
  }
  state.at = Math.min(close + 1, state.end);
  return values;
}

/** Evaluates a map, a set, or a block: `{ key: value, name, …rest }` */
export function evaluateEntries(state: InterpreterState, close: number): CodeValue {
  const part = state.nest(state.at, close);
  const entries = new Map<string, CodeValue>();
  while (part.at < part.end && state.collector.problem === undefined) {
    const previous = part.at;
    const token = part.tokens[previous]!;
    if (token.kind === 'newline' || isToken(token, ',', ';')) {
      part.at += 1;
      continue;
    }
    const next = part.tokens[previous + 1];
    const body = findClosing(part.tokens, previous + 1) + 1;
    if (token.kind === 'name' && isToken(next, '(') && isToken(part.tokens[body], '{')) {
      // A method of an object.
      entries.set(token.text, readBody(part, readParameters(part.tokens, previous + 2, body - 1), body));
      continue;
    }
    const key = token.kind === 'name' && isToken(next, ':', '=>', ',', '}') ? token.text : undefined;
    const isNamed = key !== undefined && isToken(next, ':', '=>');
    if (isNamed) part.at += 1;
    const value = isNamed ? undefined : part.evaluate();
    if (part.take(':', '=>')) entries.set(key ?? get.firstText(value), part.evaluate());
    else if (value?.kind === 'map' && isToken(token, '...')) for (const entry of value.entries) entries.set(...entry);
    else if (value) entries.set(key ?? `${UNKNOWN_VALUE}${entries.size}`, value);
    if (part.at === previous) part.at += 1;
  }
  state.at = Math.min(close + 1, state.end);
  return { kind: 'map', entries };
}

/** Evaluates the arguments between brackets, named arguments separately. */
export function evaluateArguments(state: InterpreterState, close: number): CallArguments {
  const values = evaluateArgumentList(state.nest(state.at, close), false);
  state.at = Math.min(close + 1, state.end);
  return values;
}

/** Reads arguments up to the end of the tokens or, without brackets, as long as a comma stands between them. */
export function evaluateArgumentList(part: InterpreterState, isBare: boolean): CallArguments {
  const args: CodeValue[] = [];
  const options = new Map<string, CodeValue>();
  const { blocks, bare_calls } = part.language;
  // `unlink $_ and $n++` of Perl: these words end the arguments.
  const isPerl = isBare && bare_calls && blocks === 'braces';
  const stop = isPerl ? findToken(part.tokens, part.at, part.end, ['and', 'or', ';'], false) : part.end;
  if (stop < part.end && isToken(part.tokens[stop], 'and', 'or')) {
    const inner = part.nest(part.at, stop);
    const values = evaluateArgumentList(inner, isBare);
    part.at = inner.at;
    return values;
  }
  // `f a ? b : c` has no named argument.
  const nameMarks = isBare && blocks !== 'end' ? [] : [blocks === 'indent' ? '=' : ':'];
  while (part.at < part.end && part.collector.problem === undefined) {
    const previous = part.at;
    const token = part.tokens[previous]!;
    if (token.kind === 'name' && isToken(part.tokens[previous + 1], ...nameMarks)) {
      part.at += 2;
      options.set(token.text, part.evaluate());
    } else if (part.take('**')) {
      const value = part.evaluate();
      for (const [key, entry] of value.kind === 'map' ? value.entries : []) options.set(key, entry);
    } else if (part.take('*', '...')) args.push(...get.elements(part.evaluate()));
    else args.push(part.evaluate());
    const target = part.at;
    if (part.take('=', ':=')) {
      // `chomp(my @f = …)`
      const value = part.evaluate();
      assignValue(part, previous, target, value);
      args.splice(-1, 1, value);
    } else if (!isBare && part.at < part.end && !isToken(part.tokens[part.at], ',')) skipToken(part);
    if (!part.take(',', '=>') && isBare) break;
    if (part.at === previous) part.at += 1;
  }
  return { args, named: options };
}
