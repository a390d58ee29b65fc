import type { SyntaxNode } from '@lezer/common';
import { isSameNode, listParts } from '../../../../language/syntax/visit_nodes.js';
import { listElements, mapProperties, unwrapExpression } from '../assertions/list_literal_leaves.js';
import type { VariableScopes } from './variable_scopes.js';

/** Literal list of rows that is only iterated. */
interface LiteralTable {
  /** Elements of an array, or properties of an object whose entries are iterated. */
  rows: readonly SyntaxNode[];
  /** True if several loops iterate it. */
  isShared: boolean;
}

/** Variable that holds a row of a table, or one of its cells. */
export interface TableVariable {
  table: LiteralTable;
  definition: SyntaxNode;
  /** Selects the expression that the variable has in a row; undefined if that is not a literal in place. */
  select: (row: SyntaxNode) => SyntaxNode | undefined;
}

/** Reads the table that an expression stands for; undefined if it is not a literal, or may be changed or empty. */
export function readTable(expression: SyntaxNode, scopes: VariableScopes, text: string): LiteralTable | undefined {
  const node = unwrapExpression(expression);
  if (node.name === 'ArrayExpression') {
    const rows = listElements(node);
    return rows && rows.length > 0 ? { rows, isShared: false } : undefined;
  }
  if (node.name === 'CallExpression') return readEntries(node, scopes, text);
  if (node.name !== 'VariableName') return undefined;
  const definition = scopes.findDefinition(node);
  const initial = definition ? scopes.findValue(definition) : undefined;
  if (!definition || !initial || unwrapExpression(initial).name !== 'ArrayExpression') return undefined;
  const references = scopes.listReferences(definition);
  if (definition.parent?.parent?.name === 'ExportDeclaration') return undefined;
  if (!references.every((each) => isIterated(each, text))) return undefined;
  const table = readTable(initial, scopes, text);
  return table && { ...table, isShared: references.length > 1 };
}

/** Reads the table of `Object.entries({ … })`. */
function readEntries(call: SyntaxNode, scopes: VariableScopes, text: string): LiteralTable | undefined {
  const [callee, list] = listParts(call);
  const args = list ? listParts(list) : [];
  const object = args.length === 1 ? unwrapExpression(args[0]!) : undefined;
  const [owner] = callee ? listParts(callee) : [];
  const isEntries = callee && text.slice(callee.from, callee.to) === 'Object.entries';
  if (!isEntries || !owner || scopes.findDefinition(owner) !== undefined || object?.name !== 'ObjectExpression')
    return undefined;
  const values = [...(mapProperties(object, text)?.values() ?? [])];
  return values.length > 0 && values.every(Boolean) ? { rows: listParts(object), isShared: false } : undefined;
}

/** Tells whether a reference is the list of a loop, of `each`, or of `forEach`. */
function isIterated(reference: SyntaxNode, text: string): boolean {
  const { parent } = reference;
  if (parent?.name === 'ForOfSpec') return isSameNode(listParts(parent).at(-1)!, reference);
  if (parent?.name === 'MemberExpression')
    return parent.parent?.name === 'CallExpression' && /\.forEach$/.test(text.slice(parent.from, parent.to));
  const call = parent?.name === 'ArgList' ? parent.parent : undefined;
  const callee = call?.firstChild;
  const member = callee?.name === 'InstantiationExpression' ? callee.firstChild : callee;
  // The call's result is called: `test.each(table)('…', …)`.
  const isEach = member && /\.(each|for)$/.test(text.slice(member.from, member.to));
  return Boolean(isEach) && call?.parent?.name === 'CallExpression' && call.nextSibling !== null;
}

/** Lists the variables that a pattern takes from a row. */
export function listTableVariables(pattern: SyntaxNode, table: LiteralTable, text: string): TableVariable[] {
  const read = (node: SyntaxNode) => text.slice(node.from, node.to);
  const hasDefault = (node: SyntaxNode) => node.nextSibling?.name === 'Equals';
  switch (pattern.name) {
    case 'VariableDefinition':
      return hasDefault(pattern) ? [] : [{ table, definition: pattern, select: (row) => row }];
    case 'ArrayPattern': {
      const variables: TableVariable[] = [];
      let index = 0;
      for (let child = pattern.firstChild; child; child = child.nextSibling) {
        if (child.name === ',') index++;
        const isPlain = child.name === 'VariableDefinition' && child.prevSibling?.name !== 'Spread';
        const column = index;
        if (isPlain && !hasDefault(child))
          variables.push({ table, definition: child, select: (row) => selectElement(row, column) });
      }
      return variables;
    }
    case 'ObjectPattern':
      return listParts(pattern).flatMap((property) => {
        const [key, colon, value] = listParts(property);
        const definition = colon ? value : key;
        const isKnown = property.name === 'PatternProperty' && key && (!colon || colon.name === ':');
        if (!isKnown || definition?.name !== 'VariableDefinition' || hasDefault(definition)) return [];
        return [{ table, definition, select: (row) => selectProperty(row, read(key), text) }];
      });
    default:
      return [];
  }
}

/** Selects an element of a row; the value is the second element of an entry. */
export function selectElement(row: SyntaxNode, index: number): SyntaxNode | undefined {
  const node = unwrapExpression(row);
  if (node.name === 'Property') return index === 1 ? listParts(node)[2] : undefined;
  return node.name === 'ArrayExpression' ? listElements(node)?.[index] : undefined;
}

/** Selects the value of a key of a row. */
export function selectProperty(row: SyntaxNode, key: string, text: string): SyntaxNode | undefined {
  const node = unwrapExpression(row);
  return node.name === 'ObjectExpression' ? mapProperties(node, text)?.get(key) : undefined;
}
