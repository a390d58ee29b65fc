import type { Payload } from '../../../record/events.js';
import { totalTokens } from '../../../record/model_usage.js';
import type { Settled } from '../meter/price.js';

/** What an exchange cost, for the log; undefined = nothing was used. */
export function costOf({ usage, usd, price }: Settled, exchange: number): Payload<'cost'> | undefined {
  if (usage === null) return undefined;
  return {
    action_type: 'llm_request',
    unit: 'token',
    quantity: totalTokens(usage),
    cost_usd: usd,
    provenance: usage.source,
    exchange,
    ...(price === null ? {} : { price }),
  };
}
