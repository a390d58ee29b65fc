import type { SyntaxNode } from '@lezer/common';
import type { SourceTree } from '../../../../language/syntax/source_tree.js';
import { hasErrorBelow, hasNode, listParts } from '../../../../language/syntax/visit_nodes.js';
import { assertionWords } from '../assertions/assertion_words.js';
import type { DecidedAssertion } from '../assertions/decided_assertion.js';
import { listElements } from '../assertions/list_literal_leaves.js';
import { matchAssertionCall } from './match_assertion_call.js';
import { matchExpectChain } from './match_expect_chain.js';
import { NameOrigins } from './name_origin.js';
import { resolveAssertions } from './resolve_assertions.js';
import type { StraightAssertion, TestContext } from './straight_assertion.js';
import { listTableVariables, readTable, selectElement, type TableVariable } from './table_variable.js';
import { readTestCall, type TestCall } from './test_call.js';
import { VariableScopes } from './variable_scopes.js';

/** Finds the decided assertions of a JavaScript or TypeScript file. */
export function findJavascriptAssertions({ root, text }: SourceTree): DecidedAssertion[] {
  if (!hasKnownEquality(text) || RETRIES.test(text) || hasHiddenExit(root, text)) return [];
  const finder = new StraightAssertionFinder(root, text);
  return resolveAssertions(finder.find(root), finder.scopes, finder.shown, text);
}

