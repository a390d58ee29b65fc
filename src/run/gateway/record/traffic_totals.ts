import { type Event, eventsOf } from '../../../record/events.js';

/** What a log says of traffic so far. */
export interface TrafficTotals {
  /** Requests to models that reached an upstream, answered or not; counts of tokens are none. */
  requests: number;
  /** Answered by the gateway itself: a cap, an unknown model, … */
  refused: number;
  tokens: number;
  /** Requests whose tokens nobody reported: the worst case is in `tokens` and `usd`. */
  estimated: number;
  /** null = the price of at least one request is unknown. */
  usd: number | null;
}

/** Returns the totals of a log. */
export function trafficTotals(events: readonly Event[]): TrafficTotals {
  const costs = eventsOf(events, 'cost').filter(({ payload }) => payload.exchange !== undefined);
  const responses = eventsOf(events, 'response').map(({ payload }) => payload);
  const unreached = new Set(
    responses.flatMap(({ code, exchange }) => (code === 'upstream-unreachable' ? exchange : [])),
  );
  const asked = eventsOf(events, 'prompt').filter(
    ({ payload: { operation, upstream, exchange } }) =>
      operation === 'generate' && upstream !== null && !unreached.has(exchange),
  );
  return {
    requests: asked.length,
    refused: responses.filter(({ outcome }) => outcome === 'refused').length,
    tokens: costs.reduce((sum, { payload }) => sum + payload.quantity, 0),
    estimated: responses.filter(({ usage }) => usage?.source === 'estimated').length,
    usd: costs.reduce<number | null>(
      (sum, { payload }) => (sum === null || payload.cost_usd === null ? null : sum + payload.cost_usd),
      0,
    ),
  };
}
