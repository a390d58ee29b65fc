import type { SyntaxNode } from '@lezer/common';
import { listParts } from '../../../../language/syntax/visit_nodes.js';
import type { LiteralLeaf } from './decided_assertion.js';

/** Most nested brackets of a literal. */
const MOST_DEPTH = 12;
const WRAPPER = /^(ParenthesizedExpression|PrefixCast)$/;

/**
 * Removes what does not change a value: parentheses and types.
 *
 * @returns the expression within
 */
export function unwrapExpression(node: SyntaxNode): SyntaxNode {
  const parts = listParts(node);
  const isTyped = node.name === 'BinaryExpression' && /^(as|satisfies)$/.test(parts[1]?.name ?? '');
  const isNonNull = node.name === 'PostfixExpression' && parts[1]?.name === 'LogicOp';
  const inner = isTyped || isNonNull ? parts[0] : WRAPPER.test(node.name) ? parts.at(-1) : undefined;
  return inner ? unwrapExpression(inner) : node;
}

/**
 * Lists the literals of an expected value that the comparison of the whole compares one by one: the value itself, or
 * elements of lists and values of keys. Lists with spread elements, objects with computed or repeated keys, and calls
 * have none.
 */
export function listLiteralLeaves(expression: SyntaxNode, text: string, depth = 0): LiteralLeaf[] {
  const node = unwrapExpression(expression);
  if (depth > MOST_DEPTH) return [];
  const listBelow = (each: SyntaxNode) => listLiteralLeaves(each, text, depth + 1);
  const leaf = getLiteralType(node, text);
  if (leaf) return [{ start: node.from, end: node.to, type: leaf }];
  switch (node.name) {
    case 'UnaryExpression': {
      const [sign, value] = listParts(node);
      if (sign?.name !== 'ArithOp' || value?.name !== 'Number') return [];
      return listBelow(value).map((each) => ({ ...each, negative: text[sign.from] === '-' }));
    }
    case 'BinaryExpression':
      return listConcatenatedParts(node, text).flatMap(listBelow);
    case 'ContinuedString':
      return listParts(node).every(({ name }) => name === 'String') ? listParts(node).flatMap(listBelow) : [];
    case 'ArrayExpression':
    case 'TupleExpression':
      return listElements(node)?.flatMap(listBelow) ?? [];
    case 'SetExpression':
      return listSetLeaves(node, text);
    case 'ObjectExpression':
      return [...(mapProperties(node, text) ?? [])].flatMap(([, value]) => (value ? listBelow(value) : []));
    case 'DictionaryExpression':
      return [...(mapItems(node, text) ?? [])].flatMap(([, value]) => listBelow(value));
    default:
      return [];
  }
}

/** Tells whether an expression is built of literals only. */
export function isPureLiteral(expression: SyntaxNode, text: string): boolean {
  const node = unwrapExpression(expression);
  if (getLiteralType(node, text)) return true;
  switch (node.name) {
    case 'UnaryExpression':
      return listLiteralLeaves(node, text).length > 0;
    case 'BinaryExpression':
      return listConcatenatedParts(node, text).length > 0;
    case 'ContinuedString':
    case 'ArrayExpression':
    case 'TupleExpression':
    case 'SetExpression':
      return listElements(node)?.every((each) => isPureLiteral(each, text)) ?? false;
    case 'ObjectExpression':
      return [...(mapProperties(node, text)?.values() ?? [undefined])].every(
        (each) => each && isPureLiteral(each, text),
      );
    case 'DictionaryExpression':
      return [...(mapItems(node, text)?.values() ?? [undefined])].every((each) => each && isPureLiteral(each, text));
    default:
      return false;
  }
}

function getLiteralType(node: SyntaxNode, text: string): LiteralLeaf['type'] | undefined {
  switch (node.name) {
    case 'Number':
      return 'number';
    case 'String':
      return 'string';
    case 'TemplateString':
      return listParts(node).some(({ name }) => name === 'Interpolation') ? undefined : 'string';
    case 'BooleanLiteral':
    case 'Boolean':
      return 'boolean';
    case 'null':
    case 'None':
      return 'none';
    case 'VariableName':
      return text.slice(node.from, node.to) === 'undefined' ? 'none' : undefined;
    case 'ArrayExpression':
      return listParts(node).length === 0 ? 'empty list' : undefined;
    default:
      return undefined;
  }
}

