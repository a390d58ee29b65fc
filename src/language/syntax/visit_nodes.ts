import type { SyntaxNode } from '@lezer/common';

const PUNCTUATION = /^[()[\]{},;.]$|Comment$/;

/** Lists the children of a node without brackets, commas, semicolons, dots and comments. */
export function listParts(node: SyntaxNode): SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (!PUNCTUATION.test(child.name)) parts.push(child);
  return parts;
}

/** Visits a node and what is below it, as long as the visitor returns true for the parent. */
export function visitNodes(node: SyntaxNode, visit: (node: SyntaxNode) => boolean): void {
  if (!visit(node)) return;
  for (let child = node.firstChild; child; child = child.nextSibling) visitNodes(child, visit);
}

/** Tells whether a node, or one below it that is not within a function or class of its own, satisfies a condition. */
export function hasNode(node: SyntaxNode, condition: (node: SyntaxNode) => boolean): boolean {
  let isFound = false;
  visitNodes(node, (each) => {
    if (isScopeOfItsOwn(each)) return false;
    isFound ||= condition(each);
    return !isFound;
  });
  return isFound;
}

const isScopeOfItsOwn = (node: SyntaxNode) =>
  /^(ArrowFunction|Function\w+|LambdaExpression|Class\w+|MethodDeclaration)$/.test(node.name) ||
  (node.name === 'Property' && node.getChild('Block') !== null);

/** Tells whether something below a node, or the node itself, could not be parsed. */
export function hasErrorBelow(node: SyntaxNode): boolean {
  let hasFound = false;
  visitNodes(node, (each) => {
    hasFound ||= each.type.isError;
    return !hasFound;
  });
  return hasFound;
}

/** Tells whether two nodes are the same place of one tree. */
export const isSameNode = (a: SyntaxNode, b: SyntaxNode): boolean =>
  a.from === b.from && a.to === b.to && a.name === b.name;

/** Tells whether a node lies within another one, or is it. */
export const isInside = (node: SyntaxNode, outer: SyntaxNode): boolean =>
  node.from >= outer.from && node.to <= outer.to;

/** Creates a function that tells whether a node is one of a list. */
export function createMembership(nodes: readonly SyntaxNode[]): (node: SyntaxNode) => boolean {
  const ranges = new Set(nodes.map(({ from, to }) => `${from} ${to}`));
  return ({ from, to }) => ranges.has(`${from} ${to}`);
}

/** Creates a function that tells whether a node lies within one of a list, of which none is within another. */
export function createContainment(nodes: readonly SyntaxNode[]): (node: SyntaxNode) => boolean {
  const sorted = nodes.toSorted((a, b) => a.from - b.from);
  return (node) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.from <= node.from) low = middle + 1;
      else high = middle;
    }
    return low > 0 && isInside(node, sorted[low - 1]!);
  };
}
