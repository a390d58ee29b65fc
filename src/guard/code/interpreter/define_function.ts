import { type CodeToken, isMarkToken } from '../lexer/code_token.js';
import type { CodeValue } from '../model/code_value.js';
import type { InterpreterState } from './interpreter_state.js';

/** Reads a lambda of Python behind its keyword. */
export function readLambda(state: InterpreterState): CodeValue {
  const from = state.at;
  while (state.at < state.end && !isMarkToken(state.tokens[state.at], ':')) state.at += 1;
  const parameters = readParameters(state.tokens, from, state.at);
  const start = state.at + 1;
  state.at = start;
  let end = start;
  while (
    end < state.end &&
    !isMarkToken(state.tokens[end], ',', ')', ']', '}') &&
    state.tokens[end]?.kind !== 'newline'
  )
    end = Math.max(end, getClosingIndex(state.tokens[end], end)) + 1;
  state.at = Math.min(end, state.end);
  state.collector.step(state.at - start);
  return defineFunction(state, parameters, start, state.at, true);
}

const getClosingIndex = (token: CodeToken | undefined, at: number): number =>
  token?.kind === 'mark' && token.close !== undefined ? token.close : at;

/** Reads the body of an arrow function. */
export function readArrowFunction(state: InterpreterState, parameters: string[], body: number): CodeValue {
  const token = state.tokens[body];
  state.at = body;
  if (isMarkToken(token, '{')) {
    const close = Math.min(getClosingIndex(token, body), state.end);
    state.at = Math.min(close + 1, state.end);
    return defineFunction(state, parameters, body + 1, close, false);
  }
  let end = body;
  while (
    end < state.end &&
    !isMarkToken(state.tokens[end], ',', ')', ']', '}', ';') &&
    state.tokens[end]?.kind !== 'newline'
  )
    end = Math.max(end, getClosingIndex(state.tokens[end], end)) + 1;
  state.at = Math.min(end, state.end);
  state.collector.step(state.at - body);
  return defineFunction(state, parameters, body, state.at, true);
}

/** Reads the function behind its keyword, with or without a name and brackets. */
export function readFunction(state: InterpreterState): CodeValue | undefined {
  let at = state.at;
  if (isMarkToken(state.tokens[at], '*', '&')) at += 1;
  const token = state.tokens[at];
  const called = token?.kind === 'name' ? token.text : undefined;
  if (called !== undefined) at += 1;
  let parameters: string[] = [];
  const open = state.tokens[at];
  if (isMarkToken(open, '(')) {
    const close = getClosingIndex(open, at);
    parameters = readParameters(state.tokens, at + 1, close);
    at = close + 1;
  }
  while (
    at < state.end &&
    at < state.at + 400 &&
    !isMarkToken(state.tokens[at], '{', ';') &&
    !isMarkToken(state.tokens[at], '=>')
  )
    at += 1;
  const body = state.tokens[at];
  if (isMarkToken(body, '=>')) return readArrowFunction(state, parameters, at + 1);
  if (!isMarkToken(body, '{')) return undefined;
  const close = Math.min(getClosingIndex(body, at), state.end);
  state.at = Math.min(close + 1, state.end);
  const value = defineFunction(state, parameters, at + 1, close, false, called);
  if (called !== undefined) state.scope.declare(called, value);
  return value;
}

/** Returns the parameter names in a range of tokens. */
export function readParameters(tokens: readonly CodeToken[], from: number, to: number): string[] {
  const parameters: string[] = [];
  let first = true;
  for (let at = from; at < to && parameters.length < 64; at++) {
    const token = tokens[at];
    if (isMarkToken(token, ',')) first = true;
    else if (first && token?.kind === 'name') {
      // After a type, the variable is the name with the sigil.
      const next = tokens[at + 1];
      parameters.push(next?.kind === 'name' && next.text.startsWith('$') ? next.text : token.text);
      first = false;
    } else if (first && isMarkToken(token, '{', '[')) {
      parameters.push('');
      first = false;
    }
    at = Math.max(at, getClosingIndex(token, at));
  }
  return parameters;
}

/** Creates a function value and registers its definition. */
export function defineFunction(
  state: InterpreterState,
  parameters: string[],
  from: number,
  to: number,
  expression: boolean,
  called?: string,
): CodeValue {
  const definition = {
    parameters,
    tokens: state.tokens,
    from,
    to,
    expression,
    called: false,
    scope: state.scope,
    ...(called !== undefined && { name: called }),
  };
  state.definitions.push(definition);
  return { kind: 'function', definition };
}
