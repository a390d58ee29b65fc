import type { Payload } from '../../record/events.js';

/** One request as it went, without path, query, headers or body. */
export type Seen = Omit<Payload<'network_request'>, 'count' | 'source'>;

/** Keeps what was requested: each request an event of its own at first, then sums, so that no flood fills the record. */
export interface Ledger {
  add(request: Seen): void;
  /** Appends the sums. Call when nothing is under way any more. */
  close(): void;
}

/** Requests with an event of their own, per stage. */
const SINGLE = 500;
/** Sums by destination, decision, rule and stub; further ones are summed without a destination. */
const SUMS = 200;

/**
 * @param append takes the payload of each event
 * @param source who saw the requests
 */
export function openLedger(append: (payload: Payload<'network_request'>) => void, source = 'proxy'): Ledger {
  const sums = new Map<string, Payload<'network_request'>>();
  let single = 0;

  function sum({ method: _, status: __, ...request }: Seen): void {
    const key = JSON.stringify([request.destination, request.decision, request.rule, request.stub]);
    const known = sums.get(key);
    if (known === undefined) {
      if (sums.size >= SUMS && request.destination !== null) sum({ ...request, destination: null });
      else sums.set(key, { ...request, count: 1, source });
      return;
    }
    known.count += 1;
    known.bytes_sent = (known.bytes_sent ?? 0) + (request.bytes_sent ?? 0);
    known.bytes_received = (known.bytes_received ?? 0) + (request.bytes_received ?? 0);
  }

  return {
    add(request) {
      if (single >= SINGLE) return sum(request);
      single += 1;
      append({ ...request, count: 1, source });
    },
    close() {
      for (const payload of sums.values()) append(payload);
      sums.clear();
    },
  };
}
