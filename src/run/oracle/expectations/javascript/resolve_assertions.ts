import type { SyntaxNode } from '@lezer/common';
import {
  createContainment,
  createMembership,
  isInside,
  isSameNode,
  listParts,
} from '../../../../language/syntax/visit_nodes.js';
import type { DecidedAssertion } from '../assertions/decided_assertion.js';
import { unwrapExpression } from '../assertions/list_literal_leaves.js';
import { type ComparedCell, resolveAssertion } from '../assertions/resolve_assertion.js';
import { createTestLabel } from './create_test_label.js';
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
  const finder = new OperandFinder(assertions, scopes, shown, text);
  const places = new Map<number, number>();
  return assertions.flatMap(({ node, match, context }) =>
    resolveAssertion(match, {
      text,
      place: node.from,
      test: createTestLabel(context, text),
      isCalled: context.call !== undefined,
      findConstant: (operand) => finder.findConstant(operand, context),
      listCells: (operand) => finder.listCells(operand, context),
      places,
    }),
  );
}

/** Cell of a row with the variable that a test compares. */
interface ComparedColumn {
  variable: TableVariable;
  select: (row: SyntaxNode) => SyntaxNode | undefined;
}

class OperandFinder {
  readonly #scopes: VariableScopes;
  readonly #text: string;
  readonly #isShown: (node: SyntaxNode) => boolean;
  /** Tells whether a node is an operand of an assertion. */
  readonly #isCompared: (node: SyntaxNode) => boolean;

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

  /** Lists the cells of the column of a table that an operand is. */
  listCells(operand: SyntaxNode, context: TestContext): ComparedCell[] {
    const column = this.#findColumn(operand, context);
    if (!column) return [];
    const { variable, select } = column;
    const isRegistering = context.registering.some((each) => isSameNode(each.definition, variable.definition));
    return variable.table.rows.map((row, index) => ({
      row,
      cell: select(row),
      createLabel: () => createTestLabel(context, this.#text, isRegistering ? { variable, row, index } : undefined),
    }));
  }

  /** Finds the value of a constant of the test that nothing else reads. */
  findConstant(operand: SyntaxNode, { body }: TestContext): SyntaxNode | undefined {
    const definition = operand.name === 'VariableName' ? this.#scopes.findDefinition(operand) : undefined;
    if (!definition || !body || !isInside(definition, body)) return undefined;
    const isUsedOnce = this.#scopes.listReferences(definition).length === 1;
    return isUsedOnce ? this.#scopes.findValue(definition) : undefined;
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
}

const isCalled = (access: SyntaxNode): boolean =>
  access.parent?.name === 'CallExpression' && isSameNode(access.parent.firstChild!, access);
