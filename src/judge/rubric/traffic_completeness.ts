import { exchangesOf, type RecordedExchange, unresolvedHistories } from '../../record/conversation.js';
import { type Event, eventsOf } from '../../record/events.js';
import { totalTokens } from '../../record/model_usage.js';
import type { Gap } from './gap.js';
import { type Trace, wholeRecord } from './trace.js';

/**
 * What is missing from the traffic with models (R7): exchanges are numbered without gaps, every prompt has its response, every response
 * that used something its cost, every history can be put together, and every call was asked for by a response.
 */
export function trafficGaps(trace: Trace): Gap[] {
  const { events, manifest } = trace.record;
  const exchanges = exchangesOf(events);
  const gaps: Gap[] = [];
  const gap = (what: string, event: Event | undefined) =>
    gaps.push({ what, evidence: event ? { seq: event.seq } : wholeRecord(trace) });

  let expected = 1;
  for (const exchange of exchanges.values()) {
    const { number, prompt, response, cost } = exchange;
    const some = prompt ?? response ?? cost;
    if (number !== expected) gap(`exchange ${number} with a model where ${expected} is expected`, some);
    expected = number + 1;
    for (const what of missingOf(exchange)) gap(`exchange ${number} with a model: ${what}`, some);
  }
  for (const again of repeated(events, exchanges)) gap('an exchange with a model is recorded twice', again);
  for (const { exchange, because } of unresolvedHistories(events))
    gap(`the history of exchange ${exchange} cannot be put together: ${because}`, exchanges.get(exchange)?.prompt);
  for (const call of eventsOf(events, 'tool_invocation')) {
    const { asked } = call.payload;
    const from = asked && exchanges.get(asked.exchange)?.response;
    if (asked && (!from || from.seq > call.seq)) gap(`no response asks for the call ${asked.call_id}`, call);
  }
  const first = eventsOf(events, 'prompt')[0];
  if (first && manifest.model === null) gap('a model was asked, but the manifest names no way to one', first);
  return gaps;
}

function missingOf({ prompt, response, cost }: RecordedExchange): string[] {
  const usage = response?.payload.usage ?? null;
  return [
    ...(prompt && !response ? ['what came of it is not recorded'] : []),
    ...(prompt && response && response.seq < prompt.seq ? ['the response comes before the prompt'] : []),
    ...(prompt && response && response.payload.conversation !== prompt.payload.conversation
      ? ['the response is of another conversation']
      : []),
    // Only what could not be read has no prompt, and that goes nowhere.
    ...(response && !prompt && (response.payload.outcome !== 'refused' || response.payload.conversation !== null)
      ? ['what was asked is not recorded']
      : []),
    ...(usage && !cost ? ['what it cost is not recorded'] : []),
    ...(cost && !usage ? ['it has a cost, but used nothing'] : []),
    ...(usage && cost && cost.payload.quantity !== totalTokens(usage) ? ['its cost is of another usage'] : []),
  ];
}

function repeated(events: readonly Event[], exchanges: ReadonlyMap<number, RecordedExchange>): Event[] {
  return events.filter((event) => {
    if (event.type !== 'prompt' && event.type !== 'response' && event.type !== 'cost') return false;
    const number = event.payload.exchange;
    return number !== undefined && exchanges.get(number)?.[event.type]?.seq !== event.seq;
  });
}
