import type { EventPayload } from '../record/events/event.js';

/** Request of a client, without path, query, headers or body. */
export type NetworkRequest = Omit<EventPayload<'network_request'>, 'count' | 'source'>;

/**
 * Bounded log of network requests. Each request is an event of its own at first; later ones are summed, so that no
 * flood fills the record. A growing sum is appended each time that it doubles, so that listeners see a flood while it
 * lasts.
 */
export interface NetworkRequestLog {
  add(request: NetworkRequest): void;
  /** Appends the remaining sums. Call it when no request is open. */
  close(): void;
}

/** Maximum number of requests with an event of their own, per stage. */
const SINGLE = 500;
/** Maximum number of sums by destination, decision, rule and stub; further ones lose their destination. */
const SUMS = 200;
/** Number of requests at which a sum is first appended. */
const TOLD_AT = 100;

/**
 * Opens a log of network requests.
 *
 * @param append receives the payload of each event
 * @param source observer of the requests
 */
export function openNetworkRequestLog(
  append: (payload: EventPayload<'network_request'>) => void,
  source = 'proxy',
): NetworkRequestLog {
  const sums = new Map<string, { payload: EventPayload<'network_request'>; told_at: number }>();
  let single = 0;

  function sum({ method: _, status: __, ...request }: NetworkRequest): void {
    const key = JSON.stringify([request.destination, request.decision, request.rule, request.stub]);
    const entry = sums.get(key);
    if (entry === undefined) {
      if (sums.size >= SUMS && request.destination !== null) sum({ ...request, destination: null });
      else sums.set(key, { payload: { ...request, count: 1, source }, told_at: TOLD_AT });
      return;
    }
    const { payload, told_at } = entry;
    payload.count += 1;
    payload.bytes_sent = (payload.bytes_sent ?? 0) + (request.bytes_sent ?? 0);
    payload.bytes_received = (payload.bytes_received ?? 0) + (request.bytes_received ?? 0);
    if (payload.count < told_at) return;
    append(payload);
    sums.set(key, {
      payload: { ...request, bytes_sent: 0, bytes_received: 0, count: 0, source },
      told_at: 2 * told_at,
    });
  }

  return {
    add(request) {
      if (single >= SINGLE) return sum(request);
      single += 1;
      append({ ...request, count: 1, source });
    },
    close() {
      for (const { payload } of sums.values()) if (payload.count > 0) append(payload);
      sums.clear();
    },
  };
}
