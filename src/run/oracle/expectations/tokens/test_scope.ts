import type { SourceToken } from './source_token.js';
import { splitStringLiteral } from './split_string_literal.js';
import { getSpanText, readCallChain, splitCallArguments } from './token_span.js';
import type { TokenizedSource } from './tokenize_source.js';

/** Test, group of tests or function of a file, as far as it is visible without execution. */
export interface TestScope {
  /** Index of its first token, and index after its last one. */
  from: number;
  to: number;
  name: string;
  kind: 'test' | 'group' | 'function';
  /** Names of its parameters, if it is a function. */
  parameters: string[];
  /** Index of the enclosing scope; -1 for the file. */
  parent: number;
}

/** Scopes of a file, and for every token the index of the innermost one. */
export interface ScopeMap {
  scopes: TestScope[];
  owner: Int32Array;
}

type OpenScope = Omit<TestScope, 'parent'>;

/** Maps tests, groups and functions by the syntax of the language. */
export function mapTestScopes(source: TokenizedSource): ScopeMap {
  const scopes = listScopes(source)
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .map((scope): TestScope => ({ ...scope, parent: -1 }));
  const owner = new Int32Array(source.tokens.length).fill(-1);
  const open: number[] = [];
  let next = 0;
  for (let i = 0; i < source.tokens.length; i++) {
    while (open.length > 0 && scopes[open.at(-1)!]!.to <= i) open.pop();
    for (; next < scopes.length && scopes[next]!.from <= i; next++) {
      scopes[next]!.parent = open.at(-1) ?? -1;
      open.push(next);
    }
    owner[i] = open.at(-1) ?? -1;
  }
  return { scopes, owner };
}

/**
 * Finds the title of the enclosing test, after those of its groups.
 *
 * @returns undefined outside of tests
 */
export function findEnclosingTestTitle({ scopes, owner }: ScopeMap, token: number): string | undefined {
  const titles: string[] = [];
  let inTest = false;
  for (let at = owner[token] ?? -1; at >= 0 && titles.length < 20; at = scopes[at]!.parent) {
    const { kind, name } = scopes[at]!;
    if (kind === 'test') inTest = true;
    if (kind !== 'function') titles.unshift(name);
  }
  return inTest ? titles.join(' > ') : undefined;
}

/** Finds the innermost function around a token that is not a test itself. */
export function findEnclosingFunction({ scopes, owner }: ScopeMap, token: number): TestScope | undefined {
  for (let at = owner[token] ?? -1; at >= 0; at = scopes[at]!.parent) {
    if (scopes[at]!.kind === 'test') return undefined;
    if (scopes[at]!.kind === 'function') return scopes[at];
  }
  return undefined;
}

function listScopes(source: TokenizedSource): OpenScope[] {
  switch (source.language) {
    case 'python':
      return findPythonScopes(source);
    case 'ruby':
      return findRubyScopes(source);
    case 'javascript':
      return [...findTitledCalls(source), ...findBracedFunctions(source), ...findArrowFunctions(source)];
    default:
      return [...findTitledCalls(source), ...findBracedFunctions(source)];
  }
}

const TEST_CALL = /^(it|test|specify|fit|xit|ftest|Run|should|testWidgets|TestCase|SECTION|SCENARIO|TEST_CASE)$/;
const GROUP_CALL = /^(describe|context|suite|fdescribe|group|Describe|Context|When|module)$/;
const TEST_MODIFIER = /^(only|each|serial|concurrent|failing|skipIf|runIf|cb|sequential|for|fails|If)$/;

/** Finds `it('title', …)`, `test.each(rows)('title', …)` and `t.Run("title", …)`. */
function* findTitledCalls(source: TokenizedSource): Generator<OpenScope> {
  const { tokens } = source;
  for (const [i, token] of tokens.entries()) {
    if (token.text !== '(' || token.partner < i) continue;
    const first = tokens[i + 1];
    if (!first) continue;
    const before = tokens[i - 1];
    let callee = before?.kind === 'word' ? i - 1 : -1;
    // Arguments after `each(rows)` or each`rows`.
    if (before?.text === ')' && before.partner > 0) callee = before.partner - 1;
    else if ((before?.kind === 'template' || before?.kind === 'string') && tokens[i - 2]?.text === 'each')
      callee = i - 2;
    const name = tokens[callee];
    if (name?.kind !== 'word') continue;
    const chain = [name.text, ...(TEST_MODIFIER.test(name.text) ? readCallChain(source, callee).names : [])];
    const kind = chain.some((one) => TEST_CALL.test(one))
      ? 'test'
      : chain.some((one) => GROUP_CALL.test(one))
        ? 'group'
        : undefined;
    if (!kind) continue;
    const titled = /^(string|template)$/.test(first.kind);
    const args = titled || source.language === 'javascript' ? splitCallArguments(source, i) : [];
    // A title and a body, or a body alone.
    if (!titled && !(args.length <= 2 && args.some(({ from, to }) => isFunctionText(tokens, from, to)))) continue;
    const title = titled
      ? (splitStringLiteral(first.text)?.body ?? first.text)
      : getSpanText(source, args[0]!).slice(0, 60);
    yield { from: i, to: skipTrailingBlock(tokens, token.partner), name: title, kind, parameters: [] };
  }
}

