import { getLiteralReader, getWordPattern, type LiteralReader } from './literal_reader.js';
import type { SourceToken } from './source_token.js';
import type { TestLanguage } from './test_language.js';

/** Test file split into tokens. */
export interface TokenizedSource {
  text: string;
  language: TestLanguage;
  tokens: SourceToken[];
}

/** Most characters of a test file; longer texts are not written by people. */
const MOST_SOURCE_CHARACTERS = 2 ** 20;
const MOST_SOURCE_TOKENS = 300_000;
/** Most unmatched quotes, as in the text of JSX. */
const MOST_STRAY_QUOTES = 200;

const SOURCE_NUMBER =
  /(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*(?:'\d+)*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?|\.\d[\d_]*(?:[eE][+-]?\d+)?)(?:[iu](?:8|16|32|64|128|size)|f(?:32|64)|[uU]?[lL]{1,2}|[lL]?[uU]|[nfFdDmMuUj])?/y;
const SOURCE_SYMBOL =
  /=== |===|!==|\*\*=|==|!=|<=>|<=|>=|:=|=>|->|&&|\|\||\?\.|::|\.\.\.|<<|\+\+|--|\+=|-=|=~|!~|[\s\S]/y;

/** Start of comments up to the line end, and marks of block comments. */
const LINE_COMMENTS: Record<TestLanguage, readonly string[]> = {
  javascript: ['//'],
  python: ['#'],
  go: ['//'],
  java: ['//'],
  kotlin: ['//'],
  csharp: ['//', '#'],
  rust: ['//'],
  c: ['//'],
  ruby: ['#'],
  php: ['//', '#'],
  shell: ['#'],
};

/**
 * Splits a source text into tokens in one pass. It is no parser, but exact about strings, comments and regular
 * expressions.
 *
 * @returns undefined for a text that is too long or cannot be read to its end, such as one with an unclosed string
 */
export function tokenizeSource(text: string, language: TestLanguage): TokenizedSource | undefined {
  if (text.length > MOST_SOURCE_CHARACTERS || language === 'shell') return undefined;
  const readLiteral: LiteralReader = getLiteralReader(language);
  const word = getWordPattern(language);
  const comments = LINE_COMMENTS[language];
  const tokens: SourceToken[] = [];
  const open: number[] = [];
  /** Tokens whose here documents begin with the next line. */
  let announced: { token: SourceToken; end: RegExp }[] = [];
  let newline = true;
  let strays = 0;
  let at = text.startsWith('#!') ? findLineEnd(text, 0) : 0;
  const push = (kind: SourceToken['kind'], end: number): SourceToken => {
    const token: SourceToken = { kind, start: at, end, text: text.slice(at, end), newline, partner: -1 };
    tokens.push(token);
    newline = false;
    at = end;
    return token;
  };
  while (at < text.length) {
    if (tokens.length > MOST_SOURCE_TOKENS) return undefined;
    const one = text[at]!;
    if (one === '\n') {
      newline = true;
      at++;
      for (const { token, end } of announced) {
        end.lastIndex = at;
        const found = end.exec(text);
        if (!found) return undefined;
        token.body = { start: at, end: found.index };
        at = found.index + found[0].length;
      }
      announced = [];
      continue;
    }
    if (one === ' ' || one === '\t' || one === '\r' || one === '\f' || one === '\uFEFF') {
      at++;
      continue;
    }
    if (one === '\\' && /[\r\n]/.test(text[at + 1] ?? '')) {
      at += text[at + 1] === '\r' ? 3 : 2;
      continue;
    }
    const comment = findCommentEnd(text, at, language, comments, newline);
    if (comment === -1) return undefined;
    if (comment > at) {
      at = comment;
      continue;
    }
    const literal = readLiteral(text, at, tokens);
    if (literal === 'unclosed') return undefined;
    if (literal) {
      const token = push(literal.kind, literal.end);
      if (token.text.length === 1 && ++strays > MOST_STRAY_QUOTES) return undefined;
      if (literal.bodyEnd) announced.push({ token, end: literal.bodyEnd });
      continue;
    }
    word.lastIndex = at;
    const name = word.exec(text)?.[0];
    if (name) {
      push('word', at + name.length);
      continue;
    }
    if (/[\d.]/.test(one)) {
      SOURCE_NUMBER.lastIndex = at;
      const number = SOURCE_NUMBER.exec(text)?.[0];
      const isField = one === '.' && /[)\]\w]$/.test(text[at - 1] ?? '');
      if (number && !isField) {
        push('number', at + number.length);
        continue;
      }
    }
    SOURCE_SYMBOL.lastIndex = at;
    const symbol = SOURCE_SYMBOL.exec(text)![0].trimEnd() || one;
    const token = push('symbol', at + symbol.length);
    if (symbol === '(' || symbol === '[' || symbol === '{') open.push(tokens.length - 1);
    else if (symbol === ')' || symbol === ']' || symbol === '}') {
      const from = open.at(-1);
      if (from !== undefined && tokens[from]!.text === { ')': '(', ']': '[', '}': '{' }[symbol]) {
        open.pop();
        token.partner = from;
        tokens[from]!.partner = tokens.length - 1;
      }
    }
  }
  return { text, language, tokens };
}

/**
 * Finds the offset after a comment or preprocessor line at an offset.
 *
 * Returns the same offset if there is none, and -1 if it never ends.
 */
function findCommentEnd(
  text: string,
  at: number,
  language: TestLanguage,
  marks: readonly string[],
  atLineStart: boolean,
): number {
  const one = text[at]!;
  if (one === '#' && language === 'c' && atLineStart) {
    let end = findLineEnd(text, at);
    while (/\\\r?$/.test(text.slice(Math.max(at, end - 2), end)) && end < text.length) end = findLineEnd(text, end + 1);
    return end;
  }
  if (one !== '/' && one !== '#' && one !== '=') return at;
  if (language === 'php' && text.startsWith('#[', at)) return at;
  if (marks.some((mark) => text.startsWith(mark, at))) return findLineEnd(text, at);
  if (language === 'ruby' && one === '=' && atLineStart && text.startsWith('=begin', at)) {
    const end = text.indexOf('\n=end', at);
    return end < 0 ? -1 : findLineEnd(text, end + 1);
  }
  if (one !== '/' || text[at + 1] !== '*' || language === 'python' || language === 'ruby') return at;
  if (language !== 'rust' && language !== 'kotlin') {
    const end = text.indexOf('*/', at + 2);
    return end < 0 ? -1 : end + 2;
  }
  // Comments nest in these languages.
  const mark = /\/\*|\*\//g;
  mark.lastIndex = at;
  for (let depth = 0, found = mark.exec(text); found; found = mark.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return -1;
}

function findLineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
