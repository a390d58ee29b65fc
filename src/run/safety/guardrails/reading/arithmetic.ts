import type * as Tree from 'unbash';
import { forEachChild } from 'unbash';
import { isUnread, UNKNOWN, UNREAD } from '../deed.js';
import type { Site } from './machine.js';
import { parseScript } from './parse_script.js';

/** The value of an arithmetic expression over known whole numbers; commands inside are read in any case. */
export function arithmetic(expression: Tree.ArithmeticExpression | undefined, site: Site): string {
  if (!expression) return UNREAD;
  runSubstitutions(expression, site);
  const value = evaluate(expression, site, 0);
  return typeof value === 'number' ? String(value) : value;
}

/** Sets the variables that an arithmetic command assigns; commands inside are read in any case. */
export function calculate(expression: Tree.ArithmeticExpression, site: Site): void {
  runSubstitutions(expression, site);
  evaluate(expression, site, 0);
}

/** Returns the whole number that a text means where arithmetic is expected: an offset, a length, an index. */
export function wholeNumber(text: string, site: Site): number | undefined {
  if (text.trim() === '') return 0;
  if (/^\s*-?(?:0|[1-9]\d{0,8})\s*$/.test(text)) return Number(text);
  // A text that is parsed anew costs more than one that stands in the tree.
  if (!site.machine.budget.spend(PARSED)) return undefined;
  const command = parseScript(`: $((${text}))`, site.machine.budget)?.commands[0]?.command;
  const [first] = command?.type === 'Command' ? command.suffix : [];
  const [part] = first?.type === 'Word' ? (first.parts ?? []) : [];
  if (part?.type !== 'ArithmeticExpansion' || !part.expression) return undefined;
  const value = evaluate(part.expression, site, 0);
  return typeof value === 'number' ? value : undefined;
}

/** Reads every command that stands inside of a node that is no command itself. */
export function runSubstitutions(node: Tree.SyntaxNode, { machine, scope, place }: Site): void {
  const waiting = [node];
  for (let next = waiting.pop(); next && machine.budget.spend(); next = waiting.pop()) {
    if (
      next.type === 'CommandExpansion' ||
      next.type === 'ProcessSubstitution' ||
      next.type === 'ArithmeticCommandExpansion'
    )
      machine.substitution(next.script, scope.copy(), { ...place, redirects: [], environment: {} });
    else forEachChild(next, (child) => void waiting.push(child));
  }
}

/** Steps of parsing a short text. */
const PARSED = 32;

/** Deeper expressions are not calculated. */
const MAX_DEPTH = 50;

/** A number; else what stands for one that is not known, or was not calculated. */
type Result = number | typeof UNKNOWN | typeof UNREAD;

function evaluate(node: Tree.ArithmeticExpression, site: Site, depth: number): Result {
  if (depth > MAX_DEPTH) return UNREAD;
  switch (node.type) {
    case 'ArithmeticWord':
      return operandValue(node.value, site, depth);
    case 'ArithmeticGroup':
      return evaluate(node.expression, site, depth + 1);
    case 'ArithmeticUnary': {
      const value = evaluate(node.operand, site, depth + 1);
      if (node.operator === '++' || node.operator === '--') {
        const changed = calculated(node.operator[0]!, value, 1);
        assign(node.operand, changed, site);
        return node.prefix ? changed : value;
      }
      const change = Object.hasOwn(UNARY, node.operator) ? UNARY[node.operator] : undefined;
      return typeof value !== 'number' ? value : change ? change(value) : UNREAD;
    }
    case 'ArithmeticBinary':
      if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(node.operator)) {
        const given = evaluate(node.right, site, depth + 1);
        const before = node.operator === '=' ? given : evaluate(node.left, site, depth + 1);
        const value = node.operator === '=' ? given : calculated(node.operator.slice(0, -1), before, given);
        assign(node.left, value, site);
        return value;
      }
      return calculated(node.operator, evaluate(node.left, site, depth + 1), evaluate(node.right, site, depth + 1));
    case 'ArithmeticTernary': {
      const test = evaluate(node.test, site, depth + 1);
      if (typeof test !== 'number') return test;
      return evaluate(test === 0 ? node.alternate : node.consequent, site, depth + 1);
    }
    case 'ArithmeticCommandExpansion':
      return UNKNOWN;
    default:
      return UNREAD;
  }
}

