import type { TokenCounts } from '../../../record/model_usage.js';
import type { PriceBook } from './price.js';

/** What a request costs at most, by the dearest way in which its tokens can be counted. */
export interface WorstCase {
  /** In USD; undefined = the model has no price. */
  usd(input: number, output: number): number | undefined;
  /** The longest output up to `most` that costs no more than so much. */
  affordable(input: number, most: number, usd: number): number;
}

/** So much is remembered: one request asks for the same several times, and looking a price up takes longer than everything else. */
const REMEMBERED = 100;

/** Worst cases by model; those of the last ones are remembered. */
export function worstCases(prices: PriceBook): (model: string, provider: string | undefined) => WorstCase {
  const known = remembering<WorstCase>();
  return (model, provider) => known(`${provider ?? ''} ${model}`, () => worstCase(prices, model, provider));
}

function remembering<T>(): (key: string, make: () => T) => T {
  const known = new Map<string, T>();
  return (key, make) => {
    if (known.has(key)) return known.get(key)!;
    if (known.size >= REMEMBERED) known.clear();
    const made = make();
    known.set(key, made);
    return made;
  };
}

function worstCase(prices: PriceBook, model: string, provider: string | undefined): WorstCase {
  const known = remembering<number | undefined>();
  const cost = (counts: Partial<TokenCounts>) => prices.cost(model, provider, { ...NOTHING, ...counts })?.usd;
  const usd = (input: number, output: number) => known(`${input} ${output}`, () => dearest(input, output));
  const dearest = (input_tokens: number, output_tokens: number): number | undefined => {
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
