import type { Lexis } from './lexis.js';
import { readLiteral } from './literals.js';
import { isMark, pairBrackets, type Scanned, type Token } from './tokens.js';

/** Code inside texts inside code: deeper than this it is text. */
const MOST_NESTED = 12;
/** Code with more words than this is not read to its end. */
export const MOST_TOKENS = 16_000;
const SPACE = /[ \t\r\f\v\\\u00a0]+/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*[?!]?/uy;
const NUMBER = /0[xX][\da-fA-F_]+|0[oO]?[0-7_]+(?![.\d])|0[bB][01_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const MARK =
  /\*\*=|\.\.\.|===|!==|<=>|<<=|>>=|\|\|=|&&=|\?\?=|=>|->|::|:=|\+=|-=|\*=|\/=|\.=|%=|\|=|&=|\^=|==|!=|=~|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|<<|>>|\*\*|\.\.|[^\s]/uy;
const CONTINUES = /^(?:[.,+*/%&|=<>?:([{-]|=>|->|\?\.|&&|\|\||\?\?|\+=|\.\.\.|==|===|::)$/;
const CONTINUED = /^(?:\.|\?\.|->|&&|\|\||\?\?|\+|\?|:|\.\.\.)$/;

/**
 * Tells the words of code apart in one pass over it. Tolerant: what is no word of the language is a mark, an open text ends with
 * the code.
 */
export function scan(code: string, lexis: Lexis): Token[] {
  return scanFrom(code, 0, lexis, 0).tokens;
}

/** Scans up to the end, or, inside a text, up to the brace that closes what began there. */
export function scanFrom(code: string, from: number, lexis: Lexis, nested: number): Scanned {
  const tokens: Token[] = [];
  let at = from;
  let round = 0;
  let braces = 0;
  const heredocs: ((after: number) => number)[] = [];
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(code)?.[0];
  };
  const within = (inner: number) => scanFrom(code, inner, lexis, nested + 1);

  while (at < code.length && tokens.length < MOST_TOKENS) {
    const here = code[at]!;
    if (here === '\n') {
      at += 1;
      for (const take of heredocs.splice(0)) at = take(at);
      const indent = match(/[ \t]*/y)?.length ?? 0;
      if (lexis.lines !== 'none' && round === 0 && (lexis.lines === 'statements' || braces === 0))
        tokens.push({ kind: 'newline', indent });
      continue;
    }
    const space = match(SPACE);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    if (lexis.comment.some((sign) => code.startsWith(sign, at))) {
      const end = code.indexOf('\n', at);
      at = end < 0 ? code.length : end;
      continue;
    }
    if (lexis.block_comment && code.startsWith(lexis.block_comment[0], at)) {
      const end = code.indexOf(lexis.block_comment[1], at + 2);
      at = end < 0 ? code.length : end + 2;
      continue;
    }
    const literal = readLiteral(code, at, lexis, {
      value: expectsValue(tokens.at(-1)),
      within: nested < MOST_NESTED ? within : undefined,
      heredocs,
    });
    if (literal) {
      tokens.push(literal.token);
      at = literal.end;
      continue;
    }
    const name = readName(code, at, lexis);
    if (name !== undefined) {
      tokens.push({ kind: 'name', text: name });
      at += name.length;
      continue;
    }
    const number = match(NUMBER);
    if (number !== undefined) {
      tokens.push({ kind: 'number', number: toNumber(number) });
      at += number.length;
      continue;
    }
    const joined = match(MARK) ?? here;
    // Two colons in a slice are not one sign.
    const mark = joined === '::' && lexis.lines === 'indent' ? ':' : joined;
    if (mark === '(' || mark === '[') round += 1;
    if ((mark === ')' || mark === ']') && round > 0) round -= 1;
    if (mark === '{') braces += 1;
    if (mark === '}') {
      if (braces === 0 && nested > 0) break;
      braces = Math.max(0, braces - 1);
    }
    tokens.push({ kind: 'mark', text: mark });
    at += mark.length;
  }
  return { tokens: pairBrackets(lexis.lines === 'statements' ? joinLines(tokens) : tokens), end: at };
}

/** A name, with its sign where variables have one. */
function readName(code: string, at: number, lexis: Lexis): string | undefined {
  let start = at;
  while (start - at < 2 && lexis.sigils.includes(code[start] ?? ' ')) start += 1;
  NAME.lastIndex = start;
  const name = NAME.exec(code)?.[0];
  if (name !== undefined) {
    const end = start + name.length;
    // `?` and `!` belong to names in Ruby only, and not before `=` or as an operator.
    const cut = /[?!]$/.test(name) && (lexis.interpolation !== 'hash' || code[end] === '=') ? end - 1 : end;
    return code.slice(at, cut);
  }
  const special = start > at && /[_!@0&\d]/.test(code[start] ?? '') && lexis.interpolation === 'dollar';
  return special
    ? code.slice(at, start + 1)
    : start > at && code[at] === '$' && lexis.lines !== 'none'
      ? '$'
      : undefined;
}

function toNumber(text: string): number {
  const plain = text.replaceAll('_', '');
  return /^0[0-7]+$/.test(plain) ? Number.parseInt(plain, 8) : Number(plain);
}

/** Whether a value, not an operator, comes next: tells a pattern from a division. */
function expectsValue(before: Token | undefined): boolean {
  if (!before || before.kind === 'newline') return true;
  if (before.kind === 'mark') return ![')', ']', '}'].includes(before.text);
  if (before.kind === 'name')
    return [
      'return',
      'typeof',
      'case',
      'in',
      'of',
      'and',
      'or',
      'not',
      'if',
      'unless',
      'split',
      'grep',
      'when',
    ].includes(before.text);
  return false;
}

/** Takes the ends of lines away over which a statement goes on. */
function joinLines(tokens: Token[]): Token[] {
  return tokens.filter((token, index) => {
    if (token.kind !== 'newline') return true;
    const next = tokens[index + 1];
    const before = tokens[index - 1];
    if (before?.kind === 'newline') return false;
    if (next?.kind === 'mark' && CONTINUED.test(next.text)) return false;
    return !(before?.kind === 'mark' && CONTINUES.test(before.text) && !isMark(before, '{'));
  });
}
