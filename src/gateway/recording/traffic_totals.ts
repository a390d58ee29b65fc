import { sumDollars } from '../../record/costs/sum_dollars.js';
import type { Event } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';

/** Totals of a log's traffic. */
export interface TrafficTotals {
  /** Model requests that reached an upstream, without token counts. */
  requests: number;
  /** Requests rejected by the gateway itself: a cap, an unknown model, … */
  refused: number;
  tokens: number;
  /** Requests without reported usage, whose worst case is part of `tokens` and `usd`. */
  estimated: number;
  /** null = the price of at least one request is unknown. */
  usd: number | null;
}

/** Computes the totals of a log. */
export function computeTrafficTotals(events: readonly Event[]): TrafficTotals {
  const costs = selectEvents(events, 'cost').filter(({ payload }) => payload.exchange !== undefined);
  const responses = selectEvents(events, 'response').map(({ payload }) => payload);
  const unreached = new Set(
    responses.flatMap(({ code, exchange }) => (code === 'upstream-unreachable' ? exchange : [])),
  );
  const forwarded = selectEvents(events, 'prompt').filter(
    ({ payload: { operation, upstream, exchange } }) =>
      operation === 'generate' && upstream !== null && !unreached.has(exchange),
  );
  return {
    requests: forwarded.length,
    refused: responses.filter(({ outcome }) => outcome === 'refused').length,
    tokens: costs.reduce((sum, { payload }) => sum + payload.quantity, 0),
    estimated: responses.filter(({ usage }) => usage?.source === 'estimated').length,
    usd: sumDollars(costs.map(({ payload }) => payload.cost_usd)),
  };
}
