import type { PriceBook } from '../run/gateway/meter/price.js';
import type { OpenUpstream } from './open_upstream.js';

/** Models of these upstreams cost nothing, unless the table says what they cost: the library knows them by name only, as hosted ones. */
export function withFree(book: PriceBook, opened: readonly OpenUpstream[]): PriceBook {
  const free = new Set(opened.flatMap(({ free, upstream }) => (free ? [upstream.provider] : [])));
  return {
    ...book,
    cost(model, provider, usage) {
      const known = book.cost(model, provider, usage);
      if (provider === undefined || !free.has(provider) || known?.price.startsWith('table:')) return known;
      return { usd: 0, price: provider };
    },
  };
}
