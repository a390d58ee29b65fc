import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import type { PriceBook } from '../run/gateway/meter/price.js';
import { type PriceTable, readPriceTable } from '../run/gateway/meter/price_table.js';
import type { OpenUpstream } from './open_upstream.js';

/** A declared price table. @throws {UserError} with file:line:column */
export function readPrices(file: string, cwd: string): PriceTable {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(resolve(cwd, file));
  } catch (error) {
    throw new UserError(
      `price table ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Name a CSV file such as docs/costs.md shows.',
    );
  }
  return readPriceTable(bytes, file);
}

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
