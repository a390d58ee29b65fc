import { type Event, type Execution, eventsOf } from '../../record/events.js';

/** A stretch of time, in milliseconds since run start. */
export type Span = Pick<Execution, 'started_ms' | 'ended_ms'>;

/** How long at least one of them was running: calls through the coordination layer run beside the agent's own command. */
export function wallOf(spans: readonly Span[]): number {
  let wall_ms = 0;
  let until = 0;
  for (const { started_ms, ended_ms } of [...spans].sort((a, b) => a.started_ms - b.started_ms)) {
    wall_ms += Math.max(0, ended_ms - Math.max(until, started_ms));
    until = Math.max(until, ended_ms);
  }
  return wall_ms;
}

/** Every command that was run for the attempt. */
export const executionsOf = (event: Event): readonly Execution[] => {
  switch (event.type) {
    case 'setup':
    case 'world':
      return event.payload.steps;
    case 'tool_invocation':
      return event.payload.execution ? [event.payload.execution] : [];
    default:
      return checkExecution(event);
  }
};

/** The command of a check. */
export function checkExecution(event: Event): readonly Execution[] {
  switch (event.type) {
    case 'build':
    case 'static_check':
    case 'acceptance_check':
    case 'maintainability_check':
    case 'canary':
    case 'rebuild':
    case 'perturbation':
    case 'challenge':
      return event.payload.execution ? [event.payload.execution] : [];
    default:
      return [];
  }
}

/** Requests to models, from when they went on to their ends. */
export function exchangeSpans(events: readonly Event[]): Span[] {
  const begun = new Map(eventsOf(events, 'prompt').map(({ payload, t }) => [payload.exchange, t / 1e6]));
  return eventsOf(events, 'response').flatMap(({ payload, t }) => {
    const started_ms = begun.get(payload.exchange);
    return started_ms === undefined ? [] : [{ started_ms, ended_ms: t / 1e6 }];
  });
}

/** From an answer that failed to the next request: an agent that asks again after a while waits in its own time. */
export function retrySpans(events: readonly Event[]): Span[] {
  const spans: Span[] = [];
  let failed_ms: number | undefined;
  for (const { type, payload, t } of events) {
    if (type === 'response') failed_ms = ['error', 'partial'].includes(payload.outcome) ? t / 1e6 : undefined;
    if (type !== 'prompt' || failed_ms === undefined) continue;
    spans.push({ started_ms: failed_ms, ended_ms: t / 1e6 });
    failed_ms = undefined;
  }
  return spans;
}

/** The time before that in which they were held back. */
export const holdSpans = (events: readonly Event[]): Span[] => {
  const held = new Map(eventsOf(events, 'response').map(({ payload }) => [payload.exchange, payload.held_ms]));
  return eventsOf(events, 'prompt').map(({ payload, t }) => ({
    started_ms: t / 1e6 - (held.get(payload.exchange) ?? 0),
    ended_ms: t / 1e6,
  }));
};
