import { UNKNOWN_VALUE } from '../../invocation.js';
import { forms, type LexerSpec, vocabulary } from '../../vocabulary/vocabulary.js';
import type { CodeToken, LiteralPiece } from './code_token.js';

/** Escapes by letter; `\E` ends a change of case in Perl, and is a letter elsewhere. */
const { E: _, ...NAMED }: Readonly<Record<string, string>> = vocabulary.escapes;

/** Decodes the backslash escapes that most languages share. */
export function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(forms.escape, (_all, hex, four, braced, octal, line, alternative) => {
    if (line !== undefined) return '';
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    const code = hex ?? four ?? braced;
    if (code === undefined) return NAMED[alternative] ?? alternative;
    const point = Number.parseInt(code, 16);
    return point > 0x10ffff ? '' : String.fromCodePoint(point);
  });
}

/** Function that tokenizes code inside a text. Returns its tokens, and the index behind its closing brace. */
export type NestedReader = (from: number) => { tokens: CodeToken[]; end: number };

/** Context in which a literal may begin. */
interface LiteralContext {
  lexer: LexerSpec;
  /** True if a value may begin here. */
  value: boolean;
  /** Tokenizes code inside a text; undefined if texts are nested too deeply. */
  within: NestedReader | undefined;
  /** End of the here-documents that begin on the next line; 0 if there is none. */
  heredocEnd: number;
}

/** Token with the position of its end. */
export interface Literal {
  token: CodeToken;
  end: number;
  /** End of a here-document, of which the token is the text. */
  heredocEnd?: number;
}

/** Syntax of a text; without `close`, it ends with the code. */
interface QuoteStyle {
  close?: string;
  kind?: 'text' | 'shell';
  escapes: boolean;
  /** By default that of the language, in a text with escapes. */
  interpolation?: LexerSpec['interpolation'];
}

const PARTNERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Matches a sticky pattern at an index. */
export function matchAt(pattern: RegExp, code: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(code) ?? undefined;
}

/** Reads the text, pattern, word list or shell command that begins at a position; undefined if none does. */
export function readLiteral(code: string, index: number, situation: LiteralContext): Literal | undefined {
  const { lexer } = situation;
  const sign = code[index]!;
  const quote = matchAt(lexer.triple ? forms.prefixed_quote : forms.quote, code, index);
  if (quote) {
    const { prefix = '', close = '' } = quote.groups!;
    const templates = lexer.interpolation === 'template';
    const isPlain = lexer.triple ? !/f/i.test(prefix) : close === "'" || (close === '"' && templates);
    const kind = close !== '`' || templates ? 'text' : 'shell';
    const escapes = (close !== "'" || lexer.single_escapes) && !/r/i.test(prefix);
    const interpolation = isPlain ? 'none' : lexer.interpolation;
    return readQuoted(code, index + quote[0].length, situation, { close, kind, escapes, interpolation });
  }
  // `//` is an operator of Perl.
  if (lexer.patterns && sign === '/' && code[index + 1] !== '/' && situation.value) {
    const match = matchAt(forms.slashed_pattern, code, index);
    return match && createPattern(index + match[0].length);
  }
  const line = lexer.quoting === 'q' ? matchAt(forms.input_line, code, index) : undefined;
  if (line) return { token: { kind: 'name', text: 'STDIN' }, end: index + line[0].length };
  if (lexer.heredoc && sign === '<') return readHeredoc(code, index, situation);
  const prefix = code.slice(Math.max(0, index - 2), index);
  // `puts %x{ls}`
  const isPossible = lexer.quoting === 'q' ? !/[\w$@%&>]$/.test(prefix) : situation.value || /\w\s$/.test(prefix);
  const operator = isPossible ? matchAt(forms[`quoting_${lexer.quoting}`], code, index) : undefined;
  return operator && readDelimited(code, operator, situation);
}

