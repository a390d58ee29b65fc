import type { SyntaxNode } from '@lezer/common';
import { hasNode, listParts } from '../../../../language/syntax/visit_nodes.js';
import type { LiteralLeaf, Tolerance } from './decided_assertion.js';
import { unwrapExpression } from './list_literal_leaves.js';

/** Comparison of two expressions, of which one may be a literal. */
export interface ComparedSides {
  /** The side that usually is the expected one comes first. */
  sides: readonly SyntaxNode[];
  tolerance?: Tolerance | undefined;
  /** Literals that can be equal so: scalars with `===` of JavaScript, booleans with `is` of Python; any without it. */
  only?: 'scalar' | 'boolean';
  /** True if the order of elements does not count. */
  isUnordered?: boolean;
}

/** Comparisons of an assertion, or its inversion. */
export interface AssertionMatch {
  comparisons: readonly ComparedSides[];
  /** Name that has its boolean in it, such as `isTrue`. */
  truth?: LiteralLeaf;
  inversion?: { start: number; end: number; text: string } | undefined;
  /** Arguments that are only shown. */
  messages?: readonly SyntaxNode[];
}

/** Lists the conditions that all must hold: those that `&&` or `and` joins. */
export function listConjuncts(condition: SyntaxNode, text: string): SyntaxNode[] {
  const node = unwrapExpression(condition);
  const [left, operator, right] = listParts(node);
  const isAnd = operator !== undefined && /^(&&|and)$/.test(text.slice(operator.from, operator.to));
  return node.name === 'BinaryExpression' && isAnd && left && right
    ? [...listConjuncts(left, text), ...listConjuncts(right, text)]
    : [node];
}

/** Tells whether one of several alternatives makes a condition true, so that its inversion says less. */
export const hasAlternatives = (condition: SyntaxNode, text: string): boolean =>
  hasNode(
    condition,
    ({ name, from, to }) =>
      /^(ConditionalExpression|or)$/.test(name) || (name === 'LogicOp' && /^(\|\||\?\?)$/.test(text.slice(from, to))),
  );
