import type { TokenCounts } from '../../../record/model_usage.js';
import type { PriceBook } from './price.js';

/** What a request costs at most, by the dearest way in which its tokens can be counted. */
export interface WorstCase {
  /** In USD; undefined = the model has no price. */
  usd(input: number, output: number): number | undefined;
  /** The longest output up to `most` that costs no more than so much. */
  affordable(input: number, most: number, usd: number): number;
}

export function worstCase(prices: PriceBook, model: string, provider: string | undefined): WorstCase {
  const cost = (counts: Partial<TokenCounts>) => prices.cost(model, provider, { ...NOTHING, ...counts })?.usd;
  const usd = (input_tokens: number, output_tokens: number): number | undefined => {
    const ways = [
      cost({ input_tokens, output_tokens }),
      cost({ input_tokens, output_tokens, cache_write_tokens: input_tokens }),
      cost({ input_tokens, output_tokens, reasoning_tokens: output_tokens }),
      cost({ input_tokens, output_tokens, cache_write_tokens: input_tokens, reasoning_tokens: output_tokens }),
    ].filter((way) => way !== undefined);
    return ways.length === 0 ? undefined : Math.max(...ways);
  };
  return {
    usd,
    affordable(input, most, left) {
      const fits = (output: number) => (usd(input, output) ?? Number.POSITIVE_INFINITY) <= left;
      if (fits(most)) return most;
      let [low, high] = [-1, most];
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (fits(middle)) low = middle;
        else high = middle;
      }
      return low;
    },
  };
}

const NOTHING: TokenCounts = {
  input_tokens: 0,
  cached_input_tokens: 0,
  cache_write_tokens: 0,
  output_tokens: 0,
  reasoning_tokens: 0,
};