/** Lists the elements of a list or a set; undefined if some are spread or left out. */
export function listElements(node: SyntaxNode): SyntaxNode[] | undefined {
  const elements = listParts(node);
  if (elements.some(({ name }) => /^(Spread|\*|⚠)$/.test(name))) return undefined;
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (child.name === ',' && /^[[,]$/.test(child.prevSibling?.name ?? '[')) return undefined;
  return elements;
}

/** Lists the texts that a sum of strings consists of; empty if it is another operation. */
function listConcatenatedParts(node: SyntaxNode, text: string): SyntaxNode[] {
  const [left, operator, right] = listParts(node);
  if (!left || !right || operator?.name !== 'ArithOp' || text.slice(operator.from, operator.to) !== '+') return [];
  const lists = [left, right].map((side) => {
    const inner = unwrapExpression(side);
    if (inner.name === 'String' || getLiteralType(inner, text) === 'string') return [inner];
    return inner.name === 'BinaryExpression' ? listConcatenatedParts(inner, text) : [];
  });
  return lists.every((list) => list.length > 0) ? lists.flat() : [];
}

/** Lists the elements of a set of literals. */
function listSetLeaves(node: SyntaxNode, text: string): LiteralLeaf[] {
  const elements = listElements(node) ?? [];
  if (!elements.every((each) => isPureLiteral(each, text))) return [];
  const leaves = elements.flatMap((each) => listLiteralLeaves(each, text));
  return leaves.length === elements.length ? withTakenTexts(leaves, text) : [];
}

/** Says of each leaf that the values of the others are taken, as the order does not count. */
export const withTakenTexts = (leaves: readonly LiteralLeaf[], text: string): LiteralLeaf[] => {
  const takenTexts = leaves.map(({ start, end }) => text.slice(start, end));
  return leaves.map((leaf) => ({ ...leaf, taken: takenTexts }));
};

/**
 * Maps the keys of an object literal to their values, which are undefined for shorthand properties.
 *
 * @returns undefined if keys are spread, computed or repeated, or are methods
 */
export function mapProperties(node: SyntaxNode, text: string): Map<string, SyntaxNode | undefined> | undefined {
  const properties = new Map<string, SyntaxNode | undefined>();
  for (const property of listParts(node)) {
    const [key, colon, value] = listParts(property);
    if (property.name !== 'Property' || !key || !/^(PropertyDefinition|String|Number)$/.test(key.name))
      return undefined;
    if (property.firstChild?.name === '[' || (colon && colon.name !== ':')) return undefined;
    const name = text.slice(key.from, key.to).replace(/^(['"])(.*)\1$/s, '$2');
    if (name === '__proto__' || name.includes('\\') || properties.has(name)) return undefined;
    properties.set(name, value);
  }
  return properties;
}

/** Maps the keys of a dictionary literal to their values; undefined if keys are spread, computed or repeated. */
export function mapItems(node: SyntaxNode, text: string): Map<string, SyntaxNode> | undefined {
  const items = new Map<string, SyntaxNode>();
  const parts = listParts(node);
  for (let i = 0; i < parts.length; i += 3) {
    const [key, colon, value] = parts.slice(i, i + 3);
    const isKnown = key && /^(String|Number|Boolean|None)$/.test(key.name);
    if (!isKnown || colon?.name !== ':' || !value) return undefined;
    const name = text.slice(key.from, key.to).replace(/^(['"])(.*)\1$/s, '$2');
    // 1, 1.0 and True are one key.
    const isPlain = key.name === 'String' ? !/\\|^\w*['"]/.test(name) : /^[\da-zN]+$/i.test(name);
    if (!isPlain || items.has(name)) return undefined;
    items.set(name, value);
  }
  const names = [...items.keys()];
  const hasBooleans = names.some((name) => /^(True|False)$/.test(name)) && names.some((name) => /^[01]$/.test(name));
  return hasBooleans ? undefined : items;
}
