import type { SourceToken } from './source_token.js';
import type { TokenizedSource } from './tokenize_source.js';

/** Range of tokens, from an index up to but excluding another one. */
export interface TokenSpan {
  from: number;
  to: number;
}

/** Most tokens of a search; without a limit it would take quadratic time on a hostile file. */
export const MOST_SPAN_TOKENS = 600;

const OPENING_BRACKETS = new Set(['(', '[', '{']);

/** Returns the index after a token, or after the brackets that it opens. */
export const skipToken = (tokens: readonly SourceToken[], i: number) => {
  const token = tokens[i]!;
  return OPENING_BRACKETS.has(token.text) && token.partner > i ? token.partner + 1 : i + 1;
};

/** Splits brackets or a span at a top-level separator. Empty parts are left out. */
export function splitSpan({ tokens }: TokenizedSource, span: TokenSpan, separator = ','): TokenSpan[] {
  const parts: TokenSpan[] = [];
  let from = span.from;
  for (let i = span.from; i < span.to; i = skipToken(tokens, i)) {
    if (tokens[i]!.text !== separator || tokens[i]!.kind !== 'symbol') continue;
    if (i > from) parts.push({ from, to: i });
    from = i + 1;
  }
  if (span.to > from) parts.push({ from, to: span.to });
  return parts;
}

/**
 * Returns the tokens between the brackets that open at an index.
 *
 * @returns undefined if they are never closed
 */
export function getBracketContent({ tokens }: TokenizedSource, open: number): TokenSpan | undefined {
  const partner = tokens[open]?.partner ?? -1;
  return partner > open ? { from: open + 1, to: partner } : undefined;
}

/** Splits the arguments of a call whose bracket opens at an index. */
export function splitCallArguments(source: TokenizedSource, open: number): TokenSpan[] {
  const inside = getBracketContent(source, open);
  return inside ? splitSpan(source, inside) : [];
}

/** Finds the first top-level index of a span whose token satisfies a condition; -1 if none does. */
export function findInSpan(
  { tokens }: TokenizedSource,
  span: TokenSpan,
  condition: (token: SourceToken, index: number) => boolean,
): number {
  const limit = Math.min(span.to, span.from + MOST_SPAN_TOKENS);
  for (let i = span.from; i < limit; i = skipToken(tokens, i)) if (condition(tokens[i]!, i)) return i;
  return -1;
}

/** Returns the offsets of a span in the text. */
export function getSpanOffsets({ tokens }: TokenizedSource, { from, to }: TokenSpan): { start: number; end: number } {
  return { start: tokens[from]!.start, end: tokens[to - 1]!.end };
}

/** Returns the text of a span. */
export function getSpanText(source: TokenizedSource, span: TokenSpan): string {
  const { start, end } = getSpanOffsets(source, span);
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
export function readCallChain({ tokens }: TokenizedSource, i: number): CallChain {
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
