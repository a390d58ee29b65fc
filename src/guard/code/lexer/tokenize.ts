import type { LexerSpec } from '../../vocabulary/vocabulary.js';
import { type CodeToken, isMarkToken, pairBrackets, type TokenizedCode } from './code_token.js';
import { readLiteral } from './read_literal.js';

/** Maximum nesting of code inside texts; deeper code is read as text. */
const MAX_NESTING = 12;
/** Maximum number of tokens; longer code is not read to its end. */
export const MAX_TOKENS = 16_000;
const SPACE = /[ \t\r\f\v\\\u00a0]+/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*[?!]?/uy;
const NUMBER = /0[xX][\da-fA-F_]+|0[oO]?[0-7_]+(?![.\d])|0[bB][01_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const MARK = new RegExp(
  [
    String.raw`\*\*=|\.\.\.|===|!==|<=>|<<=|>>=|\|\|=|&&=|\?\?=|=>|->|::|:=|\+=|-=|\*=|\/=|\.=|%=|\|=|&=|\^=|==|!=|`,
    String.raw`=~|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|<<|>>|\*\*|\.\.|[^\s]`,
  ].join(''),
  'uy',
);
const CONTINUES = /^(?:[.,+*/%&|=<>?:([{-]|=>|->|\?\.|&&|\|\||\?\?|\+=|\.\.\.|==|===|::)$/;
const CONTINUED = /^(?:\.|\?\.|->|&&|\|\||\?\?|\+|\?|:|\.\.\.)$/;

/** Splits code into tokens. An unknown character is a mark, and an open text ends with the code. */
export function tokenize(code: string, lexer: LexerSpec): CodeToken[] {
  return tokenizeFrom(code, 0, lexer, 0).tokens;
}

/** Tokenizes up to the end of the code or, inside a text, up to the closing brace of the interpolation. */
function tokenizeFrom(code: string, start: number, lexer: LexerSpec, nested: number): TokenizedCode {
  const tokens: CodeToken[] = [];
  let index = start;
  let round = 0;
  let braces = 0;
  let heredocEnd = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = index;
    return pattern.exec(code)?.[0];
  };
  const tokenizeInner = (inner: number) => tokenizeFrom(code, inner, lexer, nested + 1);

  while (index < code.length && tokens.length < MAX_TOKENS) {
    const character = code[index]!;
    if (character === '\n') {
      index = Math.max(index + 1, heredocEnd);
      heredocEnd = 0;
      const indent = match(/[ \t]*/y)?.length ?? 0;
      if (lexer.lines !== 'none' && round === 0 && (lexer.lines === 'statements' || braces === 0))
        tokens.push({ kind: 'newline', indent });
      continue;
    }
    const space = match(SPACE);
    if (space !== undefined) {
      index += space.length;
      continue;
    }
    if (lexer.comment.some((sign) => code.startsWith(sign, index))) {
      const end = code.indexOf('\n', index);
      index = end < 0 ? code.length : end;
      continue;
    }
    if (lexer.block_comment && code.startsWith(lexer.block_comment[0], index)) {
      const end = code.indexOf(lexer.block_comment[1], index + 2);
      index = end < 0 ? code.length : end + 2;
      continue;
    }
    const literal = readLiteral(code, index, lexer, {
      value: isValueExpected(tokens.at(-1)),
      within: nested < MAX_NESTING ? tokenizeInner : undefined,
      heredocEnd,
    });
    if (literal) {
      tokens.push(literal.token);
      index = literal.end;
      heredocEnd = literal.heredocEnd ?? heredocEnd;
      continue;
    }
    const name = readName(code, index, lexer);
    if (name !== undefined) {
      tokens.push({ kind: 'name', text: name });
      index += name.length;
      continue;
    }
    const number = match(NUMBER);
    if (number !== undefined) {
      tokens.push({ kind: 'number', number: parseNumber(number) });
      index += number.length;
      continue;
    }
    const joined = match(MARK) ?? character;
    // Two colons in a slice are two tokens.
    const mark = joined === '::' && lexer.lines === 'indent' ? ':' : joined;
    if (mark === '(' || mark === '[') round += 1;
    if ((mark === ')' || mark === ']') && round > 0) round -= 1;
    if (mark === '{') braces += 1;
    if (mark === '}') {
      if (braces === 0 && nested > 0) break;
      braces = Math.max(0, braces - 1);
    }
    tokens.push({ kind: 'mark', text: mark });
    index += mark.length;
  }
  return { tokens: pairBrackets(lexer.lines === 'statements' ? joinLines(tokens) : tokens), end: index };
}

/** Reads a name, with its sigil in languages that have one. */
function readName(code: string, index: number, lexer: LexerSpec): string | undefined {
  let start = index;
  while (start - index < 2 && lexer.sigils.includes(code[start] ?? ' ')) start += 1;
  NAME.lastIndex = start;
  const name = NAME.exec(code)?.[0];
  if (name !== undefined) {
    const end = start + name.length;
    // `?` and `!` belong to names in Ruby only, and not before `=` or as an operator.
    const cut = /[?!]$/.test(name) && (lexer.interpolation !== 'hash' || code[end] === '=') ? end - 1 : end;
    return code.slice(index, cut);
  }
  const special = start > index && /[_!@0&\d]/.test(code[start] ?? '') && lexer.interpolation === 'dollar';
  return special
    ? code.slice(index, start + 1)
    : start > index && code[index] === '$' && lexer.lines !== 'none'
      ? '$'
      : undefined;
}

function parseNumber(text: string): number {
  const plain = text.replaceAll('_', '');
  return /^0[0-7]+$/.test(plain) ? Number.parseInt(plain, 8) : Number(plain);
}

/** Returns true if a value comes next and not an operator: distinguishes a regular expression from a division. */
function isValueExpected(previous: CodeToken | undefined): boolean {
  if (!previous || previous.kind === 'newline') return true;
  if (previous.kind === 'mark') return ![')', ']', '}'].includes(previous.text);
  if (previous.kind === 'name')
    return /^(?:return|typeof|case|in|of|and|or|not|if|unless|split|grep|when)$/.test(previous.text);
  return false;
}

/** Removes the line ends over which a statement continues. */
function joinLines(tokens: CodeToken[]): CodeToken[] {
  return tokens.filter((token, index) => {
    if (token.kind !== 'newline') return true;
    const next = tokens[index + 1];
    const previous = tokens[index - 1];
    if (previous?.kind === 'newline') return false;
    if (next?.kind === 'mark' && CONTINUED.test(next.text)) return false;
    return !(previous?.kind === 'mark' && CONTINUES.test(previous.text) && !isMarkToken(previous, '{'));
  });
}
