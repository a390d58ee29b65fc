import type { SyntaxNode } from '@lezer/common';
import { isInside, isSameNode, listParts } from '../../../../language/syntax/visit_nodes.js';
import type { AssertionMatch } from '../assertions/assertion_match.js';
import type { DecidedAssertion } from '../assertions/decided_assertion.js';
import { unwrapExpression } from '../assertions/list_literal_leaves.js';
import { type ComparedCell, resolveAssertion } from '../assertions/resolve_assertion.js';
import type { PythonNames } from './python_names.js';
import { type PythonRow, type PythonTable, selectMember } from './python_table.js';

/** Variable that holds a cell of each row of a table. */
export interface PythonVariable {
  name: string;
  column: number;
  table: PythonTable;
  /** Function, or module, in which the name is this variable. */
  scope: SyntaxNode;
  /** True if each row is a test of its own, with the names of all columns. */
  isRegistering: boolean;
  columns: readonly string[];
}

/** Test function with what its assertions can refer to. */
export interface PythonTest {
  label: string | undefined;
  scope: SyntaxNode;
  /** Name of the first parameter of a method. */
  receiver: string | undefined;
  parameters: readonly PythonVariable[];
  /** Place of the call, where this is a function that a test calls. */
  call?: number;
}

interface StraightPythonAssertion {
  place: number;
  assertion: AssertionMatch;
  variables: readonly PythonVariable[];
}

/** Looks up what the assertions of one test compare: literals in place, variables set once, and cells of tables. */
export class PythonAssertionResolver {
  readonly test: PythonTest;
  readonly #names: PythonNames;
  readonly #assertions: StraightPythonAssertion[] = [];
  readonly #shown: SyntaxNode[] = [];
  /** Starts of the first cells that were found in each row. */
  readonly #places = new Map<number, number>();

  constructor(names: PythonNames, test: PythonTest) {
    this.#names = names;
    this.test = test;
  }

  /** Adds an assertion in straight-line code. */
  add(assertion: StraightPythonAssertion): void {
    this.#assertions.push(assertion);
    this.#shown.push(...(assertion.assertion.messages ?? []));
  }

  /** Adds expressions whose values are only shown. */
  addShown(nodes: readonly SyntaxNode[]): void {
    this.#shown.push(...nodes);
  }

  /** Resolves all assertions that were added. */
  resolveAll(): DecidedAssertion[] {
    return this.#assertions.flatMap(({ place, assertion, variables }) =>
      resolveAssertion(assertion, {
        text: this.#names.text,
        place,
        test: this.test.label,
        isCalled: this.test.call !== undefined,
        findConstant: (operand) => this.#findAssigned(operand),
        listCells: (operand) => this.#listCells(operand, variables),
        places: this.#places,
      }),
    );
  }

  /** Finds the value of a variable of the test that is set once and read once. */
  #findAssigned(operand: SyntaxNode): SyntaxNode | undefined {
    if (operand.name !== 'VariableName' || this.test.label === undefined) return undefined;
    const mentions = this.#names.listMentions(this.#names.read(operand), this.test.scope);
    const target = mentions.find((each) => !isSameNode(each, operand));
    const statement = target?.parent;
    if (mentions.length !== 2 || statement?.name !== 'AssignStatement') return undefined;
    const parts = listParts(statement);
    const isPlain = isSameNode(parts[0]!, target!) && parts.filter(({ name }) => name === 'AssignOp').length === 1;
    return isPlain && /^(AssignOp|TypeDef)$/.test(parts[1]?.name ?? '') ? parts.at(-1) : undefined;
  }

  /** Lists the cells of the column of a table that an operand is. */
  #listCells(operand: SyntaxNode, variables: readonly PythonVariable[]): ComparedCell[] {
    const [object, key] = operand.name === 'MemberExpression' ? listParts(operand) : [operand];
    const name = object?.name === 'VariableName' ? this.#names.read(object) : undefined;
    const variable = variables.find((each) => each.name === name);
    if (!variable || variable.table.isShared || !this.#isOnlyCompared(variable, key, variables)) return [];
    return variable.table.rows.map((row, i) => {
      const cell = row.cells[variable.column];
      return {
        row: row.node,
        cell: cell && key ? selectMember(cell, key, this.#names) : cell,
        createLabel: () => this.#createLabel(variable, row, i),
      };
    });
  }

  /** Tells whether nothing but comparisons and messages depends on a variable, or on a key of it. */
  #isOnlyCompared(
    variable: PythonVariable,
    key: SyntaxNode | undefined,
    variables: readonly PythonVariable[],
  ): boolean {
    if (variables.filter(({ name }) => name === variable.name).length > 1) return false;
    if (variable.isRegistering && isReadByFixture(variable.name, this.#names.text)) return false;
    const operands = this.#assertions.flatMap(({ assertion }) =>
      assertion.comparisons.flatMap(({ sides }) => sides.map(unwrapExpression)),
    );
    const isFree = (node: SyntaxNode) =>
      operands.some((each) => isSameNode(each, node)) || this.#shown.some((each) => isInside(node, each));
    const mentions = this.#names.listMentions(variable.name, variable.scope);
    const reads = mentions.filter((each) => !isBound(each));
    if (mentions.length - reads.length !== 1) return false;
    if (!key) return reads.every(isFree);
    return reads.every((each) => {
      const access = each.parent!;
      const [owner, member] = listParts(access);
      const isAccess = access.name === 'MemberExpression' && isSameNode(owner!, each);
      if (!isAccess || !/^(String|Number)$/.test(member?.name ?? '') || isDeleted(access)) return false;
      return this.#names.read(member!) !== this.#names.read(key) || isFree(access);
    });
  }

  /** Creates the name that pytest gives a row: its cells, joined by hyphens. */
  #createLabel(variable: PythonVariable, row: PythonRow, index: number): string | undefined {
    if (!variable.isRegistering) return this.test.label;
    const cells = variable.columns.map((name, i) => {
      const cell = row.cells[i];
      if (!cell || !/^(String|Number|Boolean|None)$/.test(cell.name)) return `${name}${index}`;
      return this.#names.read(cell).replace(/^(['"])(.*)\1$/s, '$2');
    });
    return `${this.test.label}[${row.id ?? cells.join('-')}]`;
  }
}

/** Tells whether a mention is the parameter or the loop that a variable gets its value from. */
const isBound = (node: SyntaxNode): boolean => {
  const holder = node.parent?.name === 'TupleExpression' ? node.parent : node;
  if (node.parent?.name === 'ParamList') return true;
  if (holder.parent?.name !== 'ForStatement') return false;
  for (let next = holder.nextSibling; next; next = next.nextSibling) if (next.name === 'in') return true;
  return false;
};

/** Tells whether a member is set or deleted. */
const isDeleted = (access: SyntaxNode): boolean =>
  /^(Delete|Update|Assign)Statement$/.test(access.parent?.name ?? '') &&
  isSameNode(listParts(access.parent!).find(({ name }) => name !== 'del')!, access);

/** Tells whether a fixture of the file takes a column of a table, or asks for all of them. */
function isReadByFixture(name: string, text: string): boolean {
  const heads = text.matchAll(/@(?:pytest\.|pytest_asyncio\.)?fixture\b[\s\S]*?\bdef\s+\w+\s*\(([^)]*)\)/g);
  const isParameter = [...heads].some(([, parameters = '']) => new RegExp(`\\b${name}\\b`).test(parameters));
  return isParameter || /\b(callspec|currentTestName|PYTEST_CURRENT_TEST)\b/.test(text);
}
