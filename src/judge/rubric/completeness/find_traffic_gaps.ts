import type { Event } from '../../../record/events/event.js';
import {
  collectExchanges,
  findUnresolvedHistories,
  type RecordedExchange,
  selectEvents,
} from '../../../record/events/select_events.js';
import { getTotalTokens } from '../../../record/models/model_usage.js';
import { type AttemptTrace, getRecordEvidence } from '../trace/attempt_trace.js';
import type { EvidenceGap } from '../trace/evidence_gap.js';

/**
 * Finds gaps in the traffic with models (requirement R7). Exchanges are numbered without gaps, every prompt has its
 * response, every response that used tokens has a cost, every history can be resolved, and a response requested every
 * call.
 */
export function findTrafficGaps(trace: AttemptTrace): EvidenceGap[] {
  const { events, manifest } = trace.record;
  const exchanges = collectExchanges(events);
  const gaps: EvidenceGap[] = [];
  const gap = (what: string, event: Event | undefined) =>
    gaps.push({ what, evidence: event ? { seq: event.seq } : getRecordEvidence(trace) });

  let expected = 1;
  for (const exchange of exchanges.values()) {
    const { number, prompt, response, cost } = exchange;
    const some = prompt ?? response ?? cost;
    if (number !== expected) gap(`exchange ${number} with a model where ${expected} is expected`, some);
    expected = number + 1;
    for (const part of listMissingParts(exchange)) gap(`exchange ${number} with a model: ${part}`, some);
  }
  for (const again of findRepeatedEvents(events, exchanges)) gap('an exchange with a model is recorded twice', again);
  for (const { exchange, because } of findUnresolvedHistories(events))
    gap(`the history of exchange ${exchange} cannot be put together: ${because}`, exchanges.get(exchange)?.prompt);
  for (const call of selectEvents(events, 'tool_invocation')) {
    const { asked: origin } = call.payload;
    const response = origin && exchanges.get(origin.exchange)?.response;
    if (origin && (!response || response.seq > call.seq)) gap(`no response asks for the call ${origin.call_id}`, call);
  }
  const first = selectEvents(events, 'prompt')[0];
  if (first && manifest.model === null) gap('a model was asked, but the manifest names no way to one', first);
  return gaps;
}

function listMissingParts({ prompt, response, cost }: RecordedExchange): string[] {
  const usage = response?.payload.usage ?? null;
  return [
    ...(prompt && !response ? ['what came of it is not recorded'] : []),
    ...(prompt && response && response.seq < prompt.seq ? ['the response comes before the prompt'] : []),
    ...(prompt && response && response.payload.conversation !== prompt.payload.conversation
      ? ['the response is of another conversation']
      : []),
    // Only unreadable requests have no prompt, and these are not forwarded.
    ...(response && !prompt && (response.payload.outcome !== 'refused' || response.payload.conversation !== null)
      ? ['what was asked is not recorded']
      : []),
    ...(usage && !cost ? ['what it cost is not recorded'] : []),
    ...(cost && !usage ? ['it has a cost, but used nothing'] : []),
    ...(usage && cost && cost.payload.quantity !== getTotalTokens(usage) ? ['its cost is of another usage'] : []),
  ];
}

function findRepeatedEvents(events: readonly Event[], exchanges: ReadonlyMap<number, RecordedExchange>): Event[] {
  return events.filter((event) => {
    if (event.type !== 'prompt' && event.type !== 'response' && event.type !== 'cost') return false;
    const number = event.payload.exchange;
    return number !== undefined && exchanges.get(number)?.[event.type]?.seq !== event.seq;
  });
}
