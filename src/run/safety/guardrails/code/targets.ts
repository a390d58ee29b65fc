import { isMark, type Token } from './tokens.js';
import { elements, list, merge, unknown, type Value } from './value.js';
import type { Walk } from './walk.js';

/** Statements are searched so far for what they assign to. */
const MOST_AHEAD = 48;
const ASSIGNMENTS = ['=', ':=', '+=', '.=', '||=', '??=', '&&='];

/**
 * Where the sign of an assignment stands in the statement at this place, if it is one.
 *
 * @param several whether a comma may stand before it
 */
export function findAssignment({ tokens, at, end }: Walk, several: boolean): number | undefined {
  let index = at;
  for (let steps = 0; index < end && steps < MOST_AHEAD; steps++) {
    const token = tokens[index]!;
    if (token.kind === 'newline') return undefined;
    if (token.kind === 'mark') {
      if (ASSIGNMENTS.includes(token.text)) return index;
      if (token.text === ',' && !several) return undefined;
      if (token.text === ';' || token.text === '=>' || token.text === ')' || token.text === '}') return undefined;
      if (token.close !== undefined) index = Math.max(index, token.close);
    }
    index += 1;
  }
  return undefined;
}

/** Gives a value to what stands in a stretch: a variable, an attribute, a pattern of several. */
export function assign(walk: Walk, from: number, to: number, value: Value): void {
  const { tokens, scope } = walk;
  let start = from;
  while (start < to && isDeclaration(tokens[start])) start += 1;
  const first = tokens[start];
  if (first?.kind === 'mark' && first.close !== undefined && ['(', '[', '{'].includes(first.text)) {
    if (first.text === '{') unpackMap(walk, start + 1, Math.min(first.close, to), value);
    else unpackList(walk, start + 1, Math.min(first.close, to), value);
    return;
  }
  if (hasComma(tokens, start, to)) {
    unpackList(walk, start, to, value);
    return;
  }
  let path = '';
  for (let index = start; index < to; index++) {
    const token = tokens[index]!;
    if (token.kind === 'name') path += path !== '' && !path.endsWith('.') ? '' : token.text;
    else if (isMark(token, '.', '->', '::', '?.')) path += '.';
    else break;
  }
  if (path !== '') scope.set(path, value);
}

const isDeclaration = (token: Token | undefined): boolean =>
  token?.kind === 'name' &&
  ['const', 'let', 'var', 'my', 'our', 'local', 'await', 'static', 'async'].includes(token.text);

function hasComma(tokens: readonly Token[], from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    const token = tokens[index]!;
    if (isMark(token, ',')) return true;
    if (token.kind === 'mark' && token.close !== undefined) index = Math.max(index, token.close);
  }
  return false;
}

/** `a, b = …`: a list is taken apart; anything else may be whole in each. */
function unpackList(walk: Walk, from: number, to: number, value: Value): void {
  let start = from;
  let position = 0;
  for (let index = from; index <= to; index++) {
    const token = walk.tokens[index];
    if (index === to || isMark(token, ',')) {
      const part =
        value.kind === 'list' ? (value.items[position] ?? unknown) : value.kind === 'content' ? value : unknown;
      if (index > start) assign(walk, start, index, part);
      start = index + 1;
      position += 1;
    } else if (token?.kind === 'mark' && token.close !== undefined)
      index = Math.max(index, Math.min(token.close, to - 1));
  }
}

/** `{ a, b: c, d = 1 } = …` */
function unpackMap(walk: Walk, from: number, to: number, value: Value): void {
  for (let index = from; index < to; index++) {
    const token = walk.tokens[index]!;
    if (token.kind !== 'name') continue;
    const renamed = isMark(walk.tokens[index + 1], ':', '=>') && walk.tokens[index + 2]?.kind === 'name';
    const target = renamed ? (walk.tokens[index + 2] as Extract<Token, { kind: 'name' }>).text : token.text;
    const part =
      value.kind === 'map'
        ? (value.entries.get(token.text) ?? unknown)
        : value.kind === 'name' && !value.self
          ? (walk.scope.get(`${value.path}.${token.text}`) ??
            ({ kind: 'name', path: `${value.path}.${token.text}` } as const))
          : unknown;
    walk.scope.set(target, part);
    while (index < to && !isMark(walk.tokens[index], ',')) index += 1;
  }
}

/** What a loop's variable may be in any round. */
export const anyOf = (value: Value): Value => {
  const values = elements(value);
  return values.length > 64 ? merge(values.slice(0, 64)) : values.length === 0 ? list([]) : merge(values);
};
