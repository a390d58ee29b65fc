import { type CodeToken, isMarkToken, isNameToken } from '../lexer/code_token.js';
import type { CodeValue } from '../model/code_value.js';
import { defineFunction, readParameters } from './define_function.js';
import type { CallArguments, InterpreterState } from './interpreter_state.js';

const NO_ARGUMENT = new Set(
  'if unless while until do and or end then rescue ensure in else elsif for foreach x eq ne cmp lt gt le ge'.split(' '),
);
const MAX_ARGUMENTS = 64;

/** Returns true if a value follows a name directly, as the argument of a call without brackets. */
export function isArgumentStart(state: InterpreterState): boolean {
  const token: CodeToken | undefined = state.at < state.end ? state.tokens[state.at] : undefined;
  if (!token) return false;
  if (token.kind === 'name') return !NO_ARGUMENT.has(token.text);
  if (isMarkToken(token, ':')) return isNameToken(state.tokens[state.at + 1]) && state.language.blocks === 'end';
  return (
    token.kind === 'text' ||
    token.kind === 'number' ||
    token.kind === 'words' ||
    token.kind === 'shell' ||
    isMarkToken(token, '->')
  );
}

/** Evaluates `name a, b, key: c` up to the end of the statement. */
export function evaluateBareArguments(state: InterpreterState): CallArguments {
  const args: CodeValue[] = [];
  const named = new Map<string, CodeValue>();
  while (state.at < state.end && args.length < MAX_ARGUMENTS && state.collector.step()) {
    const token = state.tokens[state.at]!;
    if (token.kind === 'name' && isMarkToken(state.tokens[state.at + 1], ':') && state.language.blocks === 'end') {
      state.at += 2;
      named.set(token.text, state.functions.evaluate(state, 1));
    } else args.push(state.functions.evaluate(state, 1));
    if (!isMarkToken(state.tokens[state.at], ',', '=>') || state.at >= state.end) break;
    state.at += 1;
  }
  return { args, named };
}

const OPENERS = ['do', 'def', 'class', 'module', 'begin', 'case'];
const LEADING_OPENERS = ['if', 'unless', 'while', 'until', 'for'];

/** Returns the index of the `end` that closes a Ruby block. */
export function findBlockEnd({ tokens, end, collector }: InterpreterState, from: number): number {
  let depth = 1;
  for (let at = from; at < end; at++) {
    const token = tokens[at]!;
    if (token.kind !== 'name') continue;
    const before = tokens[at - 1];
    if (isMarkToken(before, '.')) continue;
    const leading = !before || before.kind === 'newline' || isMarkToken(before, ';', '=');
    if (OPENERS.includes(token.text) || (leading && LEADING_OPENERS.includes(token.text))) depth += 1;
    else if (token.text === 'end') {
      depth -= 1;
      if (depth === 0) {
        collector.step(Math.ceil((at - from) / 8));
        return at;
      }
    }
  }
  collector.step(Math.ceil((end - from) / 8));
  return end;
}

/** Reads the Ruby block behind a call as a function: `do |x| … end`, `{ |x| … }`. */
export function readBlock(state: InterpreterState): CodeValue | undefined {
  if (state.language.blocks !== 'end' || state.at >= state.end) return undefined;
  const token = state.tokens[state.at];
  if (!isNameToken(token, 'do') && !isMarkToken(token, '{')) return undefined;
  let from = state.at + 1;
  let parameters: string[] = [];
  if (isMarkToken(state.tokens[from], '|')) {
    let close = from + 1;
    while (close < state.end && close < from + 32 && !isMarkToken(state.tokens[close], '|')) close += 1;
    parameters = readParameters(state.tokens, from + 1, close);
    from = close + 1;
  }
  const to = token?.kind === 'mark' ? Math.min(token.close ?? state.end, state.end) : findBlockEnd(state, from);
  state.at = Math.min(to + 1, state.end);
  return defineFunction(state, parameters, from, to, false);
}
