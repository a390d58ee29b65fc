import type { TokenCounts } from '../../../record/model_usage.js';
import type { Rates } from './price.js';
import { type PriceRow, type PriceTable, sameModels } from './price_table.js';
import type { Action, Counted, TokenKind } from './units.js';

/**
 * The cost of a usage by a declared table: the first row whose patterns match names the rows that count, which are those with the same
 * patterns. A kind of token without a price costs what the kind costs that it is part of.
 *
 * @param names what the model may be called in the table
 * @returns undefined when no row matches
 */
export function declaredCost(
  { rows }: PriceTable,
  names: readonly string[],
  provider: string | undefined,
  usage: TokenCounts,
): number | undefined {
  const first = rows.find(
    (row) =>
      row.action === 'llm_request' &&
      names.some((name) => matchesPattern(row.model, name)) &&
      matchesPattern(row.provider, provider ?? ''),
  );
  if (!first) return undefined;
  const group = rows.filter((row) => sameModels(row, first));
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

/** What a table says of everything that is no request to a model. */
export function declaredRates(table: PriceTable | undefined): Rates {
  const row = (action: Action, of: Counted): PriceRow | undefined =>
    table?.rows.find((row) => row.action === action && row.of === of);
  const price = (action: Action, of: Counted) => row(action, of)?.usd ?? null;
  const kept = row('artifact_storage', 'gigabyte-day');
  const once = price('artifact_storage', 'gigabyte');
  return {
    tool_call: price('tool_call', 'call'),
    tool_minute: price('tool_call', 'minute'),
    execution_minute: price('execution', 'minute'),
    human_minute: price('human', 'minute'),
    run: price('overhead', 'run'),
    stored_gigabyte: kept ? (once ?? 0) + kept.usd * kept.days! : once,
  };
}

/** Whether a name is one that a pattern stands for: `*` is anything, everything else itself. Linear, whatever the pattern. */
export function matchesPattern(pattern: string, name: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === name;
  const tail = rest.pop()!;
  if (!name.startsWith(head) || name.length < head.length + tail.length || !name.endsWith(tail)) return false;
  let from = head.length;
  const end = name.length - tail.length;
  for (const part of rest) {
    const at = name.indexOf(part, from);
    if (at === -1 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}
