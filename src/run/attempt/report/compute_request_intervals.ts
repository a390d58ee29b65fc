import type { Event } from '../../../record/events/event.js';
import { selectEvents, type TimeInterval } from '../../../record/events/select_events.js';

/** Computes the intervals of model requests, from forwarding to the end of the response. */
export function computeRequestIntervals(events: readonly Event[]): TimeInterval[] {
  const begun = new Map(selectEvents(events, 'prompt').map(({ payload, t }) => [payload.exchange, t / 1e6]));
  return selectEvents(events, 'response').flatMap(({ payload, t }) => {
    const started_ms = begun.get(payload.exchange);
    return started_ms === undefined ? [] : [{ started_ms, ended_ms: t / 1e6 }];
  });
}

/** Computes the intervals from a failed response to the next request: the agent waits in its own time. */
export function computeRetryIntervals(events: readonly Event[]): TimeInterval[] {
  const spans: TimeInterval[] = [];
  let failed_ms: number | undefined;
  for (const { type, payload, t } of events) {
    if (type === 'response') failed_ms = ['error', 'partial'].includes(payload.outcome) ? t / 1e6 : undefined;
    if (type !== 'prompt' || failed_ms === undefined) continue;
    spans.push({ started_ms: failed_ms, ended_ms: t / 1e6 });
    failed_ms = undefined;
  }
  return spans;
}

/** Computes the intervals in which model requests were held back. */
export const computeHoldIntervals = (events: readonly Event[]): TimeInterval[] => {
  const hold_times = new Map(
    selectEvents(events, 'response').map(({ payload }) => [payload.exchange, payload.held_ms]),
  );
  return selectEvents(events, 'prompt').map(({ payload, t }) => ({
    started_ms: t / 1e6 - (hold_times.get(payload.exchange) ?? 0),
    ended_ms: t / 1e6,
  }));
};
