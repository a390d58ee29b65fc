import type { SyntaxNode } from '@lezer/common';
import { isSameNode, listParts, visitNodes } from '../../../../language/syntax/visit_nodes.js';

/** Names of a Python file: what is imported, and where variables are mentioned. */
export class PythonNames {
  readonly text: string;
  readonly #imported = new Map<string, string>();
  readonly #mentions = new Map<string, SyntaxNode[]>();

  constructor(root: SyntaxNode, text: string) {
    this.text = text;
    visitNodes(root, (node) => {
      if (node.name === 'ImportStatement') this.#readImport(node);
      else if (node.name === 'VariableName' && !isKeyword(node)) this.#mention(node);
      return node.name !== 'ImportStatement';
    });
  }

  /** Reads the text of a node. */
  read = (node: SyntaxNode): string => this.text.slice(node.from, node.to);

  /** Reads a dotted name with the names of imported modules: `pytest.approx`; undefined for other expressions. */
  readDottedName(node: SyntaxNode): string | undefined {
    if (node.name === 'VariableName') return this.#imported.get(this.read(node)) ?? this.read(node);
    const [object, property] = listParts(node);
    if (node.name !== 'MemberExpression' || property?.name !== 'PropertyName' || !object) return undefined;
    const owner = this.readDottedName(object);
    return owner === undefined ? undefined : `${owner}.${this.read(property)}`;
  }

  /** Lists where a variable is mentioned within a node, without names of keyword arguments. */
  listMentions(name: string, scope: SyntaxNode): SyntaxNode[] {
    const mentions = this.#mentions.get(name) ?? [];
    // They are in the order of the file.
    let [low, high] = [0, mentions.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (mentions[middle]!.from < scope.from) low = middle + 1;
      else high = middle;
    }
    const nodes: SyntaxNode[] = [];
    for (let i = low; i < mentions.length && mentions[i]!.to <= scope.to; i++) nodes.push(mentions[i]!);
    return nodes;
  }

  #mention(node: SyntaxNode): void {
    const name = this.read(node);
    const mentions = this.#mentions.get(name);
    if (mentions) mentions.push(node);
    else this.#mentions.set(name, [node]);
  }

  /** Reads `import a.b as c` and `from a import b as c`. */
  #readImport(node: SyntaxNode): void {
    const statement = this.read(node).replace(/[()\\\n]/g, ' ');
    const [, module = '', list = ''] = /^from\s+([\w.]+)\s+import\s+(.*)$/.exec(statement) ?? [];
    const prefix = module === '' ? '' : `${module}.`;
    for (const each of (list || statement.replace(/^import\s+/, '')).split(',')) {
      const [, name, alias] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?\s*$/.exec(each) ?? [];
      if (name && (alias || prefix)) this.#imported.set(alias ?? name, prefix + name);
    }
  }
}

/** Tells whether a name is that of a keyword argument. */
const isKeyword = (node: SyntaxNode): boolean =>
  node.parent?.name === 'ArgList' && node.nextSibling?.name === 'AssignOp';

/** Arguments of a call, positional ones and by keyword. */
export interface PythonArguments {
  positional: readonly SyntaxNode[];
  keywords: ReadonlyMap<string, SyntaxNode>;
}

/** Reads the arguments of a call; undefined if some are spread. */
export function readArguments(list: SyntaxNode, names: PythonNames): PythonArguments | undefined {
  const parts = listParts(list);
  const positional: SyntaxNode[] = [];
  const keywords = new Map<string, SyntaxNode>();
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    if (/^(\*\*?|for|async)$/.test(part.name)) return undefined;
    if (
      part.name === 'VariableName' &&
      parts[i + 1]?.name === 'AssignOp' &&
      isSameNode(part.nextSibling!, parts[i + 1]!)
    ) {
      keywords.set(names.read(part), parts[i + 2]!);
      i += 2;
    } else positional.push(part);
  }
  return { positional, keywords };
}
