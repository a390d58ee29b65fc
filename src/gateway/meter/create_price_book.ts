import { calcPrice, findProvider } from '@pydantic/genai-prices';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { PriceableUsage, UnitApart } from '../../record/models/model_usage.js';
import {
  computeDeclaredCost,
  type DeclaredCost,
  describeAssumedPrices,
  readDeclaredRates,
} from './compute_declared_cost.js';
import { isConsistentUsage } from './estimate_usage.js';
import type { PriceBook, PricedUsage, PriceTable } from './price_book.js';

/**
 * Creates the prices of a run (requirement R13): the declared table decides, the library fills the gaps, and other
 * models have no price.
 *
 * @param at time of the library's prices for the whole run
 */
export function createPriceBook(table: PriceTable | undefined, at: Date): PriceBook {
  const libraryCost = createLibraryCost(at);
  const cost = (model: string, provider: string | undefined, usage: PriceableUsage): PricedUsage | undefined => {
    if (!isConsistentUsage(usage)) return undefined;
    const names = listModelNames(model);
    const declared = table && computeDeclaredCost(table, names, provider, usage);
    if (declared !== undefined) return createPricedUsage(declared, `table:${table!.sha256}`);
    for (const [name, hint] of listLookUps(model, provider)) {
      const cost = libraryCost(name, hint, usage);
      if (cost !== undefined) return createPricedUsage(cost, `library:${PRICE_LIBRARY}`);
    }
    return undefined;
  };
  return {
    cost,
    rates: readDeclaredRates(table),
    assumed: describeAssumedPrices(table),
    identity: { table_sha256: table?.sha256 ?? null, library: PRICE_LIBRARY },
  };
}

const createPricedUsage = ({ usd, unpriced }: DeclaredCost, price: string): PricedUsage => ({
  ...{ usd, price },
  ...omitUndefined({ unpriced: unpriced.length === 0 ? undefined : unpriced }),
});

/**
 * Lists the possible names of a model: `models/gemini-2.5-flash` and `openai/gpt-5` are known by their last part too.
 */
function listModelNames(model: string): string[] {
  const last = model.slice(model.lastIndexOf('/') + 1);
  return last === model ? [model] : [model, last];
}

/**
 * Lists the names and providers for look-ups in the library. A vendor before the name is the provider, unless one is
 * given.
 */
function listLookUps(model: string, provider: string | undefined): [name: string, provider: string | undefined][] {
  const [vendor, last] = [model.slice(0, model.lastIndexOf('/')), listModelNames(model).at(-1)!];
  const hint = provider ?? (vendor === '' || vendor === 'models' ? undefined : vendor);
  return last === model
    ? [[model, hint]]
    : [
        [model, provider],
        [last, hint],
      ];
}

/** Price library, as records name it; its data are part of it, and nothing is fetched. */
const PRICE_LIBRARY = '@pydantic/genai-prices@0.1.8';

/**
 * Maximum length of a name that is looked up, since names are untrusted and the library matches them by expressions.
 */
const LONGEST = 200;

/** Maximum number of cached models without a price; a repeated look-up would try every pattern of the library. */
const REMEMBERED = 1_000;

/** Cost of a usage; undefined if the library has no price, or rejects the counts. */
type LibraryCost = (model: string, provider: string | undefined, usage: PriceableUsage) => DeclaredCost | undefined;

/** Prices of the library for units that are billed apart; it has none for the others. */
const LIBRARY_UNITS: Partial<Record<UnitApart, string>> = {
  cache_write_1h_tokens: 'cache_write_1h_mtok',
  input_audio_tokens: 'input_audio_mtok',
  output_audio_tokens: 'output_audio_mtok',
  output_image_tokens: 'output_image_mtok',
  web_searches: 'web_searches_kcount',
};

/** Creates a look-up of costs by the library's data as of a time. An unknown provider is ignored. */
function createLibraryCost(at: Date): LibraryCost {
  const unknown = new Set<string>();
  return (model, provider, usage) => {
    if (model.length > LONGEST) return undefined;
    const key = JSON.stringify([model, provider]);
    if (unknown.has(key)) return undefined;
    const apart = Object.entries(usage.apart ?? {}) as [UnitApart, number][];
    const listed_units = apart.filter(([unit]) => LIBRARY_UNITS[unit] !== undefined);
    // The library refuses some units together, such as sound and a cache that may hold it: then they have no price.
    for (const units of listed_units.length > 0 ? [listed_units, []] : [[]]) {
      try {
        const price = computeLibraryPrice(model, provider, { ...usage, apart: Object.fromEntries(units) }, at);
        if (!price) {
          if (unknown.size >= REMEMBERED) unknown.clear();
          unknown.add(key);
          return undefined;
        }
        if (!Number.isFinite(price.total_price)) return undefined;
        const model_prices = price.model_price as Readonly<Record<string, unknown>>;
        const isPriced = (unit: UnitApart) =>
          units.some(([own]) => own === unit) && model_prices[LIBRARY_UNITS[unit] ?? ''] !== undefined;
        return { usd: price.total_price, unpriced: apart.flatMap(([unit]) => (isPriced(unit) ? [] : [unit])) };
      } catch {
        // The library throws for contradictory counts.
      }
    }
    return undefined;
  };
}

function computeLibraryPrice(model: string, provider: string | undefined, usage: PriceableUsage, at: Date) {
  const hint = provider === undefined ? undefined : findProvider({ providerId: provider })?.id;
  const counts = {
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
    // Each further kind makes the library split its prices, which is slow.
    ...omitUndefined({
      cache_read_tokens: usage.cached_input_tokens || undefined,
      cache_write_tokens: usage.cache_write_tokens || undefined,
      output_reasoning_tokens: usage.reasoning_tokens || undefined,
    }),
    ...usage.apart,
  };
  return calcPrice(counts, model, { timestamp: at, ...omitUndefined({ providerId: hint }) });
}
