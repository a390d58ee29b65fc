import type { SyntaxNode } from '@lezer/common';
import { isSameNode, listParts } from '../../../../language/syntax/visit_nodes.js';
import { listElements, mapItems, unwrapExpression } from '../assertions/list_literal_leaves.js';
import { type PythonNames, readArguments } from './python_names.js';

/** Row of a literal table: its place and its cells. */
export interface PythonRow {
  node: SyntaxNode;
  /** The row itself where a single variable takes it, and the key and value of an item. */
  cells: readonly (SyntaxNode | undefined)[];
  /** Name that the row gives its test. */
  id?: string | undefined;
}

/** Literal table that is only iterated. */
export interface PythonTable {
  rows: readonly PythonRow[];
  isShared: boolean;
}

/** Reads the table that an expression stands for; undefined if it is not a literal, or may be changed or empty. */
export function readPythonTable(
  expression: SyntaxNode,
  names: PythonNames,
  root: SyntaxNode,
  columns: number,
): PythonTable | undefined {
  const node = unwrapExpression(expression);
  if (/^(Array|Tuple)Expression$/.test(node.name)) {
    const rows = listElements(node)?.map((row) => readRow(row, names, columns));
    return rows && rows.length > 0 ? { rows, isShared: false } : undefined;
  }
  if (node.name === 'CallExpression') return readItems(node, names);
  if (node.name !== 'VariableName') return undefined;
  const mentions = names.listMentions(names.read(node), root);
  const assigned = mentions.filter(isAssigned);
  const uses = mentions.filter((each) => !isAssigned(each));
  const [target] = assigned;
  const value = target?.parent ? listParts(target.parent).at(-1) : undefined;
  if (assigned.length !== 1 || !value || value.name === 'VariableName' || !uses.every(isIterated)) return undefined;
  if (!/^(Array|Tuple)Expression$/.test(unwrapExpression(value).name)) return undefined;
  const table = readPythonTable(value, names, root, columns);
  return table && { ...table, isShared: uses.length > 1 };
}

/** Tells whether a name is the only target of an assignment. */
const isAssigned = (node: SyntaxNode): boolean =>
  node.parent?.name === 'AssignStatement' &&
  isSameNode(node.parent.firstChild!, node) &&
  listParts(node.parent).filter(({ name }) => name === 'AssignOp').length === 1 &&
  /^(AssignOp|TypeDef)$/.test(node.nextSibling?.name ?? '');

const isIterated = (node: SyntaxNode): boolean =>
  (node.parent?.name === 'ForStatement' && node.prevSibling?.name === 'in') ||
  (node.parent?.name === 'ArgList' && node.parent.parent?.name === 'Decorator');

/** Reads the items of `{ … }.items()`. */
function readItems(call: SyntaxNode, names: PythonNames): PythonTable | undefined {
  const [callee, list] = listParts(call);
  const [object, property] = callee?.name === 'MemberExpression' ? listParts(callee) : [];
  const isItems = property && names.read(property) === 'items' && list && listParts(list).length === 0;
  if (!isItems || object?.name !== 'DictionaryExpression') return undefined;
  const items = [...(mapItems(object, names.text)?.values() ?? [])];
  return items.length > 0
    ? { rows: items.map((value) => ({ node: value, cells: [undefined, value] })), isShared: false }
    : undefined;
}

function readRow(row: SyntaxNode, names: PythonNames, columns: number): PythonRow {
  const node = unwrapExpression(row);
  const [callee, list] = listParts(node);
  const isParam =
    node.name === 'CallExpression' && callee && /^pytest\.param$/.test(names.readDottedName(callee) ?? '');
  if (isParam && list) {
    const callArguments = readArguments(list, names);
    const marks = callArguments?.keywords.get('marks');
    const isPlain = !marks || /^pytest\.mark\.(?!xfail|skip)[\w.]+(\([^()]*\))?$/.test(names.read(marks));
    const id = callArguments?.keywords.get('id');
    return {
      node: row,
      cells: callArguments && isPlain ? callArguments.positional : [],
      id: id?.name === 'String' ? names.read(id).slice(1, -1) : undefined,
    };
  }
  if (columns === 1) return { node: row, cells: [node] };
  return { node: row, cells: /^(Array|Tuple)Expression$/.test(node.name) ? (listElements(node) ?? []) : [] };
}

/** Selects the value of a key, or an element, of a literal row. */
export function selectMember(row: SyntaxNode, key: SyntaxNode, names: PythonNames): SyntaxNode | undefined {
  const node = unwrapExpression(row);
  const name = names.read(key);
  if (key.name === 'Number') {
    const isList = /^(Array|Tuple)Expression$/.test(node.name);
    return isList && /^\d+$/.test(name) ? listElements(node)?.[Number(name)] : undefined;
  }
  const isKey = key.name === 'String' && node.name === 'DictionaryExpression';
  return isKey ? mapItems(node, names.text)?.get(name.slice(1, -1)) : undefined;
}
