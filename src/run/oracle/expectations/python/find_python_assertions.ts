import type { SyntaxNode } from '@lezer/common';
import type { SourceTree } from '../../../../language/syntax/source_tree.js';
import { hasErrorBelow, hasNode, isSameNode, listParts, visitNodes } from '../../../../language/syntax/visit_nodes.js';
import type { AssertionMatch } from '../assertions/assertion_match.js';
import { assertionWords } from '../assertions/assertion_words.js';
import type { DecidedAssertion } from '../assertions/decided_assertion.js';
import { matchAssertStatement, matchPythonCall } from './match_python_call.js';
import { PythonAssertionResolver, type PythonTest, type PythonVariable } from './python_assertion_resolver.js';
import { PythonNames, readArguments } from './python_names.js';
import { type PythonTable, readPythonTable } from './python_table.js';

/** Tests that compare by rules of their own. */
const OWN_EQUALITY =
  /\bdef assert(Equals?|Is|True|False|\w+Equal|In|Regex|IsNone)\b|addTypeEqualityFunc|\bself\.assert\w+\s*=[^=]/;

/** Finds the decided assertions of a Python file. */
export function findPythonAssertions({ root, text }: SourceTree): DecidedAssertion[] {
  if (OWN_EQUALITY.test(text) || (/\bpytestmark\b/.test(text) && /\bxfail\b/.test(text))) return [];
  const assertions = new PythonAssertionFinder(root, text).find();
  // Values of arrays compare within their precision, and element by element.
  return ARRAYS.test(text) ? assertions.flatMap(keepExact(text)) : assertions;
}

