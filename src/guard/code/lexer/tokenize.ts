import { codeWords, forms, type LexerSpec } from '../../vocabulary/vocabulary.js';
import { type CodeToken, isToken, pairBrackets } from './code_token.js';
import { type Literal, matchAt, type NestedReader, readLiteral } from './read_literal.js';

/** Maximum nesting of code inside texts; deeper code is read as text. */
const MAX_NESTING = 12;
/** Maximum number of tokens; longer code is not read to its end. */
export const MAX_TOKENS = 16_000;

/** Splits code into tokens, up to its end or that of an interpolation; an open text ends with the code. */
export function tokenize(code: string, lexer: LexerSpec, start = 0, nested = 0): ReturnType<NestedReader> {
  const tokens: CodeToken[] = [];
  let index = start;
  let round = 0;
  let braces = 0;
  let heredocEnd = 0;
  const readNested = nested < MAX_NESTING ? (inner: number) => tokenize(code, lexer, inner, nested + 1) : undefined;

  while (index < code.length && tokens.length < MAX_TOKENS) {
    if (code[index] === '\n') {
      index = Math.max(index + 1, heredocEnd);
      heredocEnd = 0;
      const indent = matchAt(/[ \t]*/y, code, index)?.[0].length ?? 0;
      if (lexer.lines !== 'none' && round === 0 && (lexer.lines === 'statements' || braces === 0))
        tokens.push({ kind: 'newline', indent });
      continue;
    }
    const blankEnd = findBlankEnd(code, index, lexer);
    if (blankEnd !== undefined) {
      index = blankEnd;
      continue;
    }
    const situation = { lexer, value: isValueExpected(tokens.at(-1)), within: readNested, heredocEnd };
    const literal = readLiteral(code, index, situation) ?? readPlainToken(code, index, lexer);
    const { token } = literal;
    if (isToken(token, '(', '[')) round += 1;
    if (isToken(token, ')', ']')) round = Math.max(0, round - 1);
    if (isToken(token, '{')) braces += 1;
    if (isToken(token, '}')) {
      if (braces === 0 && nested > 0) break;
      braces = Math.max(0, braces - 1);
    }
    tokens.push(token);
    index = literal.end;
    heredocEnd = literal.heredocEnd ?? heredocEnd;
  }
  return { tokens: pairBrackets(lexer.lines === 'statements' ? joinLines(tokens) : tokens), end: index + 1 };
}

/** Returns the end of the blanks or of the comment at an index; undefined if there are none. */
function findBlankEnd(code: string, index: number, { comment, block_comment: block }: LexerSpec): number | undefined {
  const space = matchAt(forms.code_space, code, index);
  if (space) return index + space[0].length;
  const isLine = comment.some((sign) => code.startsWith(sign, index));
  if (!isLine && !(block && code.startsWith(block[0], index))) return undefined;
  const end = isLine ? code.indexOf('\n', index) : code.indexOf(block![1], index + 2);
  return end < 0 ? code.length : end + (isLine ? 0 : 2);
}

/** Reads a name, a number or a mark. */
function readPlainToken(code: string, index: number, lexer: LexerSpec): Literal {
  const name = readName(code, index, lexer);
  if (name !== undefined) return { token: { kind: 'name', text: name }, end: index + name.length };
  const digits = matchAt(forms.code_number, code, index)?.[0];
  if (digits !== undefined) {
    const plain = digits.replaceAll('_', '');
    const number = /^0[0-7]+$/.test(plain) ? Number.parseInt(plain, 8) : Number(plain);
    return { token: { kind: 'number', number }, end: index + digits.length };
  }
  const joined = matchAt(forms.code_mark, code, index)?.[0] ?? code[index]!;
  // Two colons in a slice are two tokens.
  const text = joined === '::' && lexer.lines === 'indent' ? ':' : joined;
  return { token: { kind: 'mark', text }, end: index + text.length };
}

/** Reads a name, with its sigil in languages that have one. */
function readName(code: string, index: number, lexer: LexerSpec): string | undefined {
  let start = index;
  while (start - index < 2 && lexer.sigils.includes(code[start] ?? ' ')) start += 1;
  const name = matchAt(forms.code_name, code, start)?.[0];
  if (name !== undefined) {
    const end = start + name.length;
    // `?` and `!` belong to names in Ruby only, and not before `=` or as an operator.
    const cut = /[?!]$/.test(name) && (lexer.interpolation !== 'hash' || code[end] === '=') ? end - 1 : end;
    return code.slice(index, cut);
  }
  if (start === index) return undefined;
  if (lexer.interpolation === 'dollar' && /[_!@0&\d]/.test(code[start] ?? '')) return code.slice(index, start + 1);
  return code[index] === '$' && lexer.lines !== 'none' ? '$' : undefined;
}

/** Returns true if a value comes next and not an operator: distinguishes a regular expression from a division. */
function isValueExpected(previous: CodeToken | undefined): boolean {
  if (!previous || previous.kind === 'newline') return true;
  if (previous.kind === 'mark') return ![')', ']', '}'].includes(previous.text);
  return previous.kind === 'name' && codeWords.before_value.has(previous.text);
}

/** Removes the line ends over which a statement continues. */
function joinLines(tokens: CodeToken[]): CodeToken[] {
  return tokens.filter((token, index) => {
    const [previous, next] = [tokens[index - 1], tokens[index + 1]];
    if (token.kind !== 'newline') return true;
    if (previous?.kind === 'newline') return false;
    if (next?.kind === 'mark' && forms.continued_mark.test(next.text)) return false;
    return !(previous?.kind === 'mark' && forms.continuing_mark.test(previous.text));
  });
}
