import type { PriceBook } from '../run/gateway/meter/price.js';
import type { OpenUpstream } from './open_upstream.js';

/**
 * Models of some upstreams cost nothing: what is declared to be free, unless the table says what it costs, since the library knows models
 * by name only, as hosted ones; and what a server of this machine has that nobody knows a price of.
 */
export function withFree(book: PriceBook, opened: readonly OpenUpstream[]): PriceBook {
  const free = new Map(opened.map(({ free, upstream }) => [upstream.provider, free]));
  return {
    ...book,
    cost(model, provider, usage) {
      const known = book.cost(model, provider, usage);
      const kind = provider === undefined ? undefined : free.get(provider);
      if (kind === undefined || known?.price.startsWith('table:')) return known;
      const named = kind === 'own' ? (known ?? book.cost(model, undefined, usage)) : undefined;
      return named ?? { usd: 0, price: provider! };
    },
  };
}