/** Skips a body after the call, as in Kotlin and Catch2. */
const skipTrailingBlock = (tokens: readonly SourceToken[], close: number) =>
  tokens[close + 1]?.text === '{' && tokens[close + 1]!.partner > 0 ? tokens[close + 1]!.partner + 1 : close + 1;

const isFunctionText = (tokens: readonly SourceToken[], from: number, to: number) =>
  tokens[from]?.text === 'function' ||
  tokens[from]?.text === 'async' ||
  tokens[from + 1]?.text === '=>' ||
  (tokens[from]?.text === '(' && tokens[tokens[from]!.partner + 1]?.text === '=>' && to > from);

const NO_FUNCTION =
  /^(if|for|while|switch|catch|return|new|else|match|function|synchronized|using|lock|foreach|elseif)$/;
/** Tokens between the parameters and the body: results, exceptions, qualifiers. */
const BETWEEN = /^([\w$.:<>,&*?|[\]!]|->|::|=>)+$/;
const MOST_BETWEEN = 16;

/** Finds `name(parameters) {`, and classes as groups. */
function* findBracedFunctions(source: TokenizedSource): Generator<OpenScope> {
  const { tokens, language } = source;
  for (const [i, token] of tokens.entries()) {
    if (token.text !== '{' || token.partner < i) continue;
    let close = i - 1;
    while (close > i - MOST_BETWEEN && close > 0) {
      const { text, partner } = tokens[close]!;
      // `-> Result<(), String>` has no parameters.
      if (text === ')' && partner > 0 && tokens[partner - 1]!.kind === 'symbol') close = partner;
      else if (text === ')' || !BETWEEN.test(text) || /^(class|struct|object|interface|namespace|mod|impl)$/.test(text))
        break;
      close--;
    }
    const head = tokens[close];
    if (head && /^(class|object|namespace|mod)$/.test(head.text) && tokens[close + 1]?.kind === 'word') {
      if (language !== 'javascript' && language !== 'rust' && language !== 'c')
        yield { from: i, to: token.partner, name: tokens[close + 1]!.text, kind: 'group', parameters: [] };
      continue;
    }
    if (head?.text !== ')' || head.partner < 1) continue;
    const name = tokens[head.partner - 1]!;
    if (name.kind !== 'word' || NO_FUNCTION.test(name.text)) continue;
    const args = splitCallArguments(source, head.partner);
    const isMacro = /^(TEST|TEST_F|TEST_P|TYPED_TEST|BOOST_AUTO_TEST_CASE|Test|START_TEST|PARAM_TEST)$/.test(name.text);
    const title = isMacro ? args.map((arg) => getSpanText(source, arg)).join('.') : name.text;
    const isTest = isMacro || isTestFunction(source, head.partner - 1);
    yield {
      from: head.partner - 1,
      to: token.partner + 1,
      name: title,
      kind: isTest ? 'test' : 'function',
      parameters: args.map((arg) => getParameterName(source, arg)),
    };
  }
}

