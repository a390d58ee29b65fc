import { type CodeToken, findClosing, findToken, isToken } from '../lexer/code_token.js';
import type { CodeValue, FunctionDefinition, Parameter, ValueOf } from '../model/code_value.js';
import type { InterpreterState } from './interpreter_state.js';

type FunctionSource = Pick<FunctionDefinition, 'parameters' | 'from' | 'to'> & Partial<FunctionDefinition>;

/** Maximum number of tokens between the parameters of a function and its body. */
const MAX_HEAD = 400;

/** Reads a body: a block in braces, or one expression, up to the mark behind it or the end of the line. */
export function readBody(state: InterpreterState, parameters: Parameter[], start: number, name?: string) {
  const { tokens, end } = state;
  const isBlock = isToken(tokens[start], '{') && state.language.blocks !== 'indent';
  const bodyEnd = isBlock ? findClosing(tokens, start, end) : findToken(tokens, start, end, [',', ')', ']', '}', ';']);
  if (!isBlock) state.collector.step(bodyEnd - start);
  state.at = isBlock ? Math.min(bodyEnd + 1, end) : bodyEnd;
  const from = isBlock ? start + 1 : start;
  return defineFunction(state, { parameters, from, to: bodyEnd, expression: !isBlock, name });
}

/** Reads the function behind its keyword, with or without a name and brackets. */
export function readFunction(state: InterpreterState): CodeValue | undefined {
  const { tokens } = state;
  let index = state.at;
  const later = isToken(tokens[index], '*');
  if (isToken(tokens[index], '*', '&')) index += 1;
  const token = tokens[index];
  const title = token?.kind === 'name' ? token.text : undefined;
  if (title !== undefined) index += 1;
  const [parameters, head] = readParameterList(tokens, index);
  index = findToken(tokens, head, Math.min(state.end, head + MAX_HEAD), ['{', ';', '=>'], false);
  if (isToken(tokens[index], '=>')) return readBody(state, parameters, index + 1);
  if (!isToken(tokens[index], '{')) return undefined;
  const value = readBody(state, parameters, index, title);
  value.definition.later = later;
  if (title !== undefined) state.scope.declare(title, value);
  return value;
}

/** Reads the parameters in the brackets at an index, if there are any. Returns them, and the index behind them. */
export function readParameterList(tokens: readonly CodeToken[], open: number, end?: number): [Parameter[], number] {
  if (!isToken(tokens[open], '(')) return [[], open];
  const close = findClosing(tokens, open, end);
  return [readParameters(tokens, open + 1, close), close + 1];
}

/** Returns the parameters in a range of tokens. */
export function readParameters(tokens: readonly CodeToken[], start: number, end: number): Parameter[] {
  const parameters: Parameter[] = [];
  for (let index = start, close = start; index < end; index = close + 1) {
    close = findToken(tokens, index, end, [','], false);
    const part = tokens.slice(index, close);
    const rest = ['**', '*', '...'].find((mark) => isToken(part[0], mark));
    // A parameter of a constructor may be a field, too.
    const isModifier = (token: CodeToken) => isToken(token, 'private', 'public', 'protected', 'readonly');
    const field = part.some(isModifier) || undefined;
    const isStart = (token: CodeToken) => (token.kind === 'name' ? !isModifier(token) : isToken(token, '{', '[', '('));
    const first = part.findIndex(isStart);
    const [token, next] = [part[first], part[first + 1]];
    const sign = findToken(tokens, index, close, ['=', ':='], false);
    const usual = sign < close ? sign + 1 : undefined;
    // After a type, the variable is the name with the sigil.
    const variable = next?.kind === 'name' && next.text.startsWith('$') ? next : token;
    if (variable?.kind === 'name') parameters.push({ name: variable.text, rest, usual, field });
    else if (token) parameters.push({ name: '', pattern: index + first, usual });
  }
  return parameters;
}

/** Creates a function value and registers its definition. */
export function defineFunction(state: InterpreterState, source: FunctionSource): ValueOf<'function'> {
  const { tokens, scope } = state;
  const definition = { tokens, scope, called: false, expression: false, name: undefined, ...source };
  state.definitions.push(definition);
  return { kind: 'function', definition };
}
