import type { PriceRates } from '../../record/events/cost_payloads.js';
import type { TokenCounts } from '../../record/models/model_usage.js';
import { matchesModelPattern } from '../upstreams/find_upstream.js';
import { DEFAULT_RETENTION_DAYS, hasSameModels, type PriceRow, type PriceTable } from './price_table.js';
import type { CountedUnit, PricedAction, TokenKind } from './price_units.js';

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
  usage: TokenCounts,
): number | undefined {
  const first = rows.find(
    (row) =>
      row.action === 'llm_request' &&
      names.some((name) => matchesModelPattern(row.model, name)) &&
      matchesModelPattern(row.provider, provider ?? ''),
  );
  if (!first) return undefined;
  const group = rows.filter((row) => hasSameModels(row, first));
  const price = (...kinds: (TokenKind | 'request')[]) =>
    kinds.map((kind) => group.find(({ of }) => of === kind)?.usd).find((usd) => usd !== undefined) ?? 0;
  const plain = usage.input_tokens - usage.cached_input_tokens - usage.cache_write_tokens;
  return (
    price('request') +
    plain * price('input_token', 'token') +
    usage.cached_input_tokens * price('cached_input_token', 'input_token', 'token') +
    usage.cache_write_tokens * price('cache_write_token', 'input_token', 'token') +
    (usage.output_tokens - usage.reasoning_tokens) * price('output_token', 'token') +
    usage.reasoning_tokens * price('reasoning_token', 'output_token', 'token')
  );
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