function assign(target: Tree.ArithmeticExpression, value: Result, { scope }: Site): void {
  if (target.type === 'ArithmeticWord' && /^[A-Za-z_]\w*$/.test(target.value))
    scope.set(target.value, [{ text: String(value), glob: false }]);
}

/** A number as bash writes it, or a variable, whose value is an expression again. */
function operandValue(text: string, site: Site, depth: number): Result {
  const number = literal(text);
  if (number !== undefined) return number;
  const name = /^(?:\$?([A-Za-z_]\w*)|\$\{([A-Za-z_]\w*)\}|\$(\d)|\$\{(\d+)\})$/.exec(text);
  if (!name) return UNREAD;
  const argument = name[3] ?? name[4];
  const value = argument === undefined ? site.scope.value(name[1] ?? name[2]!) : argumentAt(site, Number(argument));
  if (value.trim() === '') return 0;
  if (value.includes(UNKNOWN)) return isUnread(value) ? UNREAD : UNKNOWN;
  const known = literal(value.trim());
  if (known !== undefined) return known;
  return depth < MAX_DEPTH && /^[A-Za-z_]\w*$/.test(value) ? operandValue(value, site, depth + 10) : UNREAD;
}

const argumentAt = ({ scope }: Site, at: number): string => scope.arguments[at]?.text ?? '';

/** `12`, `0x1f`, `017`, `8#17`. */
function literal(text: string): number | undefined {
  const [, minus = '', base, digits = ''] = /^(-?)(?:(\d{1,2})#|(?=0[xX]?))?([\da-zA-Z]{1,12})$/.exec(text) ?? [];
  if (/^-?(?:0|[1-9]\d{0,11})$/.test(text)) return Number(text);
  if (/^-?0[xX][\da-fA-F]{1,8}$/.test(text)) return Number(digits) * (minus ? -1 : 1);
  const radix = base === undefined ? (digits.startsWith('0') ? 8 : Number.NaN) : Number(base);
  if (!(radix >= 2 && radix <= 36)) return undefined;
  const allowed = '0123456789abcdefghijklmnopqrstuvwxyz'.slice(0, radix);
  if (![...digits.toLowerCase()].every((digit) => allowed.includes(digit))) return undefined;
  return Number.parseInt(digits, radix) * (minus ? -1 : 1);
}

const UNARY: Readonly<Record<string, (value: number) => number>> = {
  '-': (value) => -value,
  '+': (value) => value,
  '!': (value) => Number(value === 0),
  '~': (value) => -value - 1,
};

function calculated(operator: string, left: Result, right: Result): Result {
  if (typeof left !== 'number') return left;
  if (typeof right !== 'number') return right;
  const calculate = Object.hasOwn(BINARY, operator) ? BINARY[operator] : undefined;
  const value = calculate?.(BigInt(left), BigInt(right));
  return value === undefined || value < -LIMIT || value > LIMIT ? UNREAD : Number(value);
}

/** Larger numbers are not calculated with. */
const LIMIT = 2n ** 52n;

const truth = (holds: boolean): bigint => (holds ? 1n : 0n);
const small = (value: bigint): boolean => value >= 0n && value <= 64n;

const BINARY: Readonly<Record<string, (left: bigint, right: bigint) => bigint | undefined>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => (right === 0n ? undefined : left / right),
  '%': (left, right) => (right === 0n ? undefined : left % right),
  '**': (left, right) => (small(right) ? left ** right : undefined),
  '<<': (left, right) => (small(right) ? left << right : undefined),
  '>>': (left, right) => (small(right) ? left >> right : undefined),
  '&': (left, right) => left & right,
  '|': (left, right) => left | right,
  '^': (left, right) => left ^ right,
  '<': (left, right) => truth(left < right),
  '>': (left, right) => truth(left > right),
  '<=': (left, right) => truth(left <= right),
  '>=': (left, right) => truth(left >= right),
  '==': (left, right) => truth(left === right),
  '!=': (left, right) => truth(left !== right),
  '&&': (left, right) => truth(left !== 0n && right !== 0n),
  '||': (left, right) => truth(left !== 0n || right !== 0n),
  ',': (_left, right) => right,
};
