import { posix } from 'node:path';
import { UNKNOWN_VALUE } from '../../invocation.js';
import { forms } from '../../vocabulary/vocabulary.js';
import { type CodeValue, create, find, get, is, mapText, unknownValue } from './code_value.js';

const MAX_REPEATED = 65_536;

/** Applies an operator, which may concatenate texts, to two values, as far as both are known. */
export function applyOperator(operator: string, left: CodeValue, right: CodeValue, concatenates: boolean): CodeValue {
  if (/^(?:\|\||or|\?\?)$/.test(operator) || (operator === '//' && right.kind === 'text')) {
    if (left.kind === 'content') return { ...left, of: [...get.texts(left), ...get.texts(right)] };
    // `condition and first or second`
    if (left.kind === 'text' && right.kind === 'text') return create.merged([left, right]);
    const isMissing = left.kind === 'name' && (forms.nothing_or_false.test(left.path) || left.self?.kind === 'map');
    if (left.kind === 'unknown' || isMissing) return right;
    return left.kind === 'name' && right.kind === 'text' ? create.text(UNKNOWN_VALUE, ...right.of) : left;
  }
  if ((operator === '&&' || operator === 'and') && right.kind !== 'unknown') return right;
  // Flags together.
  if (operator === '|' && [left, right].some(({ kind }) => kind === 'name' || kind === 'text'))
    return create.choice([left, right]);
  if (left.kind === 'number' && right.kind === 'number')
    return create.number(CALCULATIONS[operator]?.(left.number, right.number));
  if (operator === '+' || concatenates) {
    // A pattern stands for a list of names.
    const isList = left.kind === 'list' || right.kind === 'list' || (is.glob(left) && is.glob(right));
    return isList ? create.list(get.flat([left, right])) : create.joined([left, right]);
  }
  // A folder and an entry of it: pathlib.
  if (operator === '/' && (left.kind === 'text' || right.kind === 'text' || (left.kind === 'content' && left.of)))
    return joinPathValues([left, right]);
  if (operator === '%' && left.kind === 'text') return formatTemplate(left, get.flat([right]));
  // One that gets too long becomes unknown.
  if ((operator === '*' || operator === 'x') && right.kind === 'number')
    return mapText(left, (text) =>
      text.repeat(Math.max(0, Math.min(right.number, MAX_REPEATED / (text.length || 1) + 1))),
    );
  // A list without some of its items.
  if (operator === '-' && (left.kind === 'list' || is.glob(left))) return left;
  return find.content([left, right]) ?? unknownValue;
}

const CALCULATIONS: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => ((left % right) + right) % right,
  '^': (left, right) => left ^ right,
  '<<': (left, right) => left << right,
};

/** Joins parts of a path. A part that begins at the root replaces the earlier ones. */
export function joinPathValues(parts: readonly CodeValue[]): CodeValue {
  return parts.reduce((previous, part) => {
    if (get.texts(part).every((each) => each.startsWith('/') || each.startsWith('~'))) return part;
    return create.joined([create.text(...get.texts(previous).map((each) => each.replace(/(?<=[^/])$/, '/'))), part]);
  });
}

/** Returns the folder of paths; that of the current folder is above it. */
export const getParentPath = (path: CodeValue): CodeValue =>
  mapText(path, (text) => (/^\.?\/?$/.test(text) ? '..' : posix.dirname(text)));

/** Formats `'%s/%s' % (a, b)`, `'{}/{}'.format(a, b)` and `sprintf`. */
export function formatTemplate(shape: CodeValue, args: readonly CodeValue[], names?: ReadonlyMap<string, CodeValue>) {
  let next = 0;
  const parts = get
    .firstText(shape)
    .split(/(%[-+ 0#\d.*]{0,8}[sdrifxXu]|\$?\{\w{0,20}(?:![rsa])?(?::[^{}]{0,20})?\}|\$[a-z]\w{0,20})/)
    .slice(0, 256)
    .map((part, index) => {
      if (index % 2 === 0) return create.text(part.replaceAll('%%', '%'));
      const key = /^[{$]/.test(part) ? /\w+/.exec(part)?.[0] : undefined;
      if (part.startsWith('$') && !names?.has(key ?? '')) return create.text(part);
      if (key !== undefined) return names?.get(key) ?? args[Number(key)] ?? unknownValue;
      return args[next++] ?? unknownValue;
    });
  return create.joined(parts);
}

/** Returns the part of a list or text between two indexes; a step of -1 reverses it. */
export function sliceValue(value: CodeValue, [origin, target, step]: readonly (CodeValue | undefined)[]): CodeValue {
  const [start, end] = [get.number(origin), get.number(target)];
  const back = get.number(step) === -1;
  if (value.kind === 'list') {
    const items = value.items.slice(start, end);
    return create.list(back ? items.reverse() : items);
  }
  if (value.kind !== 'text') return find.content([value]) ?? value;
  return mapText(value, (text) => {
    const part = Array.from(text).slice(start, end);
    return (back ? part.reverse() : part).join('');
  });
}
