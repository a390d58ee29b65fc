/** Piece of a text literal: plain text, or interpolated code. */
export type LiteralPiece = string | readonly CodeToken[];

/** Token of code. */
export type CodeToken =
  | { kind: 'name'; text: string }
  | { kind: 'number'; number: number }
  /** A text, or one that a shell would run: backticks of Perl, Ruby, PHP. */
  | { kind: 'text' | 'shell'; pieces: readonly LiteralPiece[] }
  | { kind: 'words'; words: readonly string[] }
  /** `close` of an opening bracket: index of its partner, or the number of tokens; `loop`: index of a `for` in it. */
  | { kind: 'mark'; text: string; close?: number; loop?: number }
  | { kind: 'newline'; indent: number };

export type CodeTokens = readonly CodeToken[];

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Links each opening bracket to its closing one, and marks brackets that hold a comprehension. */
export function pairBrackets(tokens: CodeToken[]): CodeToken[] {
  const open: Extract<CodeToken, { kind: 'mark' }>[] = [];
  for (const [index, token] of tokens.entries()) {
    const around = open.at(-1);
    if (around && isToken(token, 'for')) around.loop ??= index;
    if (token.kind !== 'mark') continue;
    if (Object.hasOwn(CLOSING, token.text)) {
      token.close = tokens.length;
      open.push(token);
    } else if (around && CLOSING[around.text] === token.text) {
      around.close = index;
      open.pop();
    }
  }
  return tokens;
}

/** Returns true if a token is one of these marks or names. */
export const isToken = (token: CodeToken | undefined, ...texts: string[]): boolean =>
  (token?.kind === 'mark' || token?.kind === 'name') && texts.includes(token.text);

/** Returns the index of the partner of an opening bracket, or the end; the index of any other token itself. */
export function findClosing(tokens: CodeTokens, index: number, end = tokens.length): number {
  const token = tokens[index];
  return token?.kind === 'mark' && token.close !== undefined ? Math.min(token.close, end) : index;
}

/** Returns the index of the first of these marks or names or, if the line matters, of its end. Brackets are skipped. */
export function findToken(tokens: CodeTokens, start: number, end: number, marks: string[], withinLine = true): number {
  let index = start;
  while (index < end && !isToken(tokens[index], ...marks) && !(withinLine && tokens[index]?.kind === 'newline'))
    index = findClosing(tokens, index, end) + 1;
  return Math.min(index, end);
}

/** Returns the indent of the line in which a token stands. */
export function findIndent(tokens: CodeTokens, index: number): number {
  const line = tokens.findLast((token, place) => place <= index && token.kind === 'newline');
  return line?.kind === 'newline' ? line.indent : 0;
}

/** Returns the end of the body behind a colon: the next line whose indent is no deeper than that of `start`. */
export function findIndentEnd(tokens: CodeTokens, start: number, origin: number, end: number): number {
  const base = findIndent(tokens, start);
  for (let index = findToken(tokens, origin, end, [':']); index < end; index++) {
    const token = tokens[index]!;
    const behind = tokens[index + 1];
    if (token.kind === 'newline' && token.indent <= base && behind && behind.kind !== 'newline') return index;
  }
  return end;
}
