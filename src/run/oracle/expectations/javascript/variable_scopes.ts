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

  constructor(root: SyntaxNode, text: string) {
    this.#text = text;
    visitNodes(root, (node) => {
      if (node.name === 'VariableDefinition') this.#define(node);
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

  #define(node: SyntaxNode): void {
    const isDeclared = /^(FunctionDeclaration|ClassDeclaration)$/.test(node.parent?.name ?? '');
    const scopes = isDeclared || isVar(node) ? ENCLOSING_SCOPE : SCOPE;
    let scope = isDeclared ? node.parent!.parent : node.parent;
    while (scope && !scopes.test(scope.name)) scope = scope.parent;
    if (!scope) return;
    const key = `${scope.from} ${scope.name} ${this.#text.slice(node.from, node.to)}`;
    this.#definitions.set(key, this.#definitions.has(key) ? undefined : node);
  }
}

const isVar = (node: SyntaxNode) =>
  node.parent?.name === 'VariableDeclaration' && node.parent.firstChild?.name === 'var';

/** Tells whether a node reads or sets a variable. `{ a }` reads it too. */
const isReference = (node: SyntaxNode): boolean =>
  node.name === 'VariableName' ||
  (node.name === 'PropertyDefinition' && node.parent?.name === 'Property' && listParts(node.parent).length === 1);
