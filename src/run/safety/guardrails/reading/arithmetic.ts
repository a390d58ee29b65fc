import type * as Tree from 'unbash';
import { forEachChild } from 'unbash';
import { UNKNOWN } from '../deed.js';
import type { Site } from './machine.js';

/** The value of an arithmetic expression over known whole numbers; commands inside are read in any case. */
export function arithmetic(expression: Tree.ArithmeticExpression | undefined, site: Site): string {
  if (!expression) return UNKNOWN;
  runSubstitutions(expression, site);
  const value = evaluate(expression, site);
  return value === undefined ? UNKNOWN : String(value);
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

/** Deeper expressions are not calculated. */
const MAX_DEPTH = 50;

function evaluate(node: Tree.ArithmeticExpression, site: Site, depth = 0): number | undefined {
  if (depth > MAX_DEPTH) return undefined;
  switch (node.type) {
    case 'ArithmeticWord': {
      const text = /^\$?\{?([A-Za-z_]\w*)\}?$/.exec(node.value);
      const value = text ? site.scope.value(text[1]!) : node.value;
      return /^(0[xX][\da-fA-F]{1,8}|-?\d{1,12})$/.test(value) ? Number(value) : undefined;
    }
    case 'ArithmeticGroup':
      return evaluate(node.expression, site, depth + 1);
    case 'ArithmeticUnary': {
      const value = evaluate(node.operand, site, depth + 1);
      return value === undefined
        ? undefined
        : node.operator === '-'
          ? -value
          : node.operator === '+'
            ? value
            : undefined;
    }
    case 'ArithmeticBinary': {
      const [left, right] = [evaluate(node.left, site, depth + 1), evaluate(node.right, site, depth + 1)];
      return left === undefined || right === undefined ? undefined : calculated(left, node.operator, right);
    }
    default:
      return undefined;
  }
}

function calculated(left: number, operator: string, right: number): number | undefined {
  const value = {
    '+': left + right,
    '-': left - right,
    '*': left * right,
    '/': Math.trunc(left / right),
    '%': left % right,
  }[operator];
  return Number.isSafeInteger(value) ? value : undefined;
}
