import type { PriceableUsage, TokenCounts } from '../../record/models/model_usage.js';
import type { PriceBook } from './price_book.js';

/** Worst-case cost of a request: the dearest way to count its tokens. */
export interface WorstCase {
  /**
   * Returns the cost in USD.
   *
   * @returns undefined if the model has no price
   */
  usd(input: number, output: number): number | undefined;
  /** Returns the longest output up to `most` that costs at most `usd`. */
  affordable(input: number, most: number, usd: number): number;
}

/** Maximum number of cached costs. One request asks for the same cost several times, and a look-up is slow. */
const REMEMBERED = 100;

/** Creates a cached look-up of worst cases by model. */
export function createWorstCaseLookup(prices: PriceBook): (model: string, provider: string | undefined) => WorstCase {
  const memo = createMemo<WorstCase>();
  return (model, provider) => memo(`${provider ?? ''} ${model}`, () => createWorstCase(prices, model, provider));
}

function createMemo<T>(): (key: string, make: () => T) => T {
  const values = new Map<string, T>();
  return (key, make) => {
    if (values.has(key)) return values.get(key)!;
    if (values.size >= REMEMBERED) values.clear();
    const created = make();
    values.set(key, created);
    return created;
  };
}

function createWorstCase(prices: PriceBook, model: string, provider: string | undefined): WorstCase {
  const memo = createMemo<number | undefined>();
  const cost = (counts: Partial<PriceableUsage>) => prices.cost(model, provider, { ...NOTHING, ...counts })?.usd;
  const usd = (input: number, output: number) => memo(`${input} ${output}`, () => dearest(input, output));
  const dearest = (input_tokens: number, output_tokens: number): number | undefined => {
    const ways = [
      cost({ input_tokens, output_tokens }),
      cost({ input_tokens, output_tokens, cache_write_tokens: input_tokens }),
      cost({ input_tokens, output_tokens, reasoning_tokens: output_tokens }),
      cost({ input_tokens, output_tokens, cache_write_tokens: input_tokens, reasoning_tokens: output_tokens }),
      ...(input_tokens > 0
        ? [
            cost({
              ...{ input_tokens, output_tokens, cache_write_tokens: input_tokens, reasoning_tokens: output_tokens },
              apart: { cache_write_1h_tokens: input_tokens },
            }),
          ]
        : []),
    ].filter((way) => way !== undefined);
    return ways.length === 0 ? undefined : Math.max(...ways);
  };
  return {
    usd,
    affordable(input, most, remaining_usd) {
      const fits = (output: number) => (usd(input, output) ?? Number.POSITIVE_INFINITY) <= remaining_usd;
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

/**
 * Reserved tokens for a response without a limit. More is reserved as it grows; a limit is sent only if less is left.
 */
export const USUAL_ANSWER = 8192;

/** Tokens of input and output. */
export interface TokenPair {
  input: number;
  output: number;
}

/**
 * Computes what is kept for the compaction of a conversation: the input and the limit once more where the body may
 * reach the trigger, and no less than an earlier compaction used.
 */
export function createCompactionReserve(
  worst: WorstCase,
  seen: TokenPair,
  { input, compacts_from, max_tokens }: { input: number; compacts_from: number | undefined; max_tokens: number | null },
): { tokens: number; usd: number } {
  if (compacts_from === undefined) return { tokens: 0, usd: 0 };
  const reaches = input >= compacts_from;
  const reservation = {
    input: Math.max(seen.input, reaches ? input : 0),
    output: Math.max(seen.output, reaches ? (max_tokens ?? USUAL_ANSWER) : 0),
  };
  return { tokens: reservation.input + reservation.output, usd: worst.usd(reservation.input, reservation.output) ?? 0 };
}
