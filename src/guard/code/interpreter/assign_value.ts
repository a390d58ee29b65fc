import { codeWords } from '../../vocabulary/vocabulary.js';
import { findClosing, findToken, isToken } from '../lexer/code_token.js';
import { type CodeValue, create, find, get, is, unknownValue } from '../model/code_value.js';
import { imitate } from './imitate.js';
import type { InterpreterState } from './interpreter_state.js';

const MAX_LOOKAHEAD = 160;
const MAX_ELEMENTS = 64;

/** Returns the position of the assignment operator of a statement; `several`: a comma may stand before it. */
export function findAssignment(state: InterpreterState, several: boolean): number | undefined {
  const { tokens, at: position, end, language } = state;
  // Behind `do`, the parameters of a block follow.
  const ends = [';', '=>', ')', '}', ...(several ? [] : [',']), ...(language.blocks === 'end' ? ['do'] : [])];
  const limit = Math.min(end, position + MAX_LOOKAHEAD);
  const isTyped = language.blocks === 'indent' || isToken(tokens[position], ...codeWords.declaring);
  for (let index = position; index < limit && tokens[index]!.kind !== 'newline' && !isToken(tokens[index], ...ends); ) {
    if (isToken(tokens[index], ...codeWords.assigning)) return index;
    const next = findClosing(tokens, index, end) + 1;
    // Behind the head of a loop and behind a block, another statement begins.
    const isBody = isToken(tokens[index], '{') && isToken(tokens[index - 1], ')');
    const isHead = !isTyped && isToken(tokens[index], '(', '{') && tokens[next]?.kind === 'name';
    if (isBody || isHead) return undefined;
    index = next;
  }
  return undefined;
}

/** Assigns a value to a target: a variable, an attribute, or a pattern of several. */
export function assignValue(state: InterpreterState, origin: number, end: number, value: CodeValue): void {
  const { tokens, scope } = state;
  let start = origin;
  while (start < end && isToken(tokens[start], ...codeWords.declaring)) start += 1;
  const first = tokens[start];
  if (first?.kind === 'mark' && first.close !== undefined) {
    const unpack = first.text === '{' ? unpackMap : unpackList;
    unpack(state, start + 1, Math.min(first.close, end), value);
  } else if (findToken(tokens, start, end, [','], false) < end) unpackList(state, start, end, value);
  else {
    if (assignMember(state, start, end, value)) return;
    let path = '';
    for (let index = start; index < end; index++) {
      const token = tokens[index]!;
      if (token.kind === 'name') path += path !== '' && !path.endsWith('.') ? '' : token.text;
      else if (isToken(token, '.', '->', '::', '?.')) path += '.';
      else break;
    }
    if (path === '') return;
    // An imitation may take the place of an object only sometimes.
    const previous = is.mock(value) || is.made(value, 'git') ? scope.get(path) : undefined;
    const isItem = path.startsWith('@') && value.kind === 'text' && !value.glob;
    scope.set(path, previous ? create.choice([previous, value]) : isItem ? create.list([value]) : value);
  }
}

/** Assigns to `name[key]`, or to a member of an imitation or a library; false for any other target. */
function assignMember(state: InterpreterState, start: number, end: number, value: CodeValue): boolean {
  const { tokens, language } = state;
  const [first, sign] = tokens.slice(start, start + 2);
  if (first?.kind !== 'name') return false;
  const root = state.lookUp(first.text);
  if (isToken(sign, '[') && start + 1 < end) {
    const close = findClosing(tokens, start + 1);
    const key = state.nest(start + 2, close).evaluate();
    if (root.kind === 'map' && is.known(key)) {
      const previous = root.entries.get(get.firstText(key));
      const entries = root.entries as Map<string, CodeValue>;
      entries.set(get.firstText(key), previous ? create.merged([previous, value]) : value);
    } else if (root.kind === 'name' && close === end - 1) imitate(state, value, root, key);
    return true;
  }
  const key = tokens[end - 1];
  const isModule = isToken(sign, '(') ? first.text === 'require' : root.kind === 'name' && !root.self;
  if (key?.kind !== 'name' || !isToken(tokens[end - 2], ...language.member_operators)) return false;
  if (!is.mock(root) && !isModule) return false;
  const owner = state.nest(start, end - 2).evaluate();
  const path = owner.kind === 'name' && !owner.self ? language.canonicalize(`${owner.path}.${key.text}`) : '';
  const isClient = value.kind === 'function' && language.sdks.some((each) => path.startsWith(each));
  if (!is.mock(owner) && !isClient && !language.functions.has(path)) return false;
  imitate(state, value, owner, create.text(key.text));
  return true;
}

/** Assigns to `a, b`: a list is unpacked; any other value may be whole in each. */
function unpackList(state: InterpreterState, origin: number, end: number, value: CodeValue): void {
  const items = value.kind === 'list' ? value.items : [];
  let start = origin;
  for (let position = 0; start < end; position++) {
    const close = findToken(state.tokens, start, end, [','], false);
    const part = value.kind === 'content' ? value : (items[position] ?? find.client(value) ?? unknownValue);
    if (close > start) assignValue(state, start, close, part);
    start = close + 1;
  }
}

/** Assigns to `{ a, b: c, d = 1 }`. */
function unpackMap(state: InterpreterState, start: number, end: number, value: CodeValue): void {
  for (let index = start; index < end; index++) {
    const token = state.tokens[index]!;
    if (token.kind !== 'name') continue;
    const renamed = isToken(state.tokens[index + 1], ':', '=>') ? state.tokens[index + 2] : undefined;
    state.scope.set(renamed?.kind === 'name' ? renamed.text : token.text, state.getMember(value, token.text));
    index = findToken(state.tokens, index, end, [','], false);
  }
}

/** Returns the value that a loop variable may have in any round. */
export const mergeElements = (value: CodeValue): CodeValue => create.merged(get.elements(value).slice(0, MAX_ELEMENTS));
