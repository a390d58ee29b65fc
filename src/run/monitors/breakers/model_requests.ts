import type { Event } from '../../../record/events.js';
import { type Breaker, sensor, type Trip } from './breaker.js';

/** A request that went to a model to be answered. */
export const isRequest = (event: Event): event is Event<'prompt'> =>
  event.type === 'prompt' && event.payload.operation === 'generate' && event.payload.upstream !== null;

/** How many requests to models count against a budget of them. */
export interface RequestCount {
  see(event: Event): void;
  readonly requests: number;
}

/**
 * Counts requests as the gateway does: those that reached an upstream, answered or not. What the gateway refused, what found nobody, and counts of
 * tokens are none. Bounded by what is under way.
 */
export function requestCount(): RequestCount {
  const counting_tokens = new Set<number>();
  let requests = 0;
  return {
    see(event) {
      if (event.type === 'prompt' && event.payload.operation === 'count-tokens')
        counting_tokens.add(event.payload.exchange);
      if (event.type !== 'response') return;
      const { exchange, outcome, code } = event.payload;
      if (counting_tokens.delete(exchange)) return;
      if (outcome !== 'refused' && code !== 'upstream-unreachable') requests += 1;
    },
    get requests() {
      return requests;
    },
  };
}

/** What the gateway said when it refused a request for this reason; undefined = this event is not that. */
export const refusedFor = ({ type, payload }: Event, code: string): string | undefined =>
  type === 'response' && payload.outcome === 'refused' && payload.code === code
    ? `the gateway refused a request to a model: ${payload.detail}`
    : undefined;

/** The end of the agent's part at a cap. */
export const capTrip = (code: string, cap: string, message: string, signals: Trip['signals']): Trip => ({
  code,
  severity: 'warning',
  message,
  signals,
  action: 'kill',
  stop: { kind: 'resource', cap },
});

/** Trips when the gateway refuses the first request beyond `budget.model_requests`, or more were sent all the same (R8). */
export const requestCap: Breaker = {
  code: 'request-cap',
  watch({ budget: { model_requests: limit } }) {
    if (limit === undefined) return undefined;
    const count = requestCount();
    return sensor((event) => {
      count.see(event);
      const { requests } = count;
      const beyond = requests > limit ? `${requests} requests to models were sent, the budget is ${limit}` : undefined;
      const why = refusedFor(event, 'request-cap') ?? beyond;
      return why === undefined ? undefined : capTrip('request-cap', 'model_requests', why, { requests, limit });
    });
  },
};

/** Trips when the gateway refuses a model that has no price, since what it uses cannot be held against the cap in USD. */
export const unpricedModel: Breaker = {
  code: 'unpriced-model',
  watch: ({ budget }) =>
    sensor((event) => {
      const why = refusedFor(event, 'unpriced-model');
      return why === undefined ? undefined : capTrip('unpriced-model', 'unpriced-model', why, { limit: budget.usd });
    }),
};