/** Tests that are made again may see another value of the same code. */
const RETRIES = /\bretryTimes\s*\(|\.retries\s*\(/;
/** Calls that end the process, with whatever status. */
const EXIT = /\b(process\.(exit|reallyExit|abort)|Deno\.exit)\s*\(/;

/** Tells whether a function may end the process: tests that call it have no straight-line code. */
function hasHiddenExit(root: SyntaxNode, text: string): boolean {
  return [...text.matchAll(new RegExp(EXIT, 'g'))].some(({ index }) => {
    for (let outer: SyntaxNode | null = root.resolve(index, 1); outer; outer = outer.parent) {
      // Code of another process is a text.
      if (/^(String|TemplateString)$/.test(outer.name)) return false;
      if (/^(ArrowFunction|Function\w+|MethodDeclaration)$/.test(outer.name)) return true;
    }
    return false;
  });
}

const PLAIN_MATCHERS = /['"](@testing-library\/jest-dom[\w/-]*|jest-extended[\w/-]*|vitest-dom[\w/-]*)['"]/;

/** Tells whether a test file leaves it to its libraries when two values are equal. */
function hasKnownEquality(text: string): boolean {
  if (/\b(addEqualityTesters?|addCustomEqualityTester)\b/.test(text)) return false;
  if (/\b(assert|expect|chai)(\.\w+)+\s*=(?![=>])/.test(text)) return false;
  if (/\bexpect\.extend\(/.test(text)) {
    const hasOwn = /\bexpect\.extend\(\s*\{/.test(text);
    const replaces = /(?<![.\w])(toBe|toEqual|toStrictEqual|toMatchObject|toHaveLength|toBeCloseTo)\s*(\(\w+|:)/;
    if (hasOwn ? replaces.test(text.slice(text.indexOf('expect.extend('))) : !PLAIN_MATCHERS.test(text)) return false;
  }
  if (/\b(assign|define\w+)\(\s*(global|globalThis|window|self)\b|\b(global|globalThis)\[/.test(text)) return false;
  if (!hasExtendedChai(text)) return true;
  const extensions = [...text.matchAll(/['"]((?:\w+-chai|chai-)[\w-]*)['"]/g)].map(([, name]) => name!);
  return extensions.length > 0 && extensions.every((name) => assertionWords.javascript.plain_extension.test(name));
}

/** Tells whether a test file extends chai, under whatever name it has it. */
function hasExtendedChai(text: string): boolean {
  if (/\buse\b[^}]*\}\s*(=\s*(await\s+)?(require|import)\(|from)\s*['"]chai['"]/.test(text)) return true;
  if (/['"]chai['"]\s*\)\s*\)?(\.default)?\.use\(/.test(text)) return true;
  const bindings = /(\w+)(?:\s*,\s*\{[^}]*\})?\s*(?:from\s*|=\s*\(?(?:await\s+)?(?:require|import)\(\s*)['"]chai['"]/g;
  const names = ['chai', ...[...text.matchAll(bindings)].map(([, name = '']) => name)];
  return names.some((name) => new RegExp(`\\b${name}(\\.default)?\\.use\\(`).test(text));
}

class StraightAssertionFinder {
  readonly scopes: VariableScopes;
  /** Titles of tests and messages of assertions, in which a variable is only shown. */
  readonly shown: SyntaxNode[] = [];
  readonly #text: string;
  readonly #origins: NameOrigins;
  readonly #found: StraightAssertion[] = [];
  #hasLooseError = false;

  constructor(root: SyntaxNode, text: string) {
    this.#text = text;
    this.scopes = new VariableScopes(root, text);
    const isTestBody = (node: SyntaxNode) => {
      const call = node.parent?.name === 'ArgList' ? node.parent.parent : undefined;
      return call?.name === 'CallExpression' && this.#readTest(call)?.kind === 'test';
    };
    this.#origins = new NameOrigins(text, this.scopes, isTestBody);
  }

  /** Finds the assertions of a file. A syntax error outside of tests leaves none, one in a test none of that test. */
  find(root: SyntaxNode): StraightAssertion[] {
    const context = { titles: [], body: undefined, variables: [], registering: [] };
    this.#findTests(root, context);
    this.#visitStatements(root, context);
    return this.#hasLooseError ? [] : this.#found;
  }

  #readTest(call: SyntaxNode): TestCall | undefined {
    return readTestCall(call, this.#origins, this.#text);
  }

  /** Looks for tests below a node, which may be registered anywhere. */
  #findTests(node: SyntaxNode, context: TestContext): void {
    for (let child = node.firstChild; child; child = child.nextSibling) {
      this.#hasLooseError ||= child.type.isError;
      const test = this.#readTest(child);
      if (test) this.#enterTest(child, test, context);
      else this.#findTests(child, this.#addRegisteringTable(child, context));
    }
  }

  #enterTest(call: SyntaxNode, test: TestCall, context: TestContext): void {
    const { title, body, table: rows } = test;
    if (title) this.shown.push(title);
    const hadLooseError = this.#hasLooseError;
    const table = rows && readTable(rows, this.scopes, this.#text);
    const variables = table
      ? listParameters(test, table.rows, body).flatMap(([pattern, select]) =>
          listTableVariables(pattern, table, this.#text).map((each) => ({
            ...each,
            select: (row: SyntaxNode) => {
              const cell = select(row);
              return cell && each.select(cell);
            },
          })),
        )
      : [];
    const inner: TestContext = {
      titles: title ? [...context.titles, title] : context.titles,
      body: test.kind === 'test' ? body : undefined,
      variables: [...context.variables, ...variables],
      registering: [...context.registering, ...variables],
    };
    if (test.kind === 'other') return;
    if (test.kind === 'group') {
      this.#findTests(body, inner);
      return;
    }
    const hasError = hasErrorBelow(call);
    if (!hasError && !this.#canSwallowFailures(body)) this.#visitBody(body, inner);
    this.#findTests(body, inner);
    if (hasError) this.#found.splice(0, Infinity, ...this.#found.filter(({ node }) => node.to <= call.from));
    this.#hasLooseError = hadLooseError;
  }

  /** Tells whether a test marks itself as one that may fail. */
  #canSwallowFailures(body: SyntaxNode): boolean {
    return /\.todo\s*\(/.test(this.#text.slice(body.from, body.to));
  }

  /** Adds the variables of a loop over a literal table around the registration of tests. */
  #addRegisteringTable(node: SyntaxNode, context: TestContext): TestContext {
    const variables = [...this.#readLoop(node), ...this.#readForEach(node)];
    if (variables.length === 0) return context;
    return {
      ...context,
      variables: [...context.variables, ...variables],
      registering: [...context.registering, ...variables],
    };
  }

  #readLoop(node: SyntaxNode): TableVariable[] {
    const spec = node.name === 'ForStatement' ? node.getChild('ForOfSpec') : null;
    const parts = spec ? listParts(spec) : [];
    const [declaration, pattern, , list] = parts;
    if (declaration?.name !== 'const' || !pattern || !list || node.getChild('await')) return [];
    const table = readTable(list, this.scopes, this.#text);
    return table ? listTableVariables(pattern, table, this.#text) : [];
  }

  /** Reads `TABLE.forEach((row) => test(…))`. */
  #readForEach(call: SyntaxNode): TableVariable[] {
    if (call.name !== 'CallExpression') return [];
    const [callee, list] = listParts(call);
    const [object, property] = callee?.name === 'MemberExpression' ? listParts(callee) : [];
    const [callback] = list ? listParts(list) : [];
    const parameters = callback?.name === 'ArrowFunction' ? callback.getChild('ParamList') : null;
    const pattern = parameters ? listParts(parameters)[0] : undefined;
    if (!object || !property || !pattern || this.#text.slice(property.from, property.to) !== 'forEach') return [];
    const table = readTable(object, this.scopes, this.#text);
    return table ? listTableVariables(pattern, table, this.#text) : [];
  }

  /** Visits the straight-line code of a test. */
  #visitBody(body: SyntaxNode, context: TestContext): void {
    const last = body.lastChild!;
    if (last.name === 'Block') this.#visitStatements(last, context);
    else this.#visitExpression(last, last, context, context.isAwaited ?? true);
  }

  /** Visits statements up to the first that may leave the list. */
  #visitStatements(block: SyntaxNode, context: TestContext): void {
    for (const statement of listParts(block)) {
      this.#visitStatement(statement, context);
      if (hasNode(statement, (node) => isReturn(node) || this.#isProcessExit(node))) return;
    }
  }

  #isProcessExit({ name, from, to }: SyntaxNode): boolean {
    return name === 'CallExpression' && EXIT.exec(this.#text.slice(from, to))?.index === 0;
  }

  #visitStatement(statement: SyntaxNode, context: TestContext): void {
    switch (statement.name) {
      case 'ExpressionStatement':
        this.#visitExpression(listParts(statement)[0]!, statement, context, false);
        break;
      case 'ReturnStatement': {
        const value = listParts(statement)[1];
        if (value && context.body) this.#visitExpression(value, statement, context, context.isAwaited ?? true);
        break;
      }
      case 'Block':
        this.#visitStatements(statement, context);
        break;
      case 'ForStatement':
        this.#visitLoop(statement, context);
        break;
      default:
    }
  }

  /** Visits the body of a loop over a literal table. */
  #visitLoop(loop: SyntaxNode, context: TestContext): void {
    const spec = loop.getChild('ForOfSpec');
    const list = spec && listParts(spec).at(-1);
    const body = loop.lastChild!;
    if (!list || loop.getChild('await') || !readTable(list, this.scopes, this.#text) || hasNode(body, isExit)) return;
    const inner = { ...context, variables: [...context.variables, ...this.#readLoop(loop)] };
    if (body.name === 'Block') this.#visitStatements(body, inner);
    else this.#visitStatement(body, inner);
  }

  #visitExpression(expression: SyntaxNode, statement: SyntaxNode, context: TestContext, isAwaited: boolean): void {
    const [first, second] = listParts(expression);
    if (expression.name === 'AwaitExpression' && second) {
      this.#visitExpression(second, statement, context, true);
      return;
    }
    if (expression.name === 'ParenthesizedExpression' && first) {
      this.#visitExpression(first, statement, context, isAwaited);
      return;
    }
    const match =
      matchExpectChain(expression, this.#origins, this.#text, isAwaited) ??
      (expression.name === 'CallExpression'
        ? matchAssertionCall(expression, this.#origins, this.#text, isAwaited)
        : undefined);
    if (!match) {
      this.#visitCalledFunction(expression, statement, context, isAwaited);
      return;
    }
    this.shown.push(...(match.messages ?? []));
    this.#found.push({ node: context.call ?? statement, match, context });
  }

  /** Visits a function of the file that a test calls, for what it compares with its arguments. */
  #visitCalledFunction(call: SyntaxNode, statement: SyntaxNode, context: TestContext, isAwaited: boolean): void {
    const [callee, list] = listParts(call);
    if (call.name !== 'CallExpression' || callee?.name !== 'VariableName' || list?.name !== 'ArgList') return;
    const calledFunction = context.body && !context.call ? this.#findFunction(callee) : undefined;
    const isKnown =
      calledFunction !== undefined &&
      (!calledFunction.getChild('async') || isAwaited) &&
      !calledFunction.getChild('Star') &&
      !hasErrorBelow(calledFunction) &&
      !/\barguments\b/.test(this.#text.slice(calledFunction.from, calledFunction.to)) &&
      listElements(list) !== undefined;
    if (!isKnown) return;
    const table = { rows: [list], isShared: false };
    const variables = listParameters({ hasSpreadRows: true }, [], calledFunction).flatMap(([definition], i) =>
      definition.name === 'VariableDefinition' && definition.nextSibling?.name !== 'Equals'
        ? [{ table, definition, select: (row: SyntaxNode) => listParts(row)[i] }]
        : [],
    );
    this.#visitBody(calledFunction, { ...context, variables, call: statement, isAwaited });
  }

  #findFunction(callee: SyntaxNode): SyntaxNode | undefined {
    const definition = this.scopes.findDefinition(callee);
    const parent = definition?.parent;
    if (!definition || !parent) return undefined;
    if (parent.name === 'FunctionDeclaration') return parent;
    const value = this.scopes.findValue(definition);
    return value && /^(ArrowFunction|FunctionExpression)$/.test(value.name) ? value : undefined;
  }
}

const isReturn = ({ name }: SyntaxNode) => /^(ReturnStatement|YieldExpression)$/.test(name);
const isExit = ({ name }: SyntaxNode) => /^((Return|Break|Continue)Statement|YieldExpression)$/.test(name);

/** Lists the parameters of a test of `each` with what they are of a row. */
function listParameters(
  { hasSpreadRows }: Pick<TestCall, 'hasSpreadRows'>,
  rows: readonly SyntaxNode[],
  body: SyntaxNode,
): [SyntaxNode, (row: SyntaxNode) => SyntaxNode | undefined][] {
  const list = body.getChild('ParamList');
  const parameters = list ? listParts(list).filter(({ name }) => /^(VariableDefinition|\w+Pattern)$/.test(name)) : [];
  const isSpread = hasSpreadRows && rows.every(({ name }) => name === 'ArrayExpression');
  if (!isSpread) return parameters.slice(0, 1).map((pattern) => [pattern, (row) => row]);
  return parameters.map((pattern, i) => [pattern, (row) => selectElement(row, i)]);
}
