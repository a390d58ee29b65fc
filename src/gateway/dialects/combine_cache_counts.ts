import type { JsonObject } from './dialect.js';

/** Counts of a cache under the names that servers and proxies of OpenAI's formats use. */
interface CacheCounts {
  /** Of the input, or beside it (`isBesideInput`). */
  read: number;
  written: number;
  /** Of both, what stands under the names of Anthropic, whose own count of the input leaves it out. */
  foreign: number;
}

/** Returns the raw counts of a cache, by name, to be read with the others. */
export function listCacheFields(usage: JsonObject, details: JsonObject) {
  return {
    cached_tokens: details.cached_tokens,
    prompt_cache_hit_tokens: usage.prompt_cache_hit_tokens,
    usage_cached_tokens: usage.cached_tokens,
    cache_read_input_tokens: usage.cache_read_input_tokens,
    cache_write_tokens: details.cache_write_tokens,
    cache_creation_tokens: details.cache_creation_tokens,
    cache_creation_input_tokens: usage.cache_creation_input_tokens,
  };
}

/** Combines the counts of a cache: a server that says 0 under one name may say the count under another. */
export function combineCacheCounts(counts: Record<keyof ReturnType<typeof listCacheFields>, number>): CacheCounts {
  const { cache_read_input_tokens, cache_creation_input_tokens } = counts;
  const { cached_tokens, prompt_cache_hit_tokens, usage_cached_tokens } = counts;
  return {
    read: Math.max(cached_tokens, prompt_cache_hit_tokens, usage_cached_tokens, cache_read_input_tokens),
    written: Math.max(counts.cache_write_tokens, counts.cache_creation_tokens, cache_creation_input_tokens),
    foreign: cache_read_input_tokens + cache_creation_input_tokens,
  };
}

/**
 * Checks whether a proxy reports the cache beside the input and not as a part of it: it is more than the input, or the
 * total adds it.
 */
export const isBesideInput = ({ foreign }: CacheCounts, input: number, output: number, total: number): boolean =>
  foreign > 0 && (foreign > input || total === input + foreign + output);