/** Tells whether a function is a test, by its name or by the annotation above it. */
function isTestFunction({ tokens, language }: TokenizedSource, name: number): boolean {
  const text = tokens[name]!.text.replace(/^`/, '');
  if (language === 'go') return /^(Test|Example|Fuzz)/.test(text);
  if (language === 'javascript') return false;
  if (/^test/i.test(text) && language !== 'rust') return true;
  for (let i = name - 1; i > name - 40 && i >= 0 && !/^[;{}]$/.test(tokens[i]!.text); i--)
    if (/^@?(\w*Test|test_case|rstest|Fact|Theory|TestMethod|TestCase|it)$|^@test$/.test(tokens[i]!.text)) return true;
  return language === 'rust' && hasRustTestAttribute(tokens, name);
}

function hasRustTestAttribute(tokens: readonly SourceToken[], name: number): boolean {
  for (let i = name - 1; i > name - 60 && i >= 0 && !/^[;}]$/.test(tokens[i]!.text); i--)
    if (/^(test|rstest|test_case|case|quickcheck|proptest)$/.test(tokens[i]!.text) && tokens[i + 1]?.text !== ')')
      return true;
  return false;
}

/** Returns the last name of `int count`, or the first of `count: i32` and `count = 1`. */
function getParameterName({ tokens, language }: TokenizedSource, { from, to }: { from: number; to: number }): string {
  const words: string[] = [];
  for (let i = from; i < Math.min(to, from + 20); i++) {
    if (/^[:=]$/.test(tokens[i]!.text)) break;
    if (tokens[i]!.kind === 'word') words.push(tokens[i]!.text);
  }
  const isTypeFirst = language === 'java' || language === 'csharp' || language === 'c' || language === 'php';
  return (isTypeFirst || words[0] === 'mut' ? words.at(-1) : words[0]) ?? '';
}

/** Finds `const name = (parameters) => …`. */
function* findArrowFunctions(source: TokenizedSource): Generator<OpenScope> {
  const { tokens } = source;
  for (const [i, token] of tokens.entries()) {
    if (token.text !== '=>') continue;
    const before = tokens[i - 1];
    const open = before?.text === ')' ? before.partner : i - 1;
    const equals = tokens[open - 1]?.text === 'async' ? open - 2 : open - 1;
    if (open < 2 || tokens[equals]?.text !== '=' || tokens[equals - 1]?.kind !== 'word') continue;
    const parameters = before!.text === ')' ? splitCallArguments(source, open) : [{ from: open, to: open + 1 }];
    yield {
      from: equals - 1,
      to: findExpressionEnd(tokens, i + 1),
      name: tokens[equals - 1]!.text,
      kind: 'function',
      parameters: parameters.map((one) => getParameterName(source, one)),
    };
  }
}

/** Finds the index after an expression: at a top-level `;`, a closing bracket, or a line that begins a statement. */
function findExpressionEnd(tokens: readonly SourceToken[], from: number): number {
  let i = from;
  for (let steps = 0; i < tokens.length && steps < 400; steps++) {
    const { text, partner, newline } = tokens[i]!;
    if (i > from && newline && /^(const|let|var|function|test|it|describe|export|import)$/.test(text)) return i;
    if (/^[;)\]}]$/.test(text)) return i;
    i = partner > i ? partner + 1 : i + 1;
    if (text === '{' && tokens[i]?.newline && i > from + 1) return i;
  }
  return i;
}

/** Finds `def` and `class` by their columns. */
function findPythonScopes({ tokens, text, ...rest }: TokenizedSource): OpenScope[] {
  const source = { tokens, text, ...rest };
  const scopes: OpenScope[] = [];
  const open: { scope: OpenScope; column: number }[] = [];
  let depthEnd = -1;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.newline && i > depthEnd) {
      const column = getColumn(text, token.start);
      while (open.length > 0 && open.at(-1)!.column >= column) open.pop()!.scope.to = i;
      const word = token.text === 'async' ? i + 1 : i;
      const name = tokens[word + 1];
      if (/^(def|class)$/.test(tokens[word]!.text) && name?.kind === 'word') {
        const isClass = tokens[word]!.text === 'class';
        const isTest = !isClass && /^test/i.test(name.text);
        const parameters = isClass ? [] : splitCallArguments(source, word + 2).map(({ from }) => tokens[from]!.text);
        const kind = isClass ? 'group' : isTest ? 'test' : 'function';
        const scope: OpenScope = { from: i, to: tokens.length, name: name.text, kind, parameters };
        scopes.push(scope);
        open.push({ scope, column });
      }
    }
    if (token.partner > i && i > depthEnd) depthEnd = token.partner;
  }
  return scopes;
}

/** Finds `def test_x`, `it "x" do` and `describe X do` up to an `end` that is not further indented. */
function findRubyScopes(source: TokenizedSource): OpenScope[] {
  const { tokens, text } = source;
  const scopes: OpenScope[] = [];
  const open: { scope: OpenScope; column: number }[] = [];
  for (const [i, token] of tokens.entries()) {
    if (!token.newline) continue;
    const column = getColumn(text, token.start);
    while (open.length > 0 && open.at(-1)!.column >= column) open.pop()!.scope.to = i;
    const at = token.text === 'RSpec' ? i + 2 : i;
    const name = tokens[at + 1]?.text === '(' ? tokens[at + 2] : tokens[at + 1];
    const word = tokens[at]?.text ?? '';
    if (!name || name.newline) continue;
    const isTest = word === 'def' ? /^test/.test(name.text) : /^(it|test|specify|scenario|should|example)$/.test(word);
    const isGroup = /^(describe|context|class|module|feature)$/.test(word);
    if (!isTest && !isGroup && word !== 'def') continue;
    const kind = isTest ? 'test' : isGroup ? 'group' : 'function';
    const title = name.kind === 'string' ? name.text.slice(1, -1) : name.text;
    const parameters = word === 'def' ? splitCallArguments(source, at + 2).map(({ from }) => tokens[from]!.text) : [];
    const scope: OpenScope = { from: i, to: tokens.length, name: title, kind, parameters };
    scopes.push(scope);
    open.push({ scope, column });
  }
  return scopes;
}

function getColumn(text: string, offset: number): number {
  // No statement is indented further than this.
  const from = Math.max(0, offset - 400);
  const line = text.slice(from, offset);
  return line.length - 1 - line.lastIndexOf('\n');
}
