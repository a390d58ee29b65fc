import type { PriceRates } from '../../record/events/model_payloads.js';
import type { PriceableUsage, UnitApart } from '../../record/models/model_usage.js';
import { matchesModelPattern } from '../upstreams/upstream.js';
import { DEFAULT_RETENTION_DAYS, hasSameModels, type PriceRow, type PriceTable } from './price_book.js';
import type { CountedUnit, PricedAction } from './price_units.js';

/** Cost in USD, and units that are billed apart and have no price of their own. */
export interface DeclaredCost {
  usd: number;
  unpriced: UnitApart[];
}

/** Row that prices a unit which is billed apart, and the count of tokens that holds the unit, if one does. */
const UNITS_APART: Readonly<Record<UnitApart, { of: CountedUnit; within?: keyof PlainCounts }>> = {
  cache_write_1h_tokens: { of: 'cache_write_1h_token', within: 'cache_write_token' },
  input_audio_tokens: { of: 'input_audio_token', within: 'input_token' },
  output_audio_tokens: { of: 'output_audio_token', within: 'output_token' },
  output_image_tokens: { of: 'output_image_token', within: 'output_token' },
  other_model_tokens: { of: 'other_model_token', within: 'input_token' },
  web_searches: { of: 'web_search' },
  search_sources: { of: 'search_source' },
};

/** Tokens by kind, none of them counted twice. */
type PlainCounts = Record<
  'input_token' | 'cached_input_token' | 'cache_write_token' | 'output_token' | 'reasoning_token',
  number
>;

/**
 * Computes the cost of a usage by a declared table. The first row whose patterns match selects all rows with the same
 * patterns. A kind of token without a price costs as much as the kind that includes it.
 *
 * @param names possible names of the model in the table
 * @returns undefined if no row matches
 */
export function computeDeclaredCost(
  { rows }: PriceTable,
  names: readonly string[],
  provider: string | undefined,
  usage: PriceableUsage,
): DeclaredCost | undefined {
  const first = rows.find(
    (row) =>
      row.action === 'llm_request' &&
      names.some((name) => matchesModelPattern(row.model, name)) &&
      matchesModelPattern(row.provider, provider ?? ''),
  );
  if (!first) return undefined;
  const group = rows.filter((row) => hasSameModels(row, first));
  const find = (kind: CountedUnit) => group.find(({ of }) => of === kind)?.usd;
  const price = (...kinds: CountedUnit[]) => kinds.map(find).find((usd) => usd !== undefined) ?? 0;
  const plain: PlainCounts = {
    input_token: usage.input_tokens - usage.cached_input_tokens - usage.cache_write_tokens,
    cached_input_token: usage.cached_input_tokens,
    cache_write_token: usage.cache_write_tokens,
    output_token: usage.output_tokens - usage.reasoning_tokens,
    reasoning_token: usage.reasoning_tokens,
  };
  const unpriced: UnitApart[] = [];
  let apart_usd = 0;
  for (const [unit, count] of Object.entries(usage.apart ?? {}) as [UnitApart, number][]) {
    const { of: base_unit, within: plain_unit } = UNITS_APART[unit];
    const unit_price = find(base_unit);
    const priced_count = plain_unit === undefined ? count : Math.min(count, plain[plain_unit]);
    if (unit_price === undefined) unpriced.push(unit);
    else {
      apart_usd += priced_count * unit_price;
      if (plain_unit !== undefined) plain[plain_unit] -= priced_count;
    }
  }
  const usd =
    price('request') +
    apart_usd +
    plain.input_token * price('input_token', 'token') +
    plain.cached_input_token * price('cached_input_token', 'input_token', 'token') +
    plain.cache_write_token * price('cache_write_token', 'input_token', 'token') +
    plain.output_token * price('output_token', 'token') +
    plain.reasoning_token * price('reasoning_token', 'output_token', 'token');
  return { usd, unpriced };
}

/** Reads the rates of everything besides model requests from a table. */
export function readDeclaredRates(table: PriceTable | undefined): PriceRates {
  const row = (action: PricedAction, of: CountedUnit): PriceRow | undefined =>
    table?.rows.find((row) => row.action === action && row.of === of);
  const price = (action: PricedAction, of: CountedUnit) => row(action, of)?.usd ?? null;
  const storage_row = row('artifact_storage', 'gigabyte-day');
  const once = price('artifact_storage', 'gigabyte');
  return {
    tool_call: price('tool_call', 'call'),
    tool_minute: price('tool_call', 'minute'),
    execution_minute: price('execution', 'minute'),
    human_minute: price('human', 'minute'),
    run: price('overhead', 'run'),
    stored_gigabyte: storage_row ? (once ?? 0) + storage_row.usd * (storage_row.days ?? DEFAULT_RETENTION_DAYS) : once,
  };
}

/** Describes the assumptions about prices that a table leaves open. */
export const describeAssumedPrices = (table: PriceTable | undefined): string[] =>
  table?.rows.some(({ of, days }) => of === 'gigabyte-day' && days === null)
    ? [
        `artifact_storage: records are kept for ${DEFAULT_RETENTION_DAYS} days, since the price table does not say ` +
          'how long (GitHub keeps artifacts so long unless told otherwise)',
      ]
    : [];
