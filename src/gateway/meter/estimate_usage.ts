import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { ModelUsage, TokenCounts } from '../../record/models/model_usage.js';
import type { NonTextInput } from './estimate_media_tokens.js';

/**
 * Bounds on tokens by bytes. Measured on request bodies with three vocabularies (100k, 200k and 50k tokens): source
 * code, diffs and prose have 3.2 to 4.5 bytes per token, a lockfile 2.1 to 2.8, Chinese, Russian and Thai 1.4 to 7.8,
 * hexadecimal 1.7, base64 1.3 to 1.5, random punctuation 1.2, rare scripts 1.07; runs of one character up to 128. A
 * byte-level vocabulary never has more than one token per byte, and JSON is never shorter than the text in it.
 */

/** Assumed tokens per byte until an account has denser text; at most `MAX_DENSITY`. */
export const ASSUMED_DENSITY = 1 / 2;
export const MAX_DENSITY = 1;
/** Maximum bytes per token of a response, before it counts as longer than allowed or its count as wrong. */
const LOOSE_BYTES = 8;
const LOOSEST_BYTES = 32;
/** Minimum length of a response that allows a judgement of its count. */
const TELLING_BYTES = 1024;
/** Tokens that a provider adds around a conversation: templates, instructions for tools. */
const AROUND = 1024;

/** Computes the maximum tokens of an input, unless it is denser than any before. */
export const computeMaxInputTokens = (bytes: number, density: number): number => Math.ceil(bytes * density) + AROUND;
/** Computes the density that explains the tokens of an input. */
export const computeDensity = (tokens: number, bytes: number): number => Math.max(0, tokens - AROUND) / bytes;
/** Computes the maximum tokens of a response, unless it is denser than any before. */
export const computeMaxOutputTokens = (bytes: number, density: number): number => Math.ceil(bytes * density);
/** Computes the minimum tokens of a response. */
export const computeMinOutputTokens = (bytes: number): number => Math.floor(bytes / LOOSE_BYTES);

/** Maximum hidden tokens that a model generates per second; the first second is for the input. */
const UNSEEN_PER_SECOND = 250;
export const computeMaxUnseenTokens = (ms: number): number => Math.floor(ms / 1000) * UNSEEN_PER_SECOND;

/** Size of an exchange, as known without a token count. */
interface ExchangeSize {
  /** Bytes of text. */
  input_bytes: number;
  /** Input that is not text; absent if there is none. */
  untexted?: NonTextInput | undefined;
  output_bytes: number;
  /** Limit of all responses together; null = no limit was sent. */
  limit: number | null;
  density: number;
  /** Maximum tokens that may have been generated without being seen. */
  unseen?: number;
}

/** Estimates the worst case of an exchange without a token count. */
export function estimateUsage({ input_bytes, untexted, output_bytes, density, unseen = 0 }: ExchangeSize): ModelUsage {
  return {
    input_tokens: computeMaxInputTokens(input_bytes, density) + (untexted?.tokens ?? 0),
    cached_input_tokens: 0,
    cache_write_tokens: 0,
    output_tokens: Math.max(computeMaxOutputTokens(output_bytes, density), unseen),
    reasoning_tokens: 0,
    source: 'estimated',
  };
}

/**
 * Corrects a reported count. An impossible count is marked as an estimate, and for each wrong kind the higher of count
 * and worst case applies: a count that is too high may be a mistake of the provider, but it is the bill. Reasoning may
 * be hidden, so a response may have more tokens than bytes, up to its limit.
 */
export function correctUsage(reported: ModelUsage, passed: ExchangeSize): ModelUsage {
  const worst = estimateUsage(passed);
  const { input_bytes, untexted = { bytes: 0, tokens: 0 }, output_bytes, limit } = passed;
  const no_input = reported.input_tokens === 0;
  const too_much_input =
    reported.input_tokens > computeMaxInputTokens(input_bytes + untexted.bytes, MAX_DENSITY) + untexted.tokens;
  const no_output = output_bytes >= TELLING_BYTES && reported.output_tokens < output_bytes / LOOSEST_BYTES;
  const too_much_output =
    limit !== null &&
    reported.output_tokens > limit &&
    reported.output_tokens - reported.reasoning_tokens > output_bytes;
  const input_tokens = no_input ? worst.input_tokens : reported.input_tokens;
  const output_tokens = no_output ? Math.max(worst.output_tokens, reported.output_tokens) : reported.output_tokens;
  const cache_write_tokens = Math.min(reported.cache_write_tokens, input_tokens);
  const counts = {
    input_tokens,
    // Cache writes cost more than cache reads, so a contradiction is resolved against the agent's budget.
    cached_input_tokens: Math.min(reported.cached_input_tokens, input_tokens - cache_write_tokens),
    cache_write_tokens,
    output_tokens,
    reasoning_tokens: Math.min(reported.reasoning_tokens, output_tokens),
  };
  const doubtful = no_input || too_much_input || no_output || too_much_output || !isConsistentUsage(reported);
  const { apart } = reported;
  return { ...counts, ...omitUndefined({ apart }), source: doubtful ? 'estimated' : reported.source };
}

/** Returns true if all values are counts, and no part exceeds its total. */
export function isConsistentUsage(counts: TokenCounts): boolean {
  const { input_tokens, cached_input_tokens, cache_write_tokens, output_tokens, reasoning_tokens } = counts;
  return (
    [input_tokens, cached_input_tokens, cache_write_tokens, output_tokens, reasoning_tokens].every(
      (count) => Number.isSafeInteger(count) && count >= 0,
    ) &&
    cached_input_tokens + cache_write_tokens <= input_tokens &&
    reasoning_tokens <= output_tokens
  );
}
