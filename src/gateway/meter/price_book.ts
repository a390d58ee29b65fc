import type { PriceRates } from '../../record/events/cost_payloads.js';
import type { EventPayload } from '../../record/events/event.js';
import {
  getTotalTokens,
  type ModelUsage,
  type PriceableUsage,
  type UnitApart,
} from '../../record/models/model_usage.js';

/**
 * Prices of model tokens. A declared table decides, a library fills the gaps, and other models have no price
 * (requirement R13).
 */
export interface PriceBook {
  /**
   * Computes the cost of a usage in USD.
   *
   * @returns undefined if it is unknown
   */
  cost(model: string, provider: string | undefined, usage: PriceableUsage): PricedUsage | undefined;
  /** Rates of the declared table for everything else. */
  readonly rates: PriceRates;
  /** Assumptions about what the table leaves open. */
  readonly assumed: readonly string[];
  /** Identity for the manifest. */
  readonly identity: { table_sha256: string | null; library: string };
}

export interface PricedUsage {
  usd: number;
  /** Origin of the price: `table:<sha256>` or `library:<name>@<version>`. */
  price: string;
  /** Units that are billed apart and have no price of their own; absent = none. */
  unpriced?: readonly UnitApart[] | undefined;
}

/** Final usage and cost of a request. */
export interface SettledCost {
  /** null = nothing was used. */
  usage: ModelUsage | null;
  /** null = unknown. */
  usd: number | null;
  price: string | null;
  unpriced?: readonly UnitApart[] | undefined;
}

/**
 * Converts the cost of an exchange to an event.
 *
 * @returns undefined if nothing was used
 */
export function toCostEvent(
  { usage, usd, price, unpriced = [] }: SettledCost,
  exchange: number,
): EventPayload<'cost'> | undefined {
  if (usage === null) return undefined;
  return {
    action_type: 'llm_request',
    unit: 'token',
    quantity: getTotalTokens(usage),
    cost_usd: usd,
    provenance: usage.source,
    exchange,
    ...(price === null ? {} : { price }),
    ...(unpriced.length === 0 ? {} : { unpriced: [...unpriced] }),
  };
}
