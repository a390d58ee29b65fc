import { type Event, eventsOf, type Payload } from './events.js';
import type { RecordedMessage } from './model_events.js';

/** One request to a model with all that the log has of it. */
export interface RecordedExchange {
  number: number;
  /** undefined = it could not be read. */
  prompt: Event<'prompt'> | undefined;
  /** undefined = the log ends before it was over. */
  response: Event<'response'> | undefined;
  cost: Event<'cost'> | undefined;
}

/** The traffic of a log, by the numbers of its exchanges in order. Of a number that is there twice the first counts. */
export function exchangesOf(events: readonly Event[]): Map<number, RecordedExchange> {
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

/** Where a history begins that goes on from nothing which the log has. */
export interface Unresolved {
  exchange: number;
  because: string;
}

/** Every message of a request in order: a prompt holds only what the one that it goes on from has not. */
export function messagesOf(events: readonly Event[], exchange: number): RecordedMessage[] | Unresolved {
  const prompts = new Map(eventsOf(events, 'prompt').map(({ payload }) => [payload.exchange, payload]));
  const chain: Payload<'prompt'>[] = [];
  for (let at: number | null = exchange; at !== null; ) {
    const prompt = prompts.get(at);
    if (!prompt) return { exchange: chain.at(-1)?.exchange ?? exchange, because: `there is no prompt ${at}` };
    const { of } = prompt.history;
    chain.push(prompt);
    if (of !== null && of >= at) return { exchange: at, because: 'it goes on from one that is not before it' };
    at = of;
  }
  const messages: RecordedMessage[] = [];
  for (const { exchange: number, history, messages: given } of chain.reverse()) {
    if (history.kept > messages.length)
      return { exchange: number, because: `it keeps ${history.kept} of ${messages.length} messages` };
    const { old, new: fresh } = history.changed ?? { old: 0, new: 0 };
    if (old > history.kept || fresh > given.length)
      return { exchange: number, because: 'it changes more than there is' };
    messages.length = history.kept;
    if (old > 0 || fresh > 0) messages.splice(0, old, ...given.slice(0, fresh));
    messages.push(...given.slice(fresh));
  }
  return messages;
}

/** Prompts whose history cannot be put together. Each is looked at once, whatever it goes on from. */
export function unresolvedHistories(events: readonly Event[]): Unresolved[] {
  const lengths = new Map<number, number>();
  return eventsOf(events, 'prompt').flatMap(({ payload: { exchange, history, messages } }): Unresolved[] => {
    const { of, kept, changed = { old: 0, new: 0 } } = history;
    const before = of === null ? 0 : lengths.get(of);
    // What follows from a broken one is not broken once more.
    lengths.set(exchange, kept - changed.old + messages.length);
    if (before === undefined) return [{ exchange, because: `there is no prompt ${of} before it` }];
    if (kept > before) return [{ exchange, because: `it keeps ${kept} of ${before} messages` }];
    if (changed.old > kept || changed.new > messages.length)
      return [{ exchange, because: 'it changes more than there is' }];
    return [];
  });
}
