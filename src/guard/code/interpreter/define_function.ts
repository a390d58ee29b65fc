import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { type CodeToken, isMarkToken } from '../lexer/code_token.js';
import type { CodeValue } from '../model/code_value.js';
import type { InterpreterState } from './interpreter_state.js';

/** Reads a lambda of Python behind its keyword. */
export function readLambda(state: InterpreterState): CodeValue {
  const origin = state.at;
  while (state.at < state.end && !isMarkToken(state.tokens[state.at], ':')) state.at += 1;
  const parameters = readParameters(state.tokens, origin, state.at);
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

const getClosingIndex = (token: CodeToken | undefined, index: number): number =>
  token?.kind === 'mark' && token.close !== undefined ? token.close : index;

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
  let index = state.at;
  if (isMarkToken(state.tokens[index], '*', '&')) index += 1;
  const token = state.tokens[index];
  const title = token?.kind === 'name' ? token.text : undefined;
  if (title !== undefined) index += 1;
  let parameters: string[] = [];
  const open = state.tokens[index];
  if (isMarkToken(open, '(')) {
    const close = getClosingIndex(open, index);
    parameters = readParameters(state.tokens, index + 1, close);
    index = close + 1;
  }
  while (
    index < state.end &&
    index < state.at + 400 &&
    !isMarkToken(state.tokens[index], '{', ';') &&
    !isMarkToken(state.tokens[index], '=>')
  )
    index += 1;
  const body = state.tokens[index];
  if (isMarkToken(body, '=>')) return readArrowFunction(state, parameters, index + 1);
  if (!isMarkToken(body, '{')) return undefined;
  const close = Math.min(getClosingIndex(body, index), state.end);
  state.at = Math.min(close + 1, state.end);
  const value = defineFunction(state, parameters, index + 1, close, false, title);
  if (title !== undefined) state.scope.declare(title, value);
  return value;
}

/** Returns the parameter names in a range of tokens. */
export function readParameters(tokens: readonly CodeToken[], start: number, end: number): string[] {
  const parameters: string[] = [];
  let first = true;
  for (let index = start; index < end && parameters.length < 64; index++) {
    const token = tokens[index];
    if (isMarkToken(token, ',')) first = true;
    else if (first && token?.kind === 'name') {
      // After a type, the variable is the name with the sigil.
      const next = tokens[index + 1];
      parameters.push(next?.kind === 'name' && next.text.startsWith('$') ? next.text : token.text);
      first = false;
    } else if (first && isMarkToken(token, '{', '[')) {
      parameters.push('');
      first = false;
    }
    index = Math.max(index, getClosingIndex(token, index));
  }
  return parameters;
}

/** Creates a function value and registers its definition. */
export function defineFunction(
  state: InterpreterState,
  parameters: string[],
  start: number,
  end: number,
  expression: boolean,
  title?: string,
): CodeValue {
  const definition = {
    parameters,
    tokens: state.tokens,
    from: start,
    to: end,
    expression,
    called: false,
    scope: state.scope,
    ...omitUndefined({ name: title }),
  };
  state.definitions.push(definition);
  return { kind: 'function', definition };
}
