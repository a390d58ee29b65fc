import type { Event, EventPayload } from '../../src/record/events/event.js';
import type { RecordedMessage } from '../../src/record/events/model_payloads.js';
import { type findUnresolvedHistories, selectEvents } from '../../src/record/events/select_events.js';

/**
 * Returns all messages of a request in order. A `prompt` event holds only the messages that its predecessor lacks, so
 * this follows the chain of predecessors.
 */
export function resolveMessages(
  events: readonly Event[],
  exchange: number,
): RecordedMessage[] | ReturnType<typeof findUnresolvedHistories>[number] {
  const prompts = new Map(selectEvents(events, 'prompt').map(({ payload }) => [payload.exchange, payload]));
  const chain: EventPayload<'prompt'>[] = [];
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
