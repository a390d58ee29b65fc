import { type Event, eventsOf } from '../../../record/events.js';

/** What a log says of traffic so far. */
export interface TrafficTotals {
  /** Sent on to an upstream. */
  requests: number;
  /** Answered by the gateway itself: a cap, an unknown model, … */
  refused: number;
  tokens: number;
  /** null = the price of at least one request is unknown. */
  usd: number | null;
}

export function trafficTotals(events: readonly Event[]): TrafficTotals {
  const costs = eventsOf(events, 'cost').filter(({ payload }) => payload.exchange !== undefined);
  return {
    requests: eventsOf(events, 'prompt').filter(({ payload }) => payload.upstream !== null).length,
    refused: eventsOf(events, 'response').filter(({ payload }) => payload.outcome === 'refused').length,
    tokens: costs.reduce((sum, { payload }) => sum + payload.quantity, 0),
    usd: costs.reduce<number | null>(
      (sum, { payload }) => (sum === null || payload.cost_usd === null ? null : sum + payload.cost_usd),
      0,
    ),
  };
}
