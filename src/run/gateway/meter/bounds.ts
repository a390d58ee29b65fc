import type { ModelUsage, TokenCounts } from '../../../record/model_usage.js';
import type { UntextedInput } from './media_tokens.js';

/**
 * What bytes say of tokens. Measured on bodies of requests with three vocabularies (100k, 200k and 50k tokens): source code, diffs and prose
 * have 3.2 to 4.5 bytes per token, a lockfile 2.1 to 2.8, Chinese, Russian and Thai 1.4 to 7.8, hexadecimal 1.7, base64 1.3 to 1.5,
 * punctuation at random 1.2, scripts that a vocabulary hardly knows 1.07; runs of one character up to 128. A vocabulary over bytes never
 * has more than one token per byte, and JSON never takes fewer bytes than the text in it.
 */

/** Tokens per byte that are assumed until an account has shown denser text; never more than `DENSEST`. */
export const ASSUMED_DENSITY = 1 / 2;
export const DENSEST = 1;
/** Bytes that one token of an answer may have at most before the answer is taken to be longer than allowed, and its count to be wrong. */
const LOOSE_BYTES = 8;
const LOOSEST_BYTES = 32;
/** Answers shorter than that say nothing about their count. */
const TELLING_BYTES = 1024;
/** What a provider puts around a conversation that is in no body: templates, instructions for tools. */
const AROUND = 1024;

/** Tokens that so many bytes of input have at most, unless they are denser than any that were seen. */
export const mostInput = (bytes: number, density: number): number => Math.ceil(bytes * density) + AROUND;
/** The density that would have been just enough for so many tokens of input. */
export const densityOf = (tokens: number, bytes: number): number => Math.max(0, tokens - AROUND) / bytes;
/** Tokens that so many bytes of an answer have at most, with the same reservation. */
export const mostOutput = (bytes: number, density: number): number => Math.ceil(bytes * density);
/** Tokens that an answer of so many bytes has at least. */
export const leastOutput = (bytes: number): number => Math.floor(bytes / LOOSE_BYTES);

/** Tokens that a model may have generated in a second without showing them; the first second is that of the input. */
const UNSEEN_PER_SECOND = 250;
export const mostUnseen = (ms: number): number => Math.floor(ms / 1000) * UNSEEN_PER_SECOND;

/** What was sent and what came, as far as it is known without a count. */
export interface Passed {
  /** Of text. */
  input_bytes: number;
  /** What is no text; absent = nothing. */
  untexted?: UntextedInput | undefined;
  output_bytes: number;
  /** All answers together; null = no limit was sent. */
  limit: number | null;
  density: number;
  /** Tokens of the answer that may have been generated without being seen. */
  unseen?: number;
}

/** The worst case where nobody counted. */
export function estimated({ input_bytes, untexted, output_bytes, density, unseen = 0 }: Passed): ModelUsage {
  return {
    input_tokens: mostInput(input_bytes, density) + (untexted?.tokens ?? 0),
    cached_input_tokens: 0,
    cache_write_tokens: 0,
    output_tokens: Math.max(mostOutput(output_bytes, density), unseen),
    reasoning_tokens: 0,
    source: 'estimated',
  };
}

/**
 * A count as it is believed. One that cannot be true is marked as an estimate, and of it and the worst case the higher number holds for
 * each kind that is wrong: a count too high may be the provider's mistake, but it is the bill. Reasoning may be hidden, so an answer may
 * have more tokens than bytes up to the limit that was sent.
 */
export function believed(told: ModelUsage, passed: Passed): ModelUsage {
  const worst = estimated(passed);
  const { input_bytes, untexted = { bytes: 0, tokens: 0 }, output_bytes, limit } = passed;
  const no_input = told.input_tokens === 0;
  const too_much_input = told.input_tokens > mostInput(input_bytes + untexted.bytes, DENSEST) + untexted.tokens;
  const no_output = output_bytes >= TELLING_BYTES && told.output_tokens < output_bytes / LOOSEST_BYTES;
  const too_much_output =
    limit !== null && told.output_tokens > limit && told.output_tokens - told.reasoning_tokens > output_bytes;
  const input_tokens = no_input ? worst.input_tokens : told.input_tokens;
  const output_tokens = no_output ? Math.max(worst.output_tokens, told.output_tokens) : told.output_tokens;
  const cache_write_tokens = Math.min(told.cache_write_tokens, input_tokens);
  const counts = {
    input_tokens,
    // What was written to a cache is dearer than what was read from one: a contradiction is resolved against the agent's budget.
    cached_input_tokens: Math.min(told.cached_input_tokens, input_tokens - cache_write_tokens),
    cache_write_tokens,
    output_tokens,
    reasoning_tokens: Math.min(told.reasoning_tokens, output_tokens),
  };
  const doubtful = no_input || too_much_input || no_output || too_much_output || !isConsistent(told);
  return { ...counts, source: doubtful ? 'estimated' : told.source };
}

/** Whether parts are no more than what they are parts of, and everything is a count. */
export function isConsistent(counts: TokenCounts): boolean {
  const { input_tokens, cached_input_tokens, cache_write_tokens, output_tokens, reasoning_tokens } = counts;
  return (
    [input_tokens, cached_input_tokens, cache_write_tokens, output_tokens, reasoning_tokens].every(
      (count) => Number.isSafeInteger(count) && count >= 0,
    ) &&
    cached_input_tokens + cache_write_tokens <= input_tokens &&
    reasoning_tokens <= output_tokens
  );
}
