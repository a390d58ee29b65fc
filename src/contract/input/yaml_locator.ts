import { type Document, isMap, isPair, isScalar, isSeq, type LineCounter, type Node, visit } from 'yaml';

/** Place of a field in a file. */
export interface YamlPlace {
  file: string;
  line: number;
  col: number;
  /** Number of keys of the path that the file holds. */
  depth: number;
}

/** Finds the places of fields in a YAML text. */
export interface YamlLocator {
  /** Finds the place of a value, or of its key, or of the nearest ancestor that is there. */
  find(path: readonly PropertyKey[], at_key?: boolean): YamlPlace;
  /** Lists the lines of all fields by their paths, such as "acceptance.0.run". */
  listLines(): Record<string, number>;
  /** Creates a locator that finds in another text what this one does not hold. */
  extend(inherited: YamlLocator): YamlLocator;
}

/** Creates the locator of a parsed document. */
export function createYamlLocator(document: Document, counter: LineCounter, file: string): YamlLocator {
  const locator: YamlLocator = {
    find(path, at_key = false) {
      const { offset, depth } = findOffset(document.contents as Node | null, path, at_key);
      const { line, col } = counter.linePos(offset);
      return { file, line, col, depth };
    },
    listLines: () => listFieldLines(document, counter),
    extend: (inherited) => ({
      ...locator,
      find(path, at_key) {
        const [place, inherited_place] = [locator.find(path, at_key), inherited.find(path, at_key)];
        return inherited_place.depth > place.depth ? inherited_place : place;
      },
    }),
  };
  return locator;
}

function listFieldLines(document: Document, counter: LineCounter): Record<string, number> {
  const lines: Record<string, number> = {};
  visit(document, {
    Pair(_key, pair, ancestors) {
      if (!isScalar(pair.key) || !pair.key.range) return;
      lines[[...getNodePath(ancestors), String(pair.key.value)].join('.')] = counter.linePos(pair.key.range[0]).line;
    },
    Map(key, node, ancestors) {
      if (typeof key === 'number' && node.range)
        lines[[...getNodePath(ancestors), key].join('.')] = counter.linePos(node.range[0]).line;
    },
  });
  return lines;
}

/** Finds the character offset of the value or key at a path, or of its nearest existing ancestor. */
function findOffset(
  root: Node | null,
  path: readonly PropertyKey[],
  at_key: boolean,
): { offset: number; depth: number } {
  let node: Node | null | undefined = root;
  let offset = root?.range?.[0] ?? 0;
  let anchorDepth = 0;
  path.forEach((key, depth) => {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
      const keyNode = pair?.key as Node | undefined;
      const value = pair?.value as Node | null | undefined;
      const last = depth === path.length - 1;
      const range_start = last && !at_key ? (value?.range?.[0] ?? keyNode?.range?.[0]) : keyNode?.range?.[0];
      if (range_start !== undefined) offset = range_start;
      if (pair !== undefined) anchorDepth = depth + 1;
      node = value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)] as Node | undefined;
      if (node?.range) offset = node.range[0];
      if (node) anchorDepth = depth + 1;
    } else node = undefined;
  });
  return { offset, depth: anchorDepth };
}

function getNodePath(ancestors: readonly unknown[]): (string | number)[] {
  const path: (string | number)[] = [];
  ancestors.forEach((ancestor, i) => {
    const next = ancestors[i + 1];
    if (isPair(ancestor) && isScalar(ancestor.key)) path.push(String(ancestor.key.value));
    else if (isSeq(ancestor) && next !== undefined) path.push(ancestor.items.indexOf(next));
  });
  return path;
}