/** Reads a text up to its closing quote. Tokenizes interpolated code in place. */
function readQuoted(code: string, origin: number, { lexer, within }: LiteralContext, style: QuoteStyle): Literal {
  const { close = '\u0000', kind = 'text', escapes, interpolation = escapes ? lexer.interpolation : 'none' } = style;
  const pieces: LiteralPiece[] = [];
  let index = origin;
  let start = origin;
  const flush = (end: number) => {
    const raw = code.slice(start, end);
    const plain = escapes ? decodeEscapes(raw) : raw.replace(/\\(['\\])/g, '$1');
    if (plain !== '') pieces.push(plain);
  };
  while (index < code.length && !code.startsWith(close, index)) {
    const sign = code[index]!;
    // A quote that is left open ends with its line, so that it does not hide what follows.
    if (sign === '\n' && close.length === 1 && interpolation === 'f_string') break;
    const isDoubled = interpolation === 'f_string' && /[{}]/.test(sign) && code[index + 1] === sign;
    const opening = within && sign !== '\\' ? readInterpolation(code, index, interpolation, within) : undefined;
    if (!opening) {
      index += sign === '\\' || isDoubled ? 2 : 1;
      continue;
    }
    flush(index);
    pieces.push(opening.tokens);
    index = opening.end;
    start = index;
  }
  flush(Math.min(index, code.length));
  if (pieces.length === 0) pieces.push('');
  return { token: { kind, pieces }, end: Math.min(code.length, index + close.length) };
}

/** Reads the name or the code that is interpolated at an index of a text; undefined if none is. */
function readInterpolation(code: string, index: number, style: LexerSpec['interpolation'], within: NestedReader) {
  const opening = matchAt(forms[`opening_${style}`], code, index);
  if (opening) return within(index + opening[0].length);
  const match = style === 'dollar' ? matchAt(forms.dollar_name, code, index) : undefined;
  if (!match) return undefined;
  const [{ length }, list, braced, plain, subscript] = match;
  let name = `$${braced ?? plain}`;
  if (list !== undefined) name = `"${list}"`;
  else if (subscript !== undefined)
    name = /^(?:ENV|ARGV)$/.test(plain ?? '') ? `${name}.${subscript.replace(/\W/g, '')}` : UNKNOWN_VALUE;
  return { tokens: [{ kind: 'name' as const, text: name }], end: index + length };
}

/** Creates the token of a regular expression, whose text has no effect. */
const createPattern = (end: number): Literal => ({ token: { kind: 'text', pieces: [UNKNOWN_VALUE] }, end });

/** Reads what stands between the delimiters of a quoting operator. */
function readDelimited(code: string, match: RegExpExecArray, situation: LiteralContext): Literal {
  const operator = match[1]!;
  const open = match[2]!.trim();
  const close = PARTNERS[open] ?? open;
  const start = match.index + match[0].length;
  let end = start;
  for (let depth = 1; end < code.length; end++) {
    if (code[end] === '\\') end += 1;
    else if (code[end] === close) depth -= 1;
    else if (code[end] === open) depth += 1;
    if (depth === 0) break;
  }
  const body = code.slice(start, end);
  const next = Math.min(code.length, end + 1);
  if (['qw', '%w', '%W', '%i', '%I'].includes(operator))
    return { token: { kind: 'words', words: body.split(/\s+/).filter((word) => word !== '') }, end: next };
  if (['m', 'tr', 'y', 's', 'qr', '%r'].includes(operator)) {
    const second = ['tr', 'y', 's'].includes(operator) ? code.indexOf(close, next + (PARTNERS[open] ? 1 : 0)) : end;
    return createPattern(second < 0 ? code.length : second + 1);
  }
  const escapes = !['q', '%q'].includes(operator);
  const kind = ['qx', '%x'].includes(operator) ? 'shell' : 'text';
  // Nested brackets of the same kind are rare: interpolated code is read from the body alone.
  return { ...readQuoted(code.slice(0, end), start, situation, { kind, escapes }), end: next };
}

/** Reads a here-document. Its text begins on the next line, or behind the here-documents that begin there. */
function readHeredoc(code: string, position: number, situation: LiteralContext): Literal | undefined {
  const match = matchAt(forms[`heredoc_${situation.lexer.heredoc!}`], code, position);
  if (!match) return undefined;
  const line = code.indexOf('\n', position);
  const start = Math.max(situation.heredocEnd, line < 0 ? code.length : line + 1);
  const ending = new RegExp(`^[ \\t]*${match[1] ?? match[2] ?? match[3]}\\b`, 'm').exec(code.slice(start));
  const end = start + (ending?.index ?? code.length);
  const { token } = readQuoted(code.slice(0, end), start, situation, { escapes: !match[2] });
  return { token, end: position + match[0].length, heredocEnd: end + (ending?.[0].length ?? 0) };
}
