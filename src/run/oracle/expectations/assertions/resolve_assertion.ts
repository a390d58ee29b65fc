import type { SyntaxNode } from '@lezer/common';
import type { AssertionMatch, ComparedSides } from './assertion_match.js';
import type { DecidedAssertion, LiteralLeaf } from './decided_assertion.js';
import { isPureLiteral, listLiteralLeaves, unwrapExpression, withTakenTexts } from './list_literal_leaves.js';

/** Cell of a literal table that an assertion compares in one row. */
export interface ComparedCell {
  row: SyntaxNode;
  /** Undefined where the row has no literal in place. */
  cell: SyntaxNode | undefined;
  createLabel: () => string | undefined;
}

/** Assertion in straight-line code, with what its language knows of the operands. */
interface AssertionOperands {
  text: string;
  place: number;
  /** Enclosing test as its language names it. */
  test: string | undefined;
  /** True in a function that a test calls: its own literals are compared for each of its callers. */
  isCalled: boolean;
  /** Finds the value of a variable that nothing else reads. */
  findConstant: (operand: SyntaxNode) => SyntaxNode | undefined;
  /** Lists the cells of the column that an operand is; empty if something else depends on that column. */
  listCells: (operand: SyntaxNode) => ComparedCell[];
  /** Starts of the first cells that were found in each row, shared by all assertions of a table. */
  places: Map<number, number>;
}

/** Looks up what an assertion compares: literals in place, constants, and cells of tables. */
export function resolveAssertion(
  { comparisons, truth, inversion }: AssertionMatch,
  operands: AssertionOperands,
): DecidedAssertion[] {
  const { place, test, isCalled } = operands;
  if (truth && !isCalled) return [{ place, test, leaves: [truth] }];
  const decided = comparisons.flatMap((compared) => resolveComparison(compared, operands));
  return decided.length > 0 || !inversion || isCalled ? decided : [{ place, test, leaves: [], inversion }];
}

function resolveComparison(compared: ComparedSides, operands: AssertionOperands): DecidedAssertion[] {
  const { sides, tolerance } = compared;
  const { text, place, test } = operands;
  for (const side of sides) {
    if (sides.some((other) => other !== side && isPureLiteral(other, text))) continue;
    const operand = unwrapExpression(side);
    const leaves = operands.isCalled
      ? []
      : listComparedLeaves(operands.findConstant(operand) ?? operand, compared, text);
    if (leaves.length > 0) return [{ place, test, leaves, tolerance }];
    const rows = resolveCells(operands.listCells(operand), compared, operands);
    if (rows.length > 0) return rows;
  }
  return [];
}

function listComparedLeaves(
  expression: SyntaxNode,
  { only, isUnordered, tolerance }: ComparedSides,
  text: string,
): LiteralLeaf[] {
  const node = unwrapExpression(expression);
  if (only === 'scalar' && /^(Array|Object)Expression$/.test(node.name)) return [];
  if (only === 'boolean' && node.name !== 'Boolean') return [];
  const leaves = listLiteralLeaves(node, text).filter(({ type }) => !tolerance || type === 'number');
  if (!isUnordered) return leaves;
  const isList = /^(Array|Tuple)Expression$/.test(node.name);
  return isList && isPureLiteral(node, text) ? withTakenTexts(leaves, text) : [];
}

function resolveCells(
  cells: readonly ComparedCell[],
  compared: ComparedSides,
  { text, places }: AssertionOperands,
): DecidedAssertion[] {
  return cells.flatMap(({ row, cell, createLabel }) => {
    const leaves = cell ? listComparedLeaves(cell, compared, text) : [];
    if (!cell || leaves.length === 0) return [];
    // Columns of one row that are compared apart are places of their own.
    const first = places.get(row.from) ?? cell.from;
    places.set(row.from, first);
    const place = first === cell.from ? row.from : cell.from;
    return [{ place, test: createLabel(), leaves, tolerance: compared.tolerance }];
  });
}
