import { UNKNOWN } from '../deed.js';
import { contentIn, joined, list, number, text, texts, unknown, type Value } from './value.js';

const MOST_REPEATED = 65_536;

/** What an operator makes of two values, where both are known well enough. */
export function combine(operator: string, left: Value, right: Value, concatenates: readonly string[]): Value {
  if (operator === '||' || operator === 'or' || operator === '??') return left.kind === 'unknown' ? right : left;
  if (left.kind === 'number' && right.kind === 'number') return calculate(operator, left.number, right.number);
  if (operator === '+' || concatenates.includes(operator)) {
    if (left.kind === 'list' && right.kind === 'list') return list([...left.items, ...right.items]);
    return joined([left, right]);
  }
  // A folder and what is in it: pathlib.
  if (operator === '/' && left.kind === 'text') return joinPath([left, right]);
  if (operator === '%' && left.kind === 'text') return format(left, right.kind === 'list' ? right.items : [right]);
  if ((operator === '*' || operator === 'x') && right.kind === 'number') return repeated(left, right.number);
  if (operator === '*' && left.kind === 'number') return repeated(right, left.number);
  return contentIn([left, right]) ?? unknown;
}

function calculate(operator: string, left: number, right: number): Value {
  switch (operator) {
    case '+':
      return number(left + right);
    case '-':
      return number(left - right);
    case '*':
      return number(left * right);
    case '/':
      return number(left / right);
    case '%':
      return number(((left % right) + right) % right);
    case '^':
      return number(left ^ right);
    case '|':
      return number(left | right);
    case '&':
      return number(left & right);
    case '<<':
      return number(left << right);
    case '>>':
      return number(left >> right);
    case '.':
      return text(`${left}${right}`);
    default:
      return unknown;
  }
}

function repeated(value: Value, times: number): Value {
  const count = Math.max(0, Math.trunc(times));
  if (value.kind === 'list')
    return value.items.length * count > 1024 ? unknown : list(Array.from({ length: count }, () => value.items).flat());
  return text(...texts(value).map((each) => (each.length * count > MOST_REPEATED ? UNKNOWN : each.repeat(count))));
}

/** Parts of a path; one that begins at the root drops what is before it. */
export function joinPath(parts: readonly Value[]): Value {
  return parts.reduce((before, part) => {
    if (texts(part).every((each) => each.startsWith('/') || each.startsWith('~'))) return part;
    const folder = text(...texts(before).map((each) => (each.length > 1 ? each.replace(/\/$/, '') : each)));
    if (texts(folder).every((each) => each === '/' || each === '')) return joined([folder, part]);
    const whole = joined([folder, part], '/');
    return part.kind === 'text' && part.glob && whole.kind === 'text' ? { ...whole, glob: true } : whole;
  });
}

/** `'%s/%s' % (a, b)`, `'{}/{}'.format(a, b)`, `sprintf`. */
export function format(template: Value, args: readonly Value[], named?: ReadonlyMap<string, Value>): Value {
  const [shape] = texts(template);
  if (shape === undefined || shape.includes(UNKNOWN)) return unknown;
  let next = 0;
  const parts = shape
    .split(/(%[-+ 0#\d.*]{0,8}[sdrifxXcu]|\{\w{0,20}(?:![rsa])?(?::[^{}]{0,20})?\})/)
    .slice(0, 256)
    .map((part, index) => {
      if (index % 2 === 0) return text(part.replaceAll('%%', '%'));
      const key = part.startsWith('{') ? /\w+/.exec(part)?.[0] : undefined;
      if (key !== undefined) return named?.get(key) ?? args[Number(key)] ?? unknown;
      const value = args[next++];
      return part.endsWith('c') && value?.kind === 'number'
        ? text(String.fromCodePoint(value.number & 0xffff))
        : (value ?? unknown);
    });
  return joined(parts);
}
