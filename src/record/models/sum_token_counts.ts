import type { TokenCounts } from './model_usage.js';

/** Adds token counts kind by kind. Without any, all counts are 0. */
export function sumTokenCounts(counts: readonly TokenCounts[]): TokenCounts {
  const sum: TokenCounts = {
    input_tokens: 0,
    cached_input_tokens: 0,
    cache_write_tokens: 0,
    output_tokens: 0,
    reasoning_tokens: 0,
  };
  for (const each of counts) for (const kind of Object.keys(sum) as (keyof TokenCounts)[]) sum[kind] += each[kind];
  return sum;
}
