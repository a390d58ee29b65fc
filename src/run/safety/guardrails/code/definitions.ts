import { isMark, type Token } from './tokens.js';
import type { Value } from './value.js';
import type { Walk } from './walk.js';

export function lambda(walk: Walk): Value {
  const from = walk.at;
  while (walk.at < walk.end && !isMark(walk.tokens[walk.at], ':')) walk.at += 1;
  const parameters = parametersIn(walk.tokens, from, walk.at);
  const start = walk.at + 1;
  walk.at = start;
  let end = start;
  while (end < walk.end && !isMark(walk.tokens[end], ',', ')', ']', '}') && walk.tokens[end]?.kind !== 'newline')
    end = Math.max(end, closeOf(walk.tokens[end], end)) + 1;
  walk.at = Math.min(end, walk.end);
  walk.effects.step(walk.at - start);
  return define(walk, parameters, start, walk.at, true);
}

const closeOf = (token: Token | undefined, at: number): number =>
  token?.kind === 'mark' && token.close !== undefined ? token.close : at;

export function arrow(walk: Walk, parameters: string[], body: number): Value {
  const token = walk.tokens[body];
  walk.at = body;
  if (isMark(token, '{')) {
    const close = Math.min(closeOf(token, body), walk.end);
    walk.at = Math.min(close + 1, walk.end);
    return define(walk, parameters, body + 1, close, false);
  }
  let end = body;
  while (end < walk.end && !isMark(walk.tokens[end], ',', ')', ']', '}', ';') && walk.tokens[end]?.kind !== 'newline')
    end = Math.max(end, closeOf(walk.tokens[end], end)) + 1;
  walk.at = Math.min(end, walk.end);
  walk.effects.step(walk.at - body);
  return define(walk, parameters, body, walk.at, true);
}

/** A function behind its keyword, with or without a name and brackets. */
export function functionAt(walk: Walk): Value | undefined {
  let at = walk.at;
  if (isMark(walk.tokens[at], '*', '&')) at += 1;
  const token = walk.tokens[at];
  const called = token?.kind === 'name' ? token.text : undefined;
  if (called !== undefined) at += 1;
  let parameters: string[] = [];
  const open = walk.tokens[at];
  if (isMark(open, '(')) {
    const close = closeOf(open, at);
    parameters = parametersIn(walk.tokens, at + 1, close);
    at = close + 1;
  }
  while (at < walk.end && at < walk.at + 400 && !isMark(walk.tokens[at], '{', ';') && !isMark(walk.tokens[at], '=>'))
    at += 1;
  const body = walk.tokens[at];
  if (isMark(body, '=>')) return arrow(walk, parameters, at + 1);
  if (!isMark(body, '{')) return undefined;
  const close = Math.min(closeOf(body, at), walk.end);
  walk.at = Math.min(close + 1, walk.end);
  const value = define(walk, parameters, at + 1, close, false, called);
  if (called !== undefined) walk.scope.declare(called, value);
  return value;
}

export function parametersIn(tokens: readonly Token[], from: number, to: number): string[] {
  const parameters: string[] = [];
  let first = true;
  for (let at = from; at < to && parameters.length < 64; at++) {
    const token = tokens[at];
    if (isMark(token, ',')) first = true;
    else if (first && token?.kind === 'name') {
      // With a type before it, the variable has the sign.
      const next = tokens[at + 1];
      parameters.push(next?.kind === 'name' && next.text.startsWith('$') ? next.text : token.text);
      first = false;
    } else if (first && isMark(token, '{', '[')) {
      parameters.push('');
      first = false;
    }
    at = Math.max(at, closeOf(token, at));
  }
  return parameters;
}

export function define(
  walk: Walk,
  parameters: string[],
  from: number,
  to: number,
  expression: boolean,
  called?: string,
): Value {
  const definition = {
    parameters,
    tokens: walk.tokens,
    from,
    to,
    expression,
    called: false,
    scope: walk.scope,
    ...(called !== undefined && { name: called }),
  };
  walk.definitions.push(definition);
  return { kind: 'function', definition };
}
