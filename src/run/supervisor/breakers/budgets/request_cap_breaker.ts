import type { Event } from '../../../../record/events/event.js';
import { type Breaker, type BreakerTrip, createEventReducer } from '../base/breaker.js';

/** Returns true for a request that was forwarded to a model. */
export const isModelRequest = (event: Event): event is Event<'prompt'> =>
  event.type === 'prompt' && event.payload.operation === 'generate' && event.payload.upstream !== null;

/** Counter of the requests that count against a budget. */
interface RequestCounter {
  see(event: Event): void;
  readonly requests: number;
}

/**
 * Creates a counter of requests that reached an upstream, answered or not, as the gateway counts. Refused requests,
 * unreachable upstreams and token counts do not count. Memory is bounded by the requests under way.
 */
export function createRequestCounter(): RequestCounter {
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

/** Finds the gateway's refusal for a reason; undefined if the event is something else. */
export const findGatewayRefusal = ({ type, payload }: Event, code: string): string | undefined =>
  type === 'response' && payload.outcome === 'refused' && payload.code === code
    ? `the gateway refused a request to a model: ${payload.detail}`
    : undefined;

/** Creates the trip that ends the agent's part at a cap. */
export const createCapTrip = (
  code: string,
  cap: string,
  message: string,
  signals: BreakerTrip['signals'],
): BreakerTrip => ({
  code,
  severity: 'warning',
  message,
  signals,
  action: 'kill',
  stop: { kind: 'resource', cap },
});

/** Trips when the gateway refuses a request beyond `budget.model_requests`, or more were sent (requirement R8). */
export const requestCapBreaker: Breaker = {
  code: 'request-cap',
  watch({ budget: { model_requests: limit } }) {
    if (limit === undefined) return undefined;
    const count = createRequestCounter();
    return createEventReducer((event) => {
      count.see(event);
      const { requests } = count;
      const excess = requests > limit ? `${requests} requests to models were sent, the budget is ${limit}` : undefined;
      const reason = findGatewayRefusal(event, 'request-cap') ?? excess;
      return reason === undefined
        ? undefined
        : createCapTrip('request-cap', 'model_requests', reason, { requests, limit });
    });
  },
};

/** Trips when the gateway refuses a model without a price. Its usage cannot count against the cap in USD. */
export const unpricedModelBreaker: Breaker = {
  code: 'unpriced-model',
  watch: ({ budget }) =>
    createEventReducer((event) => {
      const reason = findGatewayRefusal(event, 'unpriced-model');
      return reason === undefined
        ? undefined
        : createCapTrip('unpriced-model', 'unpriced-model', reason, { limit: budget.usd });
    }),
};
