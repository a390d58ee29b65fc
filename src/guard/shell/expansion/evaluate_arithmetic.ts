import type * as Tree from 'unbash';
import { forEachChild } from 'unbash';
import { hasUnreadValue, UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';
import type { ExpansionContext } from '../model/shell_interpreter.js';
import { parseScript } from '../syntax/parse_script.js';

/** Evaluates an arithmetic expression over known integers. Reads the commands inside it in any case. */
export function evaluateArithmetic(
  expression: Tree.ArithmeticExpression | undefined,
  expansion: ExpansionContext,
): string {
  if (!expression) return UNREAD_VALUE;
  runSubstitutions(expression, expansion);
  const value = evaluateNode(expression, expansion, 0);
  return typeof value === 'number' ? String(value) : value;
}

/** Executes an arithmetic command: assigns its variables, and reads the commands inside it in any case. */
export function executeArithmetic(expression: Tree.ArithmeticExpression, expansion: ExpansionContext): void {
  runSubstitutions(expression, expansion);
  evaluateNode(expression, expansion, 0);
}

/** Parses a text as the integer that it means in an arithmetic context; undefined if it is not known. */
export function parseWholeNumber(text: string, expansion: ExpansionContext): number | undefined {
  if (text.trim() === '') return 0;
  if (/^\s*-?(?:0|[1-9]\d{0,8})\s*$/.test(text)) return Number(text);
  // Parsing a text costs more than reading a node of the tree.
  if (!expansion.interpreter.budget.spend(PARSE_STEPS)) return undefined;
  const command = parseScript(`: $((${text}))`, expansion.interpreter.budget)?.commands[0]?.command;
  const [first] = command?.type === 'Command' ? command.suffix : [];
  const [part] = first?.type === 'Word' ? (first.parts ?? []) : [];
  if (part?.type !== 'ArithmeticExpansion' || !part.expression) return undefined;
  const value = evaluateNode(part.expression, expansion, 0);
  return typeof value === 'number' ? value : undefined;
}

/** Reads every command inside a node that is not a command itself. */
export function runSubstitutions(node: Tree.SyntaxNode, { interpreter, scope, context }: ExpansionContext): void {
  const waiting = [node];
  for (let next = waiting.pop(); next && interpreter.budget.spend(); next = waiting.pop()) {
    if (
      next.type === 'CommandExpansion' ||
      next.type === 'ProcessSubstitution' ||
      next.type === 'ArithmeticCommandExpansion'
    )
      interpreter.runSubstitution(next.script, scope.copy(), { ...context, redirects: [], environment: {} });
    else forEachChild(next, (child) => void waiting.push(child));
  }
}

/** Cost of parsing a short text, in steps. */
const PARSE_STEPS = 32;

const MAX_DEPTH = 50;

/** Number, or the mark of one that is unknown or was not evaluated. */
type ArithmeticResult = number | typeof UNKNOWN_VALUE | typeof UNREAD_VALUE;

function evaluateNode(node: Tree.ArithmeticExpression, expansion: ExpansionContext, depth: number): ArithmeticResult {
  if (depth > MAX_DEPTH) return UNREAD_VALUE;
  switch (node.type) {
    case 'ArithmeticWord':
      return evaluateOperand(node.value, expansion, depth);
    case 'ArithmeticGroup':
      return evaluateNode(node.expression, expansion, depth + 1);
    case 'ArithmeticUnary': {
      const value = evaluateNode(node.operand, expansion, depth + 1);
      if (node.operator === '++' || node.operator === '--') {
        const changed = applyBinaryOperator(node.operator[0]!, value, 1);
        assignResult(node.operand, changed, expansion);
        return node.prefix ? changed : value;
      }
      const change = Object.hasOwn(UNARY_OPERATORS, node.operator) ? UNARY_OPERATORS[node.operator] : undefined;
      return typeof value !== 'number' ? value : change ? change(value) : UNREAD_VALUE;
    }
    case 'ArithmeticBinary':
      if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(node.operator)) {
        const input = evaluateNode(node.right, expansion, depth + 1);
        const previous = node.operator === '=' ? input : evaluateNode(node.left, expansion, depth + 1);
        const value = node.operator === '=' ? input : applyBinaryOperator(node.operator.slice(0, -1), previous, input);
        assignResult(node.left, value, expansion);
        return value;
      }
      return applyBinaryOperator(
        node.operator,
        evaluateNode(node.left, expansion, depth + 1),
        evaluateNode(node.right, expansion, depth + 1),
      );
    case 'ArithmeticTernary': {
      const test = evaluateNode(node.test, expansion, depth + 1);
      if (typeof test !== 'number') return test;
      return evaluateNode(test === 0 ? node.alternate : node.consequent, expansion, depth + 1);
    }
    case 'ArithmeticCommandExpansion':
      return UNKNOWN_VALUE;
    default:
      return UNREAD_VALUE;
  }
}

