import type { ModelUsage, TokenCounts } from '../../../record/model_usage.js';
import { isObject } from './fields.js';

/**
 * What servers say that was used. Some lie, or are wrong: what cannot be is no usage, and then the worst case is charged. So nobody saves by a
 * count that is negative, a fraction or a text.
 */
export type Reported = ModelUsage | { disbelieved: string };

/** No context and no answer of any model is nearly as long. */
const MAX_TOKENS = 1_000_000_000;

export type Counted<K extends string> = { counts: Record<K, number> } | { disbelieved: string };

/** Counts by name. One that is missing or null counts 0, unless the usage is none without it. */
export function counted<K extends string>(said: Record<K, unknown>, needed: readonly NoInfer<K>[]): Counted<K> {
  for (const name of needed)
    if (said[name] === undefined || said[name] === null) return { disbelieved: `${name} is missing` };
  const counts = {} as Record<K, number>;
  for (const name of Object.keys(said) as K[]) {
    const value = said[name] ?? 0;
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > MAX_TOKENS) {
      return { disbelieved: `${name} is ${shown(value)}` };
    }
    counts[name] = value;
  }
  return { counts };
}

const shown = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : typeof value === 'string'
      ? JSON.stringify(value.slice(0, 40))
      : isObject(value)
        ? 'an object'
        : 'a list';

/** Counts that fit each other and what was said, else why not. */
export function believed(counts: TokenCounts, output_bytes: number): Reported {
  const { input_tokens, cached_input_tokens, cache_write_tokens, output_tokens, reasoning_tokens } = counts;
  const cache = cached_input_tokens + cache_write_tokens;
  if (cache > input_tokens) {
    return { disbelieved: `${cache} tokens of cache are more than the ${input_tokens} of the input that hold them` };
  }
  if (reasoning_tokens > output_tokens) {
    return {
      disbelieved: `${reasoning_tokens} tokens of reasoning are more than the ${output_tokens} of the output that hold them`,
    };
  }
  if (output_tokens === 0 && output_bytes > 0) {
    return { disbelieved: `no token of output, though ${output_bytes} bytes were said` };
  }
  return { ...counts, source: 'reported' };
}

/** The part of an answer that tells its usage. */
export function usagePart(reported: Reported | undefined): { usage: ModelUsage | null; disbelieved?: string } {
  if (reported === undefined) return { usage: null };
  return 'disbelieved' in reported ? { usage: null, disbelieved: reported.disbelieved } : { usage: reported };
}
