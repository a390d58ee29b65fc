import type { SyntaxNode } from '@lezer/common';
import {
  createContainment,
  createMembership,
  isInside,
  isSameNode,
  listParts,
} from '../../../../language/syntax/visit_nodes.js';
import type { DecidedAssertion, LiteralLeaf } from '../decided_assertion.js';
import { isPureLiteral, listLiteralLeaves, unwrapExpression, withTakenTexts } from '../list_literal_leaves.js';
import type { ComparedSides } from './assertion_match.js';
import { createTestLabel } from './create_test_label.js';
import { findInitialValue, isConstant } from './name_origin.js';
import type { StraightAssertion, TestContext } from './straight_assertion.js';
import { selectElement, selectProperty, type TableVariable } from './table_variable.js';
import type { VariableScopes } from './variable_scopes.js';

/** Looks up what the assertions of a file compare: literals in place, constants, and cells of tables. */
export function resolveAssertions(
  assertions: readonly StraightAssertion[],
  scopes: VariableScopes,
  shown: readonly SyntaxNode[],
  text: string,
): DecidedAssertion[] {
  const resolver = new AssertionResolver(assertions, scopes, shown, text);
  return assertions.flatMap((assertion) => resolver.resolve(assertion));
}

/** Cell of a row with the variable that a test compares. */
interface ComparedColumn {
  variable: TableVariable;
  select: (row: SyntaxNode) => SyntaxNode | undefined;
}

class AssertionResolver {
  readonly #scopes: VariableScopes;
  readonly #text: string;
  readonly #isShown: (node: SyntaxNode) => boolean;
  /** Tells whether a node is an operand of an assertion. */
  readonly #isCompared: (node: SyntaxNode) => boolean;
  /** Starts of the first cells that were found in each row. */
  readonly #places = new Map<number, number>();

  constructor(
    assertions: readonly StraightAssertion[],
    scopes: VariableScopes,
    shown: readonly SyntaxNode[],
    text: string,
  ) {
    this.#scopes = scopes;
    this.#text = text;
    this.#isShown = createContainment(shown);
    this.#isCompared = createMembership(
      assertions.flatMap(({ match }) => match.comparisons.flatMap(({ sides }) => sides.map(unwrapExpression))),
    );
  }

  resolve({ node, match, context }: StraightAssertion): DecidedAssertion[] {
    const test = createTestLabel(context, this.#text);
    const place = node.from;
    if (context.call) return match.comparisons.flatMap((compared) => this.#resolveComparison(compared, node, context));
    if (match.truth) return [{ place, test, leaves: [match.truth] }];
    const found = match.comparisons.flatMap((compared) => this.#resolveComparison(compared, node, context));
    const hasLeaves = found.some(({ leaves }) => leaves.length > 0);
    if (hasLeaves || !match.inversion) return found;
    return [{ place, test, leaves: [], inversion: match.inversion }];
  }

  #resolveComparison(compared: ComparedSides, node: SyntaxNode, context: TestContext): DecidedAssertion[] {
    const { sides, tolerance } = compared;
    const test = createTestLabel(context, this.#text);
    for (const [i, side] of sides.entries()) {
      const others = sides.filter((_, j) => j !== i);
      if (others.some((other) => isPureLiteral(other, this.#text))) continue;
      const operand = unwrapExpression(side);
      const constant = this.#findConstant(operand, context);
      const leaves = context.call ? [] : this.#listLeaves(constant ?? operand, compared);
      if (leaves.length > 0) return [{ place: node.from, test, leaves, tolerance }];
      const column = this.#findColumn(operand, context);
      if (column) return this.#resolveRows(column, compared, context);
    }
    return [];
  }

  #listLeaves(expression: SyntaxNode, { isScalar, isUnordered, tolerance }: ComparedSides): LiteralLeaf[] {
    const operand = unwrapExpression(expression);
    if (isScalar && /^(Array|Object)Expression$/.test(operand.name)) return [];
    const leaves = listLiteralLeaves(operand, this.#text).filter(({ type }) => !tolerance || type === 'number');
    if (!isUnordered) return leaves;
    const isKnown = operand.name === 'ArrayExpression' && isPureLiteral(operand, this.#text);
    return isKnown ? withTakenTexts(leaves, this.#text) : [];
  }

  /** Finds the value of a constant of the test that nothing else reads. */
  #findConstant(operand: SyntaxNode, { body }: TestContext): SyntaxNode | undefined {
    const definition = operand.name === 'VariableName' ? this.#scopes.findDefinition(operand) : undefined;
    const declaration = definition?.parent;
    if (!definition || declaration?.name !== 'VariableDeclaration' || !body || !isInside(definition, body))
      return undefined;
    const isUsedOnce = this.#scopes.listReferences(definition).length === 1;
    const isFixed = isConstant(declaration) || declaration.firstChild?.name === 'let';
    return isUsedOnce && isFixed ? findInitialValue(definition) : undefined;
  }

  /** Finds the column of a table that an operand is; undefined if something else depends on that column. */
  #findColumn(operand: SyntaxNode, { variables }: TestContext): ComparedColumn | undefined {
    const [object, member] = operand.name === 'MemberExpression' ? listParts(operand) : [];
    const name = object ?? operand;
    const definition = name.name === 'VariableName' ? this.#scopes.findDefinition(name) : undefined;
    const variable = definition && variables.find((each) => isSameNode(each.definition, definition));
    if (!definition || !variable || variable.table.isShared) return undefined;
    const references = this.#scopes.listReferences(definition);
    if (!member) {
      const isFree = references.every((each) => this.#isCompared(each) || this.#isShown(each));
      return isFree ? { variable, select: variable.select } : undefined;
    }
    const key = this.#read(member);
    const isFree = references.every((each) => {
      const access = each.parent!;
      const [owner, accessed] = listParts(access);
      if (access.name !== 'MemberExpression' || !isSameNode(owner!, each)) return false;
      if (!/^(PropertyName|Number)$/.test(accessed?.name ?? '') || isCalled(access)) return false;
      return this.#read(accessed!) !== key || this.#isCompared(access) || this.#isShown(access);
    });
    if (!isFree) return undefined;
    const select = (row: SyntaxNode) => {
      const cell = variable.select(row);
      if (!cell) return undefined;
      return member.name === 'Number' ? selectElement(cell, Number(key)) : selectProperty(cell, key, this.#text);
    };
    return { variable, select };
  }

  #read = (node: SyntaxNode): string => this.#text.slice(node.from, node.to);

  #resolveRows(
    { variable, select }: ComparedColumn,
    compared: ComparedSides,
    context: TestContext,
  ): DecidedAssertion[] {
    const isRegistering = context.registering.some((each) => isSameNode(each.definition, variable.definition));
    return variable.table.rows.flatMap((row, i) => {
      const cell = select(row);
      const leaves = cell ? this.#listLeaves(cell, compared) : [];
      if (!cell || leaves.length === 0) return [];
      // Columns of one row that are compared apart are places of their own.
      const first = this.#places.get(row.from) ?? cell.from;
      this.#places.set(row.from, first);
      const place = first === cell.from ? row.from : cell.from;
      const test = createTestLabel(context, this.#text, isRegistering ? { variable, row, index: i } : undefined);
      return [{ place, test, leaves, tolerance: compared.tolerance }];
    });
  }
}

const isCalled = (access: SyntaxNode): boolean =>
  access.parent?.name === 'CallExpression' && isSameNode(access.parent.firstChild!, access);
