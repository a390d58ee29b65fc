import type { HiddenFileLanguage } from './hidden_file_language.js';
import { type HiddenFileToken, tokenizeHiddenFile } from './hidden_file_token.js';

/** Test with wrong expected values, and their number. */
interface WrongTest {
  content: string;
  count: number;
}

/**
 * Makes the expected values in a test's assertions wrong: numbers, strings and truth values.
 *
 * No value keeps its meaning, and equal values become different, so that a changed input cannot compensate for a
 * changed expectation. The result is deterministic: results of the reference solution apply to every other patch.
 *
 * @returns undefined if no value is certainly expected
 */
export function createWrongExpectations(content: string, language: HiddenFileLanguage): WrongTest | undefined {
  if (language.name === 'shell') return createWrongShellExpectations(content);
  const tokens = tokenizeHiddenFile(content, language);
  if (!tokens) return undefined;
  const expected = [...findExpectedTokens(tokens, language)]
    .filter((token) => isLiteral(token))
    .sort((a, b) => a.start - b.start);
  const unique = expected.filter((token, i) => token !== expected[i - 1]);
  return replacePieces(
    content,
    unique.map((token, i) => ({ ...token, text: createWrongValue(token, i) })),
  );
}

function replacePieces(
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
const isLiteral = ({ kind, text }: HiddenFileToken) =>
  kind === 'string' || kind === 'number' || (kind === 'word' && Object.hasOwn(TRUTH, text));

/** Creates another value of the same kind; `nth` keeps equal values from staying equal. */
function createWrongValue({ kind, text }: HiddenFileToken, nth: number): string {
  if (kind === 'word') return TRUTH[text]!;
  if (kind === 'string') {
    const close = /("""|'''|["'`])$/.exec(text)![1]!;
    return `${text.slice(0, -close.length)}q${nth}${close}`;
  }
  // A digit more before the last one gives another number in every notation.
  const digit = String(1 + (nth % 9));
  if (/^0[xXbBoO]/.test(text)) return text.replace(/^(0.)/, '$11').replace(/^0[oO]1/, '0o1');
  return text.replace(/^\d[\d_]*/, (whole) => `${digit}${whole.replace(/^0+(?=\d)/, '')}`);
}

/** Names of assertions with the expectation among their arguments. */
const ASSERTION =
  /^(assert\w*|equals?|same|is|eql?|eq|equiv|deepEqual\w*|strictEqual|deepStrictEqual|(?:Not)?Equal\w*|Len|Contains|ElementsMatch|JSONEq|partialDeepStrictEqual)$/;
/** Matchers after `expect(…)` or `should`, all of whose arguments are expected. */
const MATCHER =
  /^(to[A-Z_]\w*|be|eql?|eq|equal|equals|include|contain|match|isEqualTo|isSameAs|contains\w*|hasSize|must_\w+)$/;
/** Words before the dot of a matcher. */
const MATCHER_CHAIN = /^(\)|to|be|been|is|that|which|and|has|have|with|deep|should|nested|own|strictly|a|an)$/;
/** Names that people give to expected values. */
const EXPECTATION_NAME = /^(want(ed)?|expect(ed)?|exp)$/i;
/** Negated assertions, whose values are left alone. */
const NEGATED_NAME = /not|differ|throws|rejects|raises/i;
const COMPARISON = /^===?$/;
const OPEN = /^[([{]$/;
const CLOSE = /^[)\]}]$/;

function* findExpectedTokens(
  all: readonly HiddenFileToken[],
  { name }: HiddenFileLanguage,
): Generator<HiddenFileToken> {
  const tokens = all.filter(({ kind }) => kind !== 'line-end');
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1];
    if (token.kind !== 'word' || next === undefined) continue;
    if (next.text === '(') {
      const args = splitArgumentTokens(tokens, i + 1);
      if (MATCHER.test(token.text) && (isChained(tokens, i) || name === 'ruby')) yield* args.flat();
      else if (ASSERTION.test(token.text) && !NEGATED_NAME.test(token.text)) yield* selectExpectedArguments(args);
    }
    if (name === 'python' && token.text === 'assert') yield* findComparedTokens(readStatement(all, token));
    if (EXPECTATION_NAME.test(token.text) && /^(:|=|:=|=>)$/.test(next.text)) yield* readValue(tokens, i + 2);
    if (name === 'go' && token.text === 'if') yield* findComparedUntil(tokens, i + 1, '{', '!=');
    if (name === 'ruby' && /^(eq|eql|equal|be|must_equal|assert_equal)$/.test(token.text) && isLiteral(next))
      yield next;
  }
}

const isChained = (tokens: readonly HiddenFileToken[], i: number) =>
  tokens[i - 1]?.text === '.' && MATCHER_CHAIN.test(tokens[i - 2]?.text ?? '');

/** Selects the second of (actual, expected), or the first of (expected, actual): the one that is a pure value. */
function selectExpectedArguments(args: readonly HiddenFileToken[][]): HiddenFileToken[] {
  const [first = []] = args;
  // Assertions of Go begin with the test itself.
  const values = args.length > 2 && first.length === 1 && first[0]!.text === 't' ? args.slice(1) : args;
  if (values.length === 1) return [...findComparedTokens(values[0]!)];
  const [one = [], two = []] = values;
  if (isPure(two)) return two;
  return isPure(one) ? one : two;
}

const isPure = (tokens: readonly HiddenFileToken[]) =>
  tokens.some(isLiteral) &&
  tokens.every((token) => isLiteral(token) || /^[[\]{},:()+-]$/.test(token.text) || token.kind === 'word') &&
  !tokens.some((token, i) => token.kind === 'word' && tokens[i + 1]?.text === '(');

/** Splits the arguments of a call whose parenthesis is at an index; empty if it is never closed. */
function splitArgumentTokens(tokens: readonly HiddenFileToken[], open: number): HiddenFileToken[][] {
  const args: HiddenFileToken[][] = [[]];
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

/** Finds values on the right of an equality, or in the brackets there. */
function* findComparedTokens(tokens: readonly HiddenFileToken[], operator = COMPARISON): Generator<HiddenFileToken> {
  for (const [i, token] of tokens.entries()) {
    const plain = token.kind === 'word' && token.text === 'is' && isLiteral(tokens[i + 1] ?? token);
    if (plain || (token.kind === 'symbol' && operator.test(token.text))) yield* readValue(tokens, i + 1);
  }
}

function* findComparedUntil(
  tokens: readonly HiddenFileToken[],
  from: number,
  until: string,
  operator: string,
): Generator<HiddenFileToken> {
  const end = tokens.findIndex((token, i) => i >= from && token.text === until);
  yield* findComparedTokens(tokens.slice(from, end < 0 ? from : end), new RegExp(`^${operator}$`));
}

/** Reads the value at an index: one literal, or everything between brackets. */
function readValue(tokens: readonly HiddenFileToken[], from: number): HiddenFileToken[] {
  const at = tokens[from]?.text === '-' ? from + 1 : from;
  const token = tokens[at];
  if (!token) return [];
  return OPEN.test(token.text) ? splitArgumentTokens(tokens, at).flat() : isLiteral(token) ? [token] : [];
}

/** Returns the rest of a statement: to the end of its line or of the open brackets. */
function readStatement(all: readonly HiddenFileToken[], from: HiddenFileToken): HiddenFileToken[] {
  const rest: HiddenFileToken[] = [];
  let depth = 0;
  for (const token of all.slice(all.indexOf(from) + 1)) {
    if (OPEN.test(token.text)) depth++;
    if (CLOSE.test(token.text)) depth--;
    if (token.kind === 'line-end' && depth <= 0) break;
    if (token.kind !== 'line-end') rest.push(token);
  }
  return rest;
}

/** Matches `[ "$x" = value ]`, `test … = value` and `-eq 3`. Counters of a script are not expectations. */
const SHELL_COMPARISON =
  /((?:\[\[?|\btest)\s+(?:"\$[^"\n]*"|\$\w+|"\$\([^\n]*\)")\s+(?:==?|-eq)\s+)("[^"$`\\\n]*"|'[^'\n]*'|[\w.-]+)(?=\s+(?:\]|-a|&&)|\s*[;\n&|)])/g;
const SHELL_COUNTER = /\$\{?(\d|@|\?|#|result|status|rc|ret|bad|failed|failures|errors?|ok|count|n)\b/i;

function createWrongShellExpectations(content: string): WrongTest | undefined {
  const pieces = [...content.matchAll(SHELL_COMPARISON)].flatMap((match, i) => {
    const [, before = '', value = ''] = match;
    if (SHELL_COUNTER.test(before) || isInHereDocument(content, match.index)) return [];
    const start = match.index + before.length;
    const close = /["']$/.exec(value)?.[0] ?? '';
    const text = /^\d+$/.test(value) ? `${1 + (i % 9)}${value}` : `${close ? value.slice(0, -1) : value}q${i}${close}`;
    return [{ start, end: start + value.length, text }];
  });
  return replacePieces(content, pieces);
}

function isInHereDocument(content: string, at: number): boolean {
  for (const match of content.slice(0, at).matchAll(/<<-?\s*['"]?(\w+)['"]?[^\n]*\n/g)) {
    const end = new RegExp(`^\\s*${match[1]}$`, 'm').exec(content.slice(match.index + match[0].length));
    if (!end || match.index + match[0].length + end.index > at) return true;
  }
  return false;
}
