import type * as Tree from 'unbash';
import { forEachChild } from 'unbash';
import { createWord, hasUnreadValue, UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';
import type { ExpansionContext } from '../model/shell_interpreter.js';
import { parseWord } from '../syntax/parse_script.js';

/** Cost of parsing a short text, in steps. */
const PARSE_STEPS = 32;
/** Decimal number; numbers to other bases are not evaluated. */
const NUMBER = /^-?(?:0|[1-9]\d{0,8})$/;

/** Evaluates an arithmetic expression over known integers, with its assignments. Reads the commands inside it. */
export function evaluateArithmetic(expression: Tree.ArithmeticExpression, expansion: ExpansionContext): string {
  runSubstitutions(expression, expansion);
  return String(evaluateNode(expression, expansion));
}

/** Parses a text as the integer that it means in an arithmetic context; undefined if it is not known. */
export function parseWholeNumber(text: string, expansion: ExpansionContext): number | undefined {
  if (text.trim() === '' || NUMBER.test(text.trim())) return Number(text);
  // Parsing a text costs more than reading a node of the tree.
  if (!expansion.interpreter.budget.spend(PARSE_STEPS)) return undefined;
  const [part] = parseWord(`$((${text}))`, expansion.interpreter.budget)?.parts ?? [];
  if (part?.type !== 'ArithmeticExpansion' || !part.expression) return undefined;
  const value = evaluateNode(part.expression, expansion);
  return typeof value === 'number' ? value : undefined;
}

/** Reads every command inside a node that is not a command itself. */
export function runSubstitutions(node: Tree.SyntaxNode, { interpreter, scope, context }: ExpansionContext): void {
  const waiting = [node];
  for (let next = waiting.pop(); next && interpreter.budget.spend(); next = waiting.pop()) {
    if ('script' in next) interpreter.runSubstitution(next.script, scope, context);
    else forEachChild(next, (child) => void waiting.push(child));
  }
}

/** Number, or the mark of one that is unknown or was not evaluated. */
type ArithmeticResult = number | typeof UNKNOWN_VALUE | typeof UNREAD_VALUE;

function evaluateNode(node: Tree.ArithmeticExpression, expansion: ExpansionContext): ArithmeticResult {
  const evaluate = (inner: Tree.ArithmeticExpression) => evaluateNode(inner, expansion);
  const assign = (target: Tree.ArithmeticExpression, value: ArithmeticResult) => {
    const name = target.type === 'ArithmeticWord' ? target.value : '';
    if (/^[A-Za-z_]\w*$/.test(name)) expansion.scope.set(name, [createWord(String(value))]);
    return value;
  };
  switch (node.type) {
    case 'ArithmeticWord':
      return evaluateOperand(node.value, expansion);
    case 'ArithmeticGroup':
      return evaluate(node.expression);
    case 'ArithmeticUnary': {
      const value = evaluate(node.operand);
      if (node.operator === '-') return applyOperator('-', 0, value);
      if (node.operator !== '++' && node.operator !== '--') return UNREAD_VALUE;
      const changed = assign(node.operand, applyOperator(node.operator[0]!, value, 1));
      return node.prefix ? changed : value;
    }
    case 'ArithmeticBinary': {
      const right = evaluate(node.right);
      if (node.operator === '=') return assign(node.left, right);
      const [, operator = node.operator] = /^([-+*/%&|^]|<<|>>)=$/.exec(node.operator) ?? [];
      const value = applyOperator(operator, evaluate(node.left), right);
      return operator === node.operator ? value : assign(node.left, value);
    }
    case 'ArithmeticCommandExpansion':
      return UNKNOWN_VALUE;
    default:
      return UNREAD_VALUE;
  }
}

/** Evaluates an operand: a number, or a variable or argument that holds one. */
function evaluateOperand(text: string, { scope }: ExpansionContext): ArithmeticResult {
  if (NUMBER.test(text)) return Number(text);
  const [, name, argument] = /^(?:(?:\$\{?)?([A-Za-z_]\w*)\}?|\$\{?(\d+)\}?)$/.exec(text) ?? [];
  if (name === undefined && argument === undefined) return UNREAD_VALUE;
  const value = name === undefined ? (scope.arguments[Number(argument)]?.text ?? '') : scope.value(name);
  if (value.includes(UNKNOWN_VALUE)) return hasUnreadValue(value) ? UNREAD_VALUE : UNKNOWN_VALUE;
  return value.trim() === '' || NUMBER.test(value.trim()) ? Number(value) : UNREAD_VALUE;
}

function applyOperator(operator: string, left: ArithmeticResult, right: ArithmeticResult): ArithmeticResult {
  if (typeof left !== 'number') return left;
  if (typeof right !== 'number') return right;
  const value = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator]!(left, right) : Number.NaN;
  return Number.isSafeInteger(value) ? value : UNREAD_VALUE;
}

const OPERATORS: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => Math.trunc(left / right),
  '%': (left, right) => left % right,
  '<<': (left, right) => (right < 0 ? Number.NaN : left * 2 ** right),
  '>>': (left, right) => (right < 0 ? Number.NaN : Math.floor(left / 2 ** right)),
  '&': (left, right) => Number(BigInt(left) & BigInt(right)),
  '|': (left, right) => Number(BigInt(left) | BigInt(right)),
  '^': (left, right) => Number(BigInt(left) ^ BigInt(right)),
};
