import type { Event } from './event.js';
import { selectEvents } from './select_events.js';

/** Recorded events of one request to a model. */
export interface RecordedExchange {
  number: number;
  /** undefined = it could not be read. */
  prompt: Event<'prompt'> | undefined;
  /** undefined = the log ends before the response was complete. */
  response: Event<'response'> | undefined;
  cost: Event<'cost'> | undefined;
}

/** Returns the model exchanges of a log by number, in order. If a number occurs twice, the first event counts. */
export function collectExchanges(events: readonly Event[]): Map<number, RecordedExchange> {
  const exchanges = new Map<number, RecordedExchange>();
  const at = (number: number): RecordedExchange => {
    const known = exchanges.get(number) ?? { number, prompt: undefined, response: undefined, cost: undefined };
    exchanges.set(number, known);
    return known;
  };
  for (const event of events) {
    if (event.type === 'prompt') at(event.payload.exchange).prompt ??= event;
    else if (event.type === 'response') at(event.payload.exchange).response ??= event;
    else if (event.type === 'cost' && event.payload.exchange !== undefined) at(event.payload.exchange).cost ??= event;
  }
  return new Map([...exchanges].sort(([a], [b]) => a - b));
}

/** Exchange whose history refers to an exchange that the log does not contain. */
interface UnresolvedHistory {
  exchange: number;
  because: string;
}

/** Returns the prompts whose history cannot be reconstructed. Visits each exchange once. */
export function findUnresolvedHistories(events: readonly Event[]): UnresolvedHistory[] {
  const lengths = new Map<number, number>();
  return selectEvents(events, 'prompt').flatMap(({ payload: { exchange, history, messages } }): UnresolvedHistory[] => {
    const { of, kept, changed = { old: 0, new: 0 } } = history;
    const before = of === null ? 0 : lengths.get(of);
    // The successors of a broken exchange do not count as broken again.
    lengths.set(exchange, kept - changed.old + messages.length);
    if (before === undefined) return [{ exchange, because: `there is no prompt ${of} before it` }];
    if (kept > before) return [{ exchange, because: `it keeps ${kept} of ${before} messages` }];
    if (changed.old > kept || changed.new > messages.length)
      return [{ exchange, because: 'it changes more than there is' }];
    return [];
  });
}
