import type { SourceToken } from './source_token.js';
import type { TokenizedSource } from './source_tokens.js';

/** Tokens from an index up to, but without, another one. */
export interface TokenSpan {
  from: number;
  to: number;
}

/** Looking further than this for something would take time that grows with the square of a hostile file. */
export const MOST_SPAN_TOKENS = 600;

const OPEN = new Set(['(', '[', '{']);

/** Index behind a token, or behind the brackets that it opens. */
export const behindToken = (tokens: readonly SourceToken[], i: number) => {
  const token = tokens[i]!;
  return OPEN.has(token.text) && token.partner > i ? token.partner + 1 : i + 1;
};

/** Returns the parts between brackets, or in a span, that a separator divides at the top level; empty parts are left out. */
export function splitSpan({ tokens }: TokenizedSource, span: TokenSpan, separator = ','): TokenSpan[] {
  const parts: TokenSpan[] = [];
  let from = span.from;
  for (let i = span.from; i < span.to; i = behindToken(tokens, i)) {
    if (tokens[i]!.text !== separator || tokens[i]!.kind !== 'symbol') continue;
    if (i > from) parts.push({ from, to: i });
    from = i + 1;
  }
  if (span.to > from) parts.push({ from, to: span.to });
  return parts;
}

/** Returns what is between the brackets that open at an index; undefined where they are never closed. */
export function insideOf({ tokens }: TokenizedSource, open: number): TokenSpan | undefined {
  const partner = tokens[open]?.partner ?? -1;
  return partner > open ? { from: open + 1, to: partner } : undefined;
}

/** Returns the arguments of a call whose bracket opens at an index. */
export function argumentsOf(source: TokenizedSource, open: number): TokenSpan[] {
  const inside = insideOf(source, open);
  return inside ? splitSpan(source, inside) : [];
}

/** Returns the first index at the top level of a span whose token satisfies a condition; -1 where none does. */
export function findInSpan(
  { tokens }: TokenizedSource,
  span: TokenSpan,
  condition: (token: SourceToken, index: number) => boolean,
): number {
  const limit = Math.min(span.to, span.from + MOST_SPAN_TOKENS);
  for (let i = span.from; i < limit; i = behindToken(tokens, i)) if (condition(tokens[i]!, i)) return i;
  return -1;
}

/** Offsets of a span in the text. */
export function offsetsOf({ tokens }: TokenizedSource, { from, to }: TokenSpan): { start: number; end: number } {
  return { start: tokens[from]!.start, end: tokens[to - 1]!.end };
}

export function textOfSpan(source: TokenizedSource, span: TokenSpan): string {
  const { start, end } = offsetsOf(source, span);
  return source.text.slice(start, end);
}

/** Names before a call, nearest first: `expect(x).not.toBe(` → not, expect. `first` is the index where they begin. */
export interface CallChain {
  names: string[];
  /** Indexes of the tokens of `names`. */
  indexes: number[];
  first: number;
}

const MOST_CHAIN_NAMES = 10;

/** Reads the names and calls that lead to the name at an index. */
export function chainBefore({ tokens }: TokenizedSource, i: number): CallChain {
  const chain: CallChain = { names: [], indexes: [], first: i };
  let at = i;
  while (chain.names.length < MOST_CHAIN_NAMES) {
    const link = tokens[at - 1];
    if (!link || !(link.text === '.' || link.text === '?.' || link.text === '::' || link.text === '->')) break;
    let before = at - 2;
    if (tokens[before]?.text === '!' || tokens[before]?.text === '>') before--;
    while (tokens[before] && /^[)\]]$/.test(tokens[before]!.text) && tokens[before]!.partner >= 0)
      before = tokens[before]!.partner - 1;
    const name = tokens[before];
    if (!name) break;
    chain.first = before;
    if (name.kind !== 'word') {
      chain.first = before + 1;
      break;
    }
    chain.names.push(name.text);
    chain.indexes.push(before);
    at = before;
  }
  return chain;
}