function assignResult(target: Tree.ArithmeticExpression, value: ArithmeticResult, { scope }: ExpansionContext): void {
  if (target.type === 'ArithmeticWord' && /^[A-Za-z_]\w*$/.test(target.value))
    scope.set(target.value, [{ text: String(value), glob: false }]);
}

/** Evaluates an operand: a number in a syntax of bash, or a variable, whose value is an expression again. */
function evaluateOperand(text: string, expansion: ExpansionContext, depth: number): ArithmeticResult {
  const number = parseNumber(text);
  if (number !== undefined) return number;
  const name = /^(?:\$?([A-Za-z_]\w*)|\$\{([A-Za-z_]\w*)\}|\$(\d)|\$\{(\d+)\})$/.exec(text);
  if (!name) return UNREAD_VALUE;
  const argument = name[3] ?? name[4];
  const value =
    argument === undefined ? expansion.scope.value(name[1] ?? name[2]!) : getArgument(expansion, Number(argument));
  if (value.trim() === '') return 0;
  if (value.includes(UNKNOWN_VALUE)) return hasUnreadValue(value) ? UNREAD_VALUE : UNKNOWN_VALUE;
  const existing = parseNumber(value.trim());
  if (existing !== undefined) return existing;
  return depth < MAX_DEPTH && /^[A-Za-z_]\w*$/.test(value)
    ? evaluateOperand(value, expansion, depth + 10)
    : UNREAD_VALUE;
}

const getArgument = ({ scope }: ExpansionContext, index: number): string => scope.arguments[index]?.text ?? '';

/** Parses `12`, `0x1f`, `017`, `8#17`. */
function parseNumber(text: string): number | undefined {
  const [, minus = '', base, digits = ''] = /^(-?)(?:(\d{1,2})#|(?=0[xX]?))?([\da-zA-Z]{1,12})$/.exec(text) ?? [];
  if (/^-?(?:0|[1-9]\d{0,11})$/.test(text)) return Number(text);
  if (/^-?0[xX][\da-fA-F]{1,8}$/.test(text)) return Number(digits) * (minus ? -1 : 1);
  const radix = base === undefined ? (digits.startsWith('0') ? 8 : Number.NaN) : Number(base);
  if (!(radix >= 2 && radix <= 36)) return undefined;
  const allowed = '0123456789abcdefghijklmnopqrstuvwxyz'.slice(0, radix);
  if (![...digits.toLowerCase()].every((digit) => allowed.includes(digit))) return undefined;
  return Number.parseInt(digits, radix) * (minus ? -1 : 1);
}

const UNARY_OPERATORS: Readonly<Record<string, (value: number) => number>> = {
  '-': (value) => -value,
  '+': (value) => value,
  '!': (value) => Number(value === 0),
  '~': (value) => -value - 1,
};

function applyBinaryOperator(operator: string, left: ArithmeticResult, right: ArithmeticResult): ArithmeticResult {
  if (typeof left !== 'number') return left;
  if (typeof right !== 'number') return right;
  const calculate = Object.hasOwn(BINARY_OPERATORS, operator) ? BINARY_OPERATORS[operator] : undefined;
  const value = calculate?.(BigInt(left), BigInt(right));
  return value === undefined || value < -LIMIT || value > LIMIT ? UNREAD_VALUE : Number(value);
}

const LIMIT = 2n ** 52n;

const toTruthValue = (holds: boolean): bigint => (holds ? 1n : 0n);
const isShiftCount = (value: bigint): boolean => value >= 0n && value <= 64n;

const BINARY_OPERATORS: Readonly<Record<string, (left: bigint, right: bigint) => bigint | undefined>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => (right === 0n ? undefined : left / right),
  '%': (left, right) => (right === 0n ? undefined : left % right),
  '**': (left, right) => (isShiftCount(right) ? left ** right : undefined),
  '<<': (left, right) => (isShiftCount(right) ? left << right : undefined),
  '>>': (left, right) => (isShiftCount(right) ? left >> right : undefined),
  '&': (left, right) => left & right,
  '|': (left, right) => left | right,
  '^': (left, right) => left ^ right,
  '<': (left, right) => toTruthValue(left < right),
  '>': (left, right) => toTruthValue(left > right),
  '<=': (left, right) => toTruthValue(left <= right),
  '>=': (left, right) => toTruthValue(left >= right),
  '==': (left, right) => toTruthValue(left === right),
  '!=': (left, right) => toTruthValue(left !== right),
  '&&': (left, right) => toTruthValue(left !== 0n && right !== 0n),
  '||': (left, right) => toTruthValue(left !== 0n || right !== 0n),
  ',': (_left, right) => right,
};
