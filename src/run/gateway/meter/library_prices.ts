import { calcPrice, findProvider } from '@pydantic/genai-prices';
import type { TokenCounts } from '../../../record/model_usage.js';

/** The price library as it is named in records; its data come with it, nothing is ever fetched. */
export const PRICE_LIBRARY = '@pydantic/genai-prices@0.1.8';

/** The longest name of a model that is looked up: its patterns are expressions, and names come from anybody. */
const LONGEST = 200;

/** Models without a price that are remembered, for each of which every pattern of the library would be tried again. */
const REMEMBERED = 1_000;

/** The cost of a usage; undefined when the library has no price, or cannot use the counts. */
export type LibraryCost = (model: string, provider: string | undefined, usage: TokenCounts) => number | undefined;

/** Costs by the library's data as they stood at a time. A provider that it does not know says nothing. */
export function libraryCosts(at: Date): LibraryCost {
  const unknown = new Set<string>();
  return (model, provider, usage) => {
    if (model.length > LONGEST) return undefined;
    const key = JSON.stringify([model, provider]);
    if (unknown.has(key)) return undefined;
    try {
      const hint = provider === undefined ? undefined : findProvider({ providerId: provider })?.id;
      const counts = {
        input_tokens: usage.input_tokens,
        output_tokens: usage.output_tokens,
        // Every further kind makes the library take its prices apart, which takes longer than all else here.
        ...(usage.cached_input_tokens > 0 && { cache_read_tokens: usage.cached_input_tokens }),
        ...(usage.cache_write_tokens > 0 && { cache_write_tokens: usage.cache_write_tokens }),
        ...(usage.reasoning_tokens > 0 && { output_reasoning_tokens: usage.reasoning_tokens }),
      };
      const price = calcPrice(counts, model, { timestamp: at, ...(hint === undefined ? {} : { providerId: hint }) });
      if (price) return Number.isFinite(price.total_price) ? price.total_price : undefined;
      if (unknown.size >= REMEMBERED) unknown.clear();
      unknown.add(key);
      return undefined;
    } catch {
      // Counts that contradict each other are thrown at.
      return undefined;
    }
  };
}
