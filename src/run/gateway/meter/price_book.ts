import type { TokenCounts } from '../../../record/model_usage.js';
import { isConsistent } from './bounds.js';
import { declaredCost, declaredRates } from './declared_prices.js';
import { libraryCosts, PRICE_LIBRARY } from './library_prices.js';
import type { PriceBook, Priced } from './price.js';
import type { PriceTable } from './price_table.js';

/**
 * The prices of a run (R13): what is declared decides, the library fills the gaps, and what neither knows has no price.
 *
 * @param at the time whose prices of the library hold for all of the run
 */
export function openPriceBook(table: PriceTable | undefined, at: Date): PriceBook {
  const libraryCost = libraryCosts(at);
  const cost = (model: string, provider: string | undefined, usage: TokenCounts): Priced | undefined => {
    if (!isConsistent(usage)) return undefined;
    const names = namesOf(model);
    const declared = table && declaredCost(table, names, provider, usage);
    if (declared !== undefined) return { usd: declared, price: `table:${table!.sha256}` };
    for (const [name, hint] of lookUps(model, provider)) {
      const usd = libraryCost(name, hint, usage);
      if (usd !== undefined) return { usd, price: `library:${PRICE_LIBRARY}` };
    }
    return undefined;
  };
  return {
    cost,
    rates: declaredRates(table),
    identity: { table_sha256: table?.sha256 ?? null, library: PRICE_LIBRARY },
  };
}

/** What a model may be called: `models/gemini-2.5-flash` and `openai/gpt-5` are known by their last part too. */
function namesOf(model: string): string[] {
  const last = model.slice(model.lastIndexOf('/') + 1);
  return last === model ? [model] : [model, last];
}

/** Under which names and providers the library is asked: a vendor in front of a name is its provider where nobody said another. */
function lookUps(model: string, provider: string | undefined): [name: string, provider: string | undefined][] {
  const [vendor, last] = [model.slice(0, model.lastIndexOf('/')), namesOf(model).at(-1)!];
  const hint = provider ?? (vendor === '' || vendor === 'models' ? undefined : vendor);
  return last === model
    ? [[model, hint]]
    : [
        [model, provider],
        [last, hint],
      ];
}