const ARRAYS = /\b(numpy|torch|jax|pandas|tensorflow|cupy)\b/;
/** Calls that end the process, or the test, with whatever status. */
const EXIT = /\b(sys\.exit|os\._exit|pytest\.exit|exit|quit)\s*\(|\braise SystemExit\b/;
/** Whole numbers up to this are exact in every precision. */
const EXACT_IN_HALF_PRECISION = 2048;

/** Creates a function that drops what a value of less precision, or an array, can be equal to beside the true value. */
const keepExact =
  (text: string) =>
  (assertion: DecidedAssertion): DecidedAssertion[] => {
    if (assertion.tolerance) return [];
    const leaves = assertion.leaves.filter(({ start, end, type }) => {
      const source = text.slice(start, end);
      return type !== 'number' || (/^\d+$/.test(source) && Number(source) < EXACT_IN_HALF_PRECISION);
    });
    return leaves.length > 0 || assertion.inversion ? [{ ...assertion, leaves }] : [];
  };

class PythonAssertionFinder {
  readonly #root: SyntaxNode;
  readonly #names: PythonNames;
  readonly #found: DecidedAssertion[] = [];
  #functions: Map<string, SyntaxNode[]> | undefined;
  #hasLooseError = false;

  constructor(root: SyntaxNode, text: string) {
    this.#root = root;
    this.#names = new PythonNames(root, text);
  }

  find(): DecidedAssertion[] {
    this.#findTests(this.#root, []);
    this.#visitTest(this.#root, { label: undefined, scope: this.#root, receiver: undefined, parameters: [] });
    return this.#hasLooseError ? [] : this.#found;
  }

  /** Looks for tests in a module or a class, of which none has the name of another. */
  #findTests(node: SyntaxNode, titles: readonly string[], decorators: readonly SyntaxNode[] = []): void {
    for (let child = node.firstChild; child; child = child.nextSibling) {
      this.#hasLooseError ||= child.type.isError;
      if (child.name === 'DecoratedStatement') this.#findTests(child, titles, child.getChildren('Decorator'));
      else if (child.name === 'FunctionDefinition') this.#enterFunction(child, titles, decorators);
      else if (child.name === 'ClassDefinition') {
        const isPlain = decorators.every((each) => this.#isPlainDecorator(each));
        const name = child.getChild('VariableName');
        if (isPlain && name) this.#findTests(child, [...titles, this.#names.read(name)]);
      } else this.#findTests(child, titles);
    }
  }

  #enterFunction(node: SyntaxNode, titles: readonly string[], decorators: readonly SyntaxNode[]): void {
    const nameNode = node.getChild('VariableName');
    const body = node.getChild('Body');
    const name = nameNode ? this.#names.read(nameNode) : '';
    if (hasErrorBelow(node)) {
      this.#hasLooseError ||= !/^test/i.test(name);
      return;
    }
    const hasYield = hasNode(body ?? node, ({ name: kind }) => /^Yield/.test(kind));
    const isPlain = decorators.every((each) => this.#isPlainDecorator(each));
    const source = this.#names.read(node);
    if (!body || !/^test/i.test(name) || !isPlain || hasYield || /\b(xfail|locals|exec)\b/.test(source)) return;
    const parent = findClass(node);
    if (!this.#isRun(node, parent) || this.#listFunctions(name, parent).length > 1) return;
    const parameters = node.getChild('ParamList');
    const [receiver] = parameters ? listParts(parameters) : [];
    const tables = decorators.flatMap((each) => this.#readDecorator(each, parameters, node));
    this.#visitTest(body, {
      label: [...titles, name].join(' > '),
      scope: node,
      receiver: parent && receiver ? this.#names.read(receiver) : undefined,
      parameters: tables,
    });
  }

  /** Tells whether a runner awaits a coroutine: the plain TestCase does not. */
  #isRun(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
    const bases = parent?.getChild('ArgList');
    return !node.getChild('async') || !bases || /Async/.test(this.#names.read(bases));
  }

  #isPlainDecorator(decorator: SyntaxNode): boolean {
    const head = /^@\s*([\w.]+)/.exec(this.#names.read(decorator))?.[1] ?? '';
    return assertionWords.python.plain_decorator.test(head);
  }

  /** Reads the table of `@pytest.mark.parametrize` and `@parameterized.expand`. */
  #readDecorator(decorator: SyntaxNode, parameters: SyntaxNode | null, scope: SyntaxNode): PythonVariable[] {
    const list = decorator.getChild('ArgList');
    const callArguments = list && readArguments(list, this.#names);
    const head = /^@\s*([\w.]+)/.exec(this.#names.read(decorator))?.[1] ?? '';
    if (!callArguments || !parameters || callArguments.keywords.has('indirect')) return [];
    const [first, second] = callArguments.positional;
    const isExpanded = head === 'parameterized.expand';
    const isParametrized = /(^|\.)mark\.parametrize$/.test(head);
    const parameterNames = isExpanded ? listParts(parameters).slice(1).map(this.#names.read) : undefined;
    const columns = parameterNames ?? (isParametrized && first ? this.#readColumns(first) : []);
    const rows = isExpanded ? first : (second ?? callArguments.keywords.get('argvalues'));
    const table =
      rows && columns.length > 0
        ? readPythonTable(rows, this.#names, this.#root, isExpanded ? 0 : columns.length)
        : undefined;
    if (!table) return [];
    return columns.map((name, column) => ({ name, column, table, scope, isRegistering: true, columns }));
  }

  /** Reads the names of columns: `'a,b'` or a list of strings. */
  #readColumns(node: SyntaxNode): string[] {
    const strings = node.name === 'String' ? [node] : listParts(node);
    if (!strings.every(({ name }) => name === 'String')) return [];
    return strings.flatMap((each) => this.#names.read(each).slice(1, -1).split(',')).map((name) => name.trim());
  }

  #visitTest(body: SyntaxNode, test: PythonTest): void {
    const resolver = new PythonAssertionResolver(this.#names, test);
    this.#visitStatements(body, test.parameters, resolver);
    this.#found.push(...resolver.resolveAll());
  }

  /** Visits statements up to the first that may leave the list. */
  #visitStatements(body: SyntaxNode, variables: readonly PythonVariable[], resolver: PythonAssertionResolver): void {
    for (const statement of listParts(body)) {
      if (statement.name === 'StatementGroup') this.#visitStatements(statement, variables, resolver);
      else this.#visitStatement(statement, variables, resolver);
      if (hasNode(statement, ({ name }) => name === 'ReturnStatement') || EXIT.test(this.#names.read(statement)))
        return;
    }
  }

  #visitStatement(
    statement: SyntaxNode,
    variables: readonly PythonVariable[],
    resolver: PythonAssertionResolver,
  ): void {
    const add = (assertion: AssertionMatch | undefined) => {
      if (assertion) resolver.add({ place: statement.from, assertion, variables });
    };
    switch (statement.name) {
      case 'AssertStatement':
        add(matchAssertStatement(statement, this.#names));
        break;
      case 'ExpressionStatement':
        add(matchPythonCall(listParts(statement)[0]!, this.#names, resolver.test.receiver));
        this.#visitCalledFunction(listParts(statement)[0]!, resolver.test);
        break;
      case 'WithStatement': {
        const shown = this.#readContexts(statement);
        if (!shown) break;
        resolver.addShown(shown);
        this.#visitStatements(statement.getChild('Body')!, variables, resolver);
        break;
      }
      case 'ForStatement':
        this.#visitLoop(statement, variables, resolver);
        break;
      default:
    }
  }

  /** Visits a function, or a method of the same class, that a test calls, for what it compares with its arguments. */
  #visitCalledFunction(expression: SyntaxNode, test: PythonTest): void {
    const isAwaited = expression.name === 'AwaitExpression';
    const [callee, list] = listParts(isAwaited ? listParts(expression)[1]! : expression);
    const callArguments = list?.name === 'ArgList' ? readArguments(list, this.#names) : undefined;
    const [owner = '', method] = callee ? (this.#names.readDottedName(callee) ?? '').split('.') : [];
    if (!callArguments || !list || test.label === undefined || test.call !== undefined) return;
    const parent = method !== undefined && owner === test.receiver ? findClass(test.scope) : undefined;
    const ownParameters = test.scope.getChild('ParamList');
    const isShadowed =
      method === undefined && ownParameters !== null && this.#names.listMentions(owner, ownParameters).length > 0;
    const isKnown = (method === undefined && !isShadowed) || parent !== undefined;
    const calledFunction = isKnown ? this.#findFunction(method ?? owner, parent) : undefined;
    const parameters = calledFunction?.getChild('ParamList');
    const body = calledFunction?.getChild('Body');
    if (!calledFunction || !parameters || !body || Boolean(calledFunction.getChild('async')) !== isAwaited) return;
    const isPlain = listParts(parameters).every(({ name }) => /^(VariableName|TypeDef)$/.test(name));
    if (!isPlain || hasErrorBelow(calledFunction) || hasNode(body, ({ name }) => /^Yield/.test(name))) return;
    const source = this.#names.read(body);
    if (/skip/i.test(source) || EXIT.test(source)) return;
    if (method === undefined && !this.#isOnlyCalled(owner, calledFunction)) return;
    const all = parameters.getChildren('VariableName').map(this.#names.read);
    const names = parent ? all.slice(1) : all;
    const cells = names.map((name, i) => callArguments.keywords.get(name) ?? callArguments.positional[i]);
    const table: PythonTable = { rows: [{ node: list, cells }], isShared: false };
    const variables = names.map((name, column) => ({
      name,
      column,
      table,
      scope: calledFunction,
      isRegistering: false,
      columns: [],
    }));
    const receiver = parent ? all[0] : undefined;
    this.#visitTest(body, {
      label: test.label,
      scope: calledFunction,
      receiver,
      parameters: variables,
      call: list.from,
    });
  }

  /** Tells whether a name stands for one function of the module everywhere in it. */
  #isOnlyCalled(name: string, called: SyntaxNode): boolean {
    return this.#names.listMentions(name, this.#root).every((each) => {
      const { parent } = each;
      if (parent?.name === 'FunctionDefinition') return isSameNode(parent, called);
      return parent?.name === 'CallExpression' && parent.firstChild !== null && isSameNode(parent.firstChild, each);
    });
  }

  /** Finds the function of a module or a class; undefined if it is decorated or defined more than once. */
  #findFunction(name: string, parent: SyntaxNode | undefined): SyntaxNode | undefined {
    const functions = this.#listFunctions(name, parent);
    return functions.length === 1 && functions[0]!.parent?.name !== 'DecoratedStatement' ? functions[0] : undefined;
  }

  /** Lists the functions of a name in a module or a class. Of several, the last takes the name. */
  #listFunctions(name: string, parent: SyntaxNode | undefined): readonly SyntaxNode[] {
    if (!this.#functions) {
      this.#functions = new Map();
      visitNodes(this.#root, (node) => {
        const nameNode =
          node.name === 'FunctionDefinition' && !findFunction(node) ? node.getChild('VariableName') : null;
        if (nameNode) {
          const key = `${findClass(node)?.from} ${this.#names.read(nameNode)}`;
          this.#functions!.set(key, [...(this.#functions!.get(key) ?? []), node]);
        }
        return node.name !== 'FunctionDefinition';
      });
    }
    return this.#functions.get(`${parent?.from} ${name}`) ?? [];
  }

  /** Reads the arguments of contexts that let every exception through; undefined if one may not. */
  #readContexts(statement: SyntaxNode): SyntaxNode[] | undefined {
    const shown: SyntaxNode[] = [];
    // A part that is skipped leaves its test passed.
    if (/skip/i.test(this.#names.read(statement))) return undefined;
    for (const part of listParts(statement)) {
      if (/^(with|as|async|Body)$/.test(part.name) || part.prevSibling?.name === 'as') continue;
      const [callee, list] = listParts(part);
      const dotted = part.name === 'CallExpression' && callee ? this.#names.readDottedName(callee) : undefined;
      if (!dotted || !assertionWords.python.transparent_context.test(dotted)) return undefined;
      if (/^(self\.subTest|subtests\.test)$/.test(dotted) && list) shown.push(list);
    }
    return shown;
  }

  /** Visits the body of a loop over a literal table. */
  #visitLoop(loop: SyntaxNode, variables: readonly PythonVariable[], resolver: PythonAssertionResolver): void {
    const parts = listParts(loop);
    const divider = parts.findIndex(({ name }) => name === 'in');
    const targets = parts
      .slice(1, divider)
      .flatMap((part) => (part.name === 'TupleExpression' ? listParts(part) : [part]));
    const list = parts[divider + 1];
    const bodies = loop.getChildren('Body');
    const isPlain = parts[0]?.name === 'for' && bodies.length === 1 && targets.length > 0;
    const leaves = hasNode(bodies[0] ?? loop, ({ name }) => /^((Return|Break|Continue)Statement|Yield\w+)$/.test(name));
    const table = list ? readPythonTable(list, this.#names, this.#root, targets.length) : undefined;
    if (!isPlain || leaves || !table) return;
    const bound = targets.flatMap((target, column) => this.#bindTarget(target, column, table, loop, targets.length));
    this.#visitStatements(bodies[0]!, [...variables, ...bound], resolver);
  }

  #bindTarget(
    target: SyntaxNode,
    column: number,
    table: PythonTable,
    loop: SyntaxNode,
    count: number,
  ): PythonVariable[] {
    if (target.name !== 'VariableName') return [];
    const name = this.#names.read(target);
    // Other loops may have variables of the same name.
    const whole = findFunction(loop) ?? this.#root;
    const outside = this.#names.listMentions(name, whole).filter((each) => each.from < loop.from || each.to > loop.to);
    const scope = outside.every((each) => this.#isInOtherLoop(each, name, whole)) ? loop : whole;
    return [{ name, column: count === 1 ? 0 : column, table, scope, isRegistering: false, columns: [] }];
  }

  /** Tells whether a mention is of the variable of another loop. */
  #isInOtherLoop(mention: SyntaxNode, name: string, whole: SyntaxNode): boolean {
    for (let outer = mention.parent; outer && outer.from >= whole.from; outer = outer.parent) {
      if (outer.name !== 'ForStatement') continue;
      const parts = listParts(outer);
      const targets = parts.slice(
        1,
        parts.findIndex((part) => part.name === 'in'),
      );
      if (targets.some((target) => this.#names.read(target) === name)) return true;
    }
    return false;
  }
}

function findClass(node: SyntaxNode): SyntaxNode | undefined {
  for (let outer = node.parent; outer; outer = outer.parent) if (outer.name === 'ClassDefinition') return outer;
  return undefined;
}

function findFunction(node: SyntaxNode): SyntaxNode | undefined {
  for (let outer = node.parent; outer; outer = outer.parent) if (outer.name === 'FunctionDefinition') return outer;
  return undefined;
}
