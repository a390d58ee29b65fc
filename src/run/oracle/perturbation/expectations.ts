import type { Language } from './language.js';
import { type Token, tokensOf } from './tokens.js';

/** A test whose expected values were made wrong, and how many. */
export interface WrongTest {
  content: string;
  count: number;
}

/**
 * Makes the expected values in a test's assertions wrong: numbers, strings and truth values. No value keeps its meaning, and two equal
 * ones become different, so that an input that is changed along with what is expected of it does not make up for it.
 *
 * The same text gives the same wrong test: what was seen of the reference solution holds for every other patch.
 *
 * @returns undefined where nothing was found that is certainly expected
 */
export function wrongExpectations(content: string, language: Language): WrongTest | undefined {
  if (language.name === 'shell') return wrongInShell(content);
  const tokens = tokensOf(content, language);
  if (!tokens) return undefined;
  const expected = [...expectedIn(tokens, language)]
    .filter((token) => isLiteral(token))
    .sort((a, b) => a.start - b.start);
  const unique = expected.filter((token, i) => token !== expected[i - 1]);
  return replaced(
    content,
    unique.map((token, i) => ({ ...token, text: wrong(token, i) })),
  );
}

function replaced(
  content: string,
  pieces: readonly { start: number; end: number; text: string }[],
): WrongTest | undefined {
  if (pieces.length === 0) return undefined;
  let result = '';
  let at = 0;
  for (const { start, end, text } of pieces) {
    result += content.slice(at, start) + text;
    at = end;
  }
  return { content: result + content.slice(at), count: pieces.length };
}

const TRUTH: Record<string, string> = { true: 'false', false: 'true', True: 'False', False: 'True' };
const isLiteral = ({ kind, text }: Token) =>
  kind === 'string' || kind === 'number' || (kind === 'word' && Object.hasOwn(TRUTH, text));

