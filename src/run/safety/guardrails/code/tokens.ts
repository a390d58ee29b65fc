/** Text of a literal: as it is, or code whose value stands there. */
export type Piece = string | readonly Token[];

export type Token =
  | { kind: 'name'; text: string }
  | { kind: 'number'; number: number }
  | { kind: 'text'; pieces: readonly Piece[] }
  /** Text that a shell would run: backticks of Perl, Ruby, PHP. */
  | { kind: 'shell'; pieces: readonly Piece[] }
  | { kind: 'words'; words: readonly string[] }
  /** `close` of an opening bracket: index of its partner, or the number of tokens where there is none. `loop`: index of a `for` in it. */
  | { kind: 'mark'; text: string; close?: number; loop?: number }
  | { kind: 'newline'; indent: number };

/** Tokens of a stretch of code, and where it ends. */
export interface Scanned {
  tokens: Token[];
  end: number;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Tells every opening bracket where it closes, and which one holds a comprehension. */
export function pairBrackets(tokens: Token[]): Token[] {
  const open: Extract<Token, { kind: 'mark' }>[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'name' && token.text === 'for') {
      const around = open.at(-1);
      if (around && around.loop === undefined) around.loop = index;
    }
    if (token.kind !== 'mark') continue;
    if (Object.hasOwn(CLOSING, token.text)) {
      token.close = tokens.length;
      open.push(token);
    } else if (token.text === ')' || token.text === ']' || token.text === '}') {
      const last = open.at(-1);
      if (last && CLOSING[last.text] === token.text) {
        last.close = index;
        open.pop();
      }
    }
  }
  return tokens;
}

export const isMark = (token: Token | undefined, ...texts: string[]): boolean =>
  token?.kind === 'mark' && texts.includes(token.text);

export const isName = (token: Token | undefined, ...texts: string[]): boolean =>
  token?.kind === 'name' && (texts.length === 0 || texts.includes(token.text));
