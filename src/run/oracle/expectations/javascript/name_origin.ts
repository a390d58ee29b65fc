import type { SyntaxNode } from '@lezer/common';
import { isSameNode, listParts } from '../../../../language/syntax/visit_nodes.js';
import { assertionWords } from '../assertions/assertion_words.js';
import type { VariableScopes } from './variable_scopes.js';

/** Library and member that a name of a test file stands for, such as `strictEqual` of `node:assert`. */
export interface NameOrigin {
  library: string;
  path: readonly string[];
}

const MOST_STEPS = 12;

/** Finds what the names of one test file stand for. */
export class NameOrigins {
  readonly #text: string;
  readonly #scopes: VariableScopes;
  /** Tells whether a function is the body of a test or of a hook, whose parameter has assertions. */
  readonly #isTestBody: (node: SyntaxNode) => boolean;

  constructor(text: string, scopes: VariableScopes, isTestBody: (node: SyntaxNode) => boolean) {
    this.#text = text;
    this.#scopes = scopes;
    this.#isTestBody = isTestBody;
  }

  /** Finds the origin of a name, a member or a `require`; undefined if it is not of a known library. */
  findOrigin(node: SyntaxNode, steps = 0): NameOrigin | undefined {
    if (steps > MOST_STEPS) return undefined;
    const parts = listParts(node);
    const [first, second] = parts;
    switch (node.name) {
      case 'VariableName':
        return this.#findVariableOrigin(node, steps);
      case 'InstantiationExpression':
      case 'ParenthesizedExpression':
        return first && this.findOrigin(first, steps + 1);
      case 'AwaitExpression':
        return second?.name === 'DynamicImport' ? this.#findSourceOrigin(second) : undefined;
      case 'MemberExpression':
        return first && second?.name === 'PropertyName' && parts.length === 2
          ? extendOrigin(this.findOrigin(first, steps + 1), this.#read(second))
          : undefined;
      case 'CallExpression':
        return this.#findCallOrigin(first, second, steps);
      default:
        return undefined;
    }
  }

  #read = (node: SyntaxNode): string => this.#text.slice(node.from, node.to);

  #findCallOrigin(callee: SyntaxNode | undefined, args: SyntaxNode | undefined, steps: number): NameOrigin | undefined {
    const [arg] = args ? listParts(args) : [];
    if (callee?.name === 'VariableName' && this.#read(callee) === 'require' && arg?.name === 'String')
      return createLibraryOrigin(this.#read(arg));
    const origin = callee && this.findOrigin(callee, steps + 1);
    const last = origin?.path.at(-1);
    // `chai.use(extension)` is chai again.
    if (origin?.library === 'chai' && last === 'use') return { library: 'chai', path: [] };
    // `suite('name')` of uvu and `test.extend({})` are test functions.
    if (origin && ((last === 'suite' && origin.library === 'uvu') || last === 'extend'))
      return { library: origin.library, path: ['test'] };
    return undefined;
  }

  #findVariableOrigin(node: SyntaxNode, steps: number): NameOrigin | undefined {
    const definition = this.#scopes.findDefinition(node);
    const name = this.#read(node);
    if (definition === undefined) {
      const isGlobal = assertionWords.javascript.global.test(name) && !this.#scopes.isAssigned(name);
      return isGlobal ? { library: 'global', path: [name] } : undefined;
    }
    if (definition === null) return undefined;
    return this.#findDefinitionOrigin(definition, steps + 1);
  }

  #findDefinitionOrigin(definition: SyntaxNode, steps: number): NameOrigin | undefined {
    const { parent } = definition;
    switch (parent?.name) {
      case 'ImportDeclaration':
      case 'ImportGroup':
        return this.#findImportOrigin(definition);
      case 'VariableDeclaration': {
        const value = this.#scopes.findValue(definition);
        return value && this.findOrigin(value, steps);
      }
      case 'PatternProperty':
        return extendOrigin(this.#findPatternOrigin(parent.parent!, steps), this.#read(parent.firstChild!));
      case 'ParamList':
        return this.#findParameterOrigin(definition);
      default:
        return undefined;
    }
  }

  #findPatternOrigin(pattern: SyntaxNode, steps: number): NameOrigin | undefined {
    if (pattern.parent?.name === 'ParamList') return this.#findParameterOrigin(pattern);
    const value = this.#scopes.findValue(pattern);
    return value && this.findOrigin(value, steps);
  }

  /** Finds the origin of the `t` of `test('…', (t) => …)`. */
  #findParameterOrigin(node: SyntaxNode): NameOrigin | undefined {
    const list = node.parent!;
    const isFirst = isSameNode(listParts(list)[0]!, node);
    return isFirst && list.parent && this.#isTestBody(list.parent) ? { library: 'context', path: ['t'] } : undefined;
  }

  /** Finds the library that an import names. */
  #findSourceOrigin(node: SyntaxNode): NameOrigin | undefined {
    const source = listParts(node).find(({ name }) => name === 'String');
    return source && createLibraryOrigin(this.#read(source));
  }

  #findImportOrigin(definition: SyntaxNode): NameOrigin | undefined {
    let declaration = definition.parent!;
    if (declaration.name === 'ImportGroup') declaration = declaration.parent!;
    const origin = this.#findSourceOrigin(declaration);
    if (!origin || definition.parent!.name === 'ImportDeclaration') return origin;
    const isRenamed = definition.prevSibling?.name === 'as';
    return extendOrigin(origin, this.#read(isRenamed ? definition.prevSibling!.prevSibling! : definition));
  }
}

function createLibraryOrigin(literal: string): NameOrigin | undefined {
  const library = literal.slice(1, -1);
  return assertionWords.javascript.library.test(library)
    ? { library: library.replace(/^node:(?=assert)/, ''), path: [] }
    : undefined;
}

const extendOrigin = (origin: NameOrigin | undefined, name: string): NameOrigin | undefined =>
  origin && (name === 'default' ? origin : { library: origin.library, path: [...origin.path, name] });