/** Another value of the same kind; `nth` keeps two equal values from staying equal. */
function wrong({ kind, text }: Token, nth: number): string {
  if (kind === 'word') return TRUTH[text]!;
  if (kind === 'string') {
    const close = /("""|'''|["'`])$/.exec(text)![1]!;
    return `${text.slice(0, -close.length)}q${nth}${close}`;
  }
  // One digit more in front of what ends the whole part: another number in every notation.
  const digit = String(1 + (nth % 9));
  if (/^0[xXbBoO]/.test(text)) return text.replace(/^(0.)/, '$11').replace(/^0[oO]1/, '0o1');
  return text.replace(/^\d[\d_]*/, (whole) => `${digit}${whole.replace(/^0+(?=\d)/, '')}`);
}

/** Assertions by what people call them, with the expectation among their arguments. */
const ASSERTION =
  /^(assert\w*|equals?|same|is|eql?|eq|equiv|deepEqual\w*|strictEqual|deepStrictEqual|(?:Not)?Equal\w*|Len|Contains|ElementsMatch|JSONEq|partialDeepStrictEqual)$/;
/** Matchers behind `expect(…)` or `should`: all of their arguments are expected. */
const MATCHER =
  /^(to[A-Z_]\w*|be|eql?|eq|equal|equals|include|contain|match|isEqualTo|isSameAs|contains\w*|hasSize|must_\w+)$/;
/** What stands before the dot of a matcher. */
const CHAIN = /^(\)|to|be|been|is|that|which|and|has|have|with|deep|should|nested|own|strictly|a|an)$/;
/** Names that people give to what is expected. */
const NAMED = /^(want(ed)?|expect(ed)?|exp)$/i;
/** What is not equal stays so. */
const NEGATIVE = /not|differ|throws|rejects|raises/i;
const COMPARISON = /^===?$/;
const OPEN = /^[([{]$/;
const CLOSE = /^[)\]}]$/;

function* expectedIn(all: readonly Token[], { name }: Language): Generator<Token> {
  const tokens = all.filter(({ kind }) => kind !== 'line-end');
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1];
    if (token.kind !== 'word' || next === undefined) continue;
    if (next.text === '(') {
      const args = argumentsAt(tokens, i + 1);
      if (MATCHER.test(token.text) && (isChained(tokens, i) || name === 'ruby')) yield* args.flat();
      else if (ASSERTION.test(token.text) && !NEGATIVE.test(token.text)) yield* expectedArguments(args);
    }
    if (name === 'python' && token.text === 'assert') yield* compared(statementAt(all, token));
    if (NAMED.test(token.text) && /^(:|=|:=|=>)$/.test(next.text)) yield* valueAt(tokens, i + 2);
    if (name === 'go' && token.text === 'if') yield* comparedUntil(tokens, i + 1, '{', '!=');
    if (name === 'ruby' && /^(eq|eql|equal|be|must_equal|assert_equal)$/.test(token.text) && isLiteral(next))
      yield next;
  }
}

const isChained = (tokens: readonly Token[], i: number) =>
  tokens[i - 1]?.text === '.' && CHAIN.test(tokens[i - 2]?.text ?? '');

/** Of (actual, expected) the second, of (expected, actual) the first: it is the one that is nothing but a value. */
function expectedArguments(args: readonly Token[][]): Token[] {
  const [first = []] = args;
  // Go's assertions begin with the test itself.
  const values = args.length > 2 && first.length === 1 && first[0]!.text === 't' ? args.slice(1) : args;
  if (values.length === 1) return [...compared(values[0]!)];
  const [one = [], two = []] = values;
  if (isPure(two)) return two;
  return isPure(one) ? one : two;
}

const isPure = (tokens: readonly Token[]) =>
  tokens.some(isLiteral) &&
  tokens.every((token) => isLiteral(token) || /^[[\]{},:()+-]$/.test(token.text) || token.kind === 'word') &&
  !tokens.some((token, i) => token.kind === 'word' && tokens[i + 1]?.text === '(');

/** Arguments of a call whose parenthesis is at an index; empty when it never closes. */
function argumentsAt(tokens: readonly Token[], open: number): Token[][] {
  const args: Token[][] = [[]];
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    const { text } = tokens[i]!;
    if (OPEN.test(text)) depth++;
    if (CLOSE.test(text)) depth--;
    if (depth === 0) return args.filter((arg) => arg.length > 0);
    if (depth === 1 && text === ',') args.push([]);
    else if (i > open) args.at(-1)!.push(tokens[i]!);
  }
  return [];
}

/** Values on the right of a comparison for equality, or what is in the brackets there. */
function* compared(tokens: readonly Token[], operator = COMPARISON): Generator<Token> {
  for (const [i, token] of tokens.entries()) {
    const plain = token.kind === 'word' && token.text === 'is' && isLiteral(tokens[i + 1] ?? token);
    if (plain || (token.kind === 'symbol' && operator.test(token.text))) yield* valueAt(tokens, i + 1);
  }
}

function* comparedUntil(tokens: readonly Token[], from: number, until: string, operator: string): Generator<Token> {
  const end = tokens.findIndex((token, i) => i >= from && token.text === until);
  yield* compared(tokens.slice(from, end < 0 ? from : end), new RegExp(`^${operator}$`));
}

/** A value that begins at an index: one literal, or everything between brackets. */
function valueAt(tokens: readonly Token[], from: number): Token[] {
  const at = tokens[from]?.text === '-' ? from + 1 : from;
  const token = tokens[at];
  if (!token) return [];
  return OPEN.test(token.text) ? argumentsAt(tokens, at).flat() : isLiteral(token) ? [token] : [];
}

/** The rest of a statement: to the end of its line, or of the brackets that are open there. */
function statementAt(all: readonly Token[], from: Token): Token[] {
  const rest: Token[] = [];
  let depth = 0;
  for (const token of all.slice(all.indexOf(from) + 1)) {
    if (OPEN.test(token.text)) depth++;
    if (CLOSE.test(token.text)) depth--;
    if (token.kind === 'line-end' && depth <= 0) break;
    if (token.kind !== 'line-end') rest.push(token);
  }
  return rest;
}

/** `[ "$x" = value ]`, `test … = value`, `-eq 3`; outcomes that a script keeps count of are no expectations. */
const SHELL =
  /((?:\[\[?|\btest)\s+(?:"\$[^"\n]*"|\$\w+|"\$\([^\n]*\)")\s+(?:==?|-eq)\s+)("[^"$`\\\n]*"|'[^'\n]*'|[\w.-]+)(?=\s+(?:\]|-a|&&)|\s*[;\n&|)])/g;
const COUNTED = /\$\{?(\d|@|\?|#|result|status|rc|ret|bad|failed|failures|errors?|ok|count|n)\b/i;

function wrongInShell(content: string): WrongTest | undefined {
  const pieces = [...content.matchAll(SHELL)].flatMap((match, i) => {
    const [, before = '', value = ''] = match;
    if (COUNTED.test(before) || inHereDocument(content, match.index)) return [];
    const start = match.index + before.length;
    const close = /["']$/.exec(value)?.[0] ?? '';
    const text = /^\d+$/.test(value) ? `${1 + (i % 9)}${value}` : `${close ? value.slice(0, -1) : value}q${i}${close}`;
    return [{ start, end: start + value.length, text }];
  });
  return replaced(content, pieces);
}

function inHereDocument(content: string, at: number): boolean {
  for (const match of content.slice(0, at).matchAll(/<<-?\s*['"]?(\w+)['"]?[^\n]*\n/g)) {
    const end = new RegExp(`^\\s*${match[1]}$`, 'm').exec(content.slice(match.index + match[0].length));
    if (!end || match.index + match[0].length + end.index > at) return true;
  }
  return false;
}
