import type { Payload } from '../../../record/events.js';
import { totalTokens } from '../../../record/model_usage.js';
import type { Settled } from './price.js';

/** The cost of a request to a model as an event; undefined = it used nothing. Tokens by kind stand in its response. */
export function costEvent({ usage, usd, price }: Settled, exchange: number): Payload<'cost'> | undefined {
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
