import type { SyntaxNode } from '@lezer/common';
import { listParts, visitNodes } from '../../../../language/syntax/visit_nodes.js';

const SCOPE =
  /^(Script|Block|ArrowFunction|FunctionExpression|FunctionDeclaration|MethodDeclaration|Property|CatchClause|ForStatement)$/;
const ENCLOSING_SCOPE = /^(Script|Block|ForStatement)$/;

/** Variables of a JavaScript file: where each is defined, and what refers to it. */
export class VariableScopes {
  readonly #text: string;
  /** Definitions by the start of their scope and their name; undefined where there are several. */
  readonly #definitions = new Map<string, SyntaxNode | undefined>();
  readonly #references = new Map<number, SyntaxNode[]>();
  /** Names that the file assigns somewhere, whatever their scope, and those of several `var`. */
  readonly #assigned = new Set<string>();
  readonly #vars = new Set<string>();

  constructor(root: SyntaxNode, text: string) {
    this.#text = text;
    visitNodes(root, (node) => {
      if (node.name === 'VariableDefinition') this.#define(node);
      for (const name of listAssignedNames(node, text)) this.#assigned.add(text.slice(name.from, name.to));
      return true;
    });
    visitNodes(root, (node) => {
      const definition = isReference(node) ? this.findDefinition(node) : undefined;
      if (!definition) return true;
      const references = this.#references.get(definition.from);
      if (references) references.push(node);
      else this.#references.set(definition.from, [node]);
      return true;
    });
  }

  /**
   * Finds the definition that a name refers to.
   *
   * @returns undefined if the file defines it nowhere, null if it does so more than once
   */
  findDefinition(node: SyntaxNode): SyntaxNode | null | undefined {
    const name = this.#text.slice(node.from, node.to);
    for (let scope: SyntaxNode | null = node; scope; scope = scope.parent) {
      const key = `${scope.from} ${scope.name} ${name}`;
      if (SCOPE.test(scope.name) && this.#definitions.has(key)) return this.#definitions.get(key) ?? null;
    }
    return undefined;
  }

  /** Lists the places that refer to a definition. */
  listReferences(definition: SyntaxNode): SyntaxNode[] {
    return this.#references.get(definition.from) ?? [];
  }

  /** Finds the value that a definition has throughout; undefined if it has none, or may get another one. */
  findValue(definition: SyntaxNode): SyntaxNode | undefined {
    if (definition.parent?.name !== 'VariableDeclaration' || !this.#isFixed(definition)) return undefined;
    let next = definition.nextSibling;
    if (next?.name === 'TypeAnnotation') next = next.nextSibling;
    return next?.name === 'Equals' ? (next.nextSibling ?? undefined) : undefined;
  }

  /** Tells whether the file assigns a variable of this name after its definition. */
  isAssigned(name: string): boolean {
    return this.#assigned.has(name);
  }

  /** Tells whether no variable of a definition is assigned again. */
  #isFixed(definition: SyntaxNode): boolean {
    if (definition.parent?.firstChild?.name === 'const') return true;
    return listDefinitions(definition).every(({ from, to }) => !this.isAssigned(this.#text.slice(from, to)));
  }

  #define(node: SyntaxNode): void {
    const isDeclared = /^(FunctionDeclaration|ClassDeclaration)$/.test(node.parent?.name ?? '');
    const scopes = isDeclared || isVar(node) ? ENCLOSING_SCOPE : SCOPE;
    let scope = isDeclared ? node.parent!.parent : node.parent;
    while (scope && !scopes.test(scope.name)) scope = scope.parent;
    if (!scope) return;
    const key = `${scope.from} ${scope.name} ${this.#text.slice(node.from, node.to)}`;
    this.#definitions.set(key, this.#definitions.has(key) ? undefined : node);
    if (!isVar(node)) return;
    // A second `var` of a name may be the same variable, in whatever block it stands.
    const name = this.#text.slice(node.from, node.to);
    if (this.#vars.has(name)) this.#assigned.add(name);
    this.#vars.add(name);
  }
}

/** Lists the names of a pattern, or the name itself. */
function listDefinitions(node: SyntaxNode): SyntaxNode[] {
  const names: SyntaxNode[] = [];
  visitNodes(node, (each) => {
    if (/^Variable(Definition|Name)$/.test(each.name)) names.push(each);
    return true;
  });
  return names;
}

/** Lists the names that an assignment, a step (`i++`) or a loop without a declaration sets, also as global ones. */
function listAssignedNames(node: SyntaxNode, text: string): SyntaxNode[] {
  const [first, second] = listParts(node);
  if (node.name === 'AssignmentExpression' || node.name === 'PostfixExpression') {
    const [object, property] = first?.name === 'MemberExpression' ? listParts(first) : [];
    const isGlobal = object && property && /^(global|globalThis|window|self)$/.test(text.slice(object.from, object.to));
    return isGlobal ? [property] : listDefinitions(first!);
  }
  if (node.name === 'UnaryExpression') return second ? listDefinitions(second) : [];
  const isLoop = /^For(Of|In)Spec$/.test(node.name);
  return isLoop && first && !/^(const|let|var)$/.test(first.name) ? listDefinitions(first) : [];
}

const isVar = (node: SyntaxNode) =>
  node.parent?.name === 'VariableDeclaration' && node.parent.firstChild?.name === 'var';

/** Tells whether a node reads or sets a variable. `{ a }` reads it too. */
const isReference = (node: SyntaxNode): boolean =>
  node.name === 'VariableName' ||
  (node.name === 'PropertyDefinition' && node.parent?.name === 'Property' && listParts(node.parent).length === 1);
