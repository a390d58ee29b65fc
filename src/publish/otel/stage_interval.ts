import type { AttemptStage, Event } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
import type { SpanDraft } from './otel_span.js';

/** Time interval of the attempt in one stage. */
export interface StageInterval {
  key: string;
  stage: AttemptStage;
  from: number;
  to: number;
}

/** Key of the agent's span. */
export const AGENT_SPAN_KEY = 'agent';
const agentStages: readonly AttemptStage[] = ['inspect', 'write', 'test'];

/** Lists the intervals of the attempt's stages, in order. */
export function listStageIntervals(events: readonly Event[]): StageInterval[] {
  const end = events.at(-1)?.t ?? 0;
  const changes = selectEvents(events, 'stage_changed');
  return changes.map(({ seq, t, payload }, i) => ({
    key: `stage ${seq}`,
    stage: payload.to,
    from: t,
    to: changes[i + 1]?.t ?? end,
  }));
}

/** Finds the interval that contains a time. */
export const findStageInterval = (stretches: readonly StageInterval[], t: number): StageInterval | undefined =>
  stretches.findLast(({ from }) => from <= t);

/**
 * Computes the interval of the agent's stages.
 *
 * @returns undefined if it had none
 */
export function computeAgentInterval(
  stretches: readonly StageInterval[],
): Pick<StageInterval, 'from' | 'to'> | undefined {
  const agent_stretches = stretches.filter(({ stage }) => agentStages.includes(stage));
  const [first, last] = [agent_stretches.at(0), agent_stretches.at(-1)];
  return first && last && { from: first.from, to: last.to };
}

/** Creates a span for each stage, with its alerts, interventions and terminations as span events. */
export function createStageSpans(stretches: readonly StageInterval[], events: readonly Event[]): SpanDraft[] {
  return stretches.map(({ key, stage, from, to }, i) => ({
    key,
    parent: agentStages.includes(stage) ? AGENT_SPAN_KEY : undefined,
    name: `stage ${stage}`,
    from,
    to,
    attributes: { 'gatebench.stage': stage },
    events: events
      .filter(({ t }) => t >= from && (t < to || i === stretches.length - 1))
      .flatMap((event) => toSpanEvents(event)),
  }));
}

function toSpanEvents(event: Event): NonNullable<SpanDraft['events']> {
  const { t, type, payload } = event;
  const name = `gatebench.${type}`;
  switch (type) {
    case 'alert':
      return [{ t, name, attributes: pickAttributes(payload, 'code', 'severity', 'message') }];
    case 'act':
      // Allowed acts are in the record only; the trace shows the others.
      if (payload.handling === 'allow') return [];
      return [
        {
          t,
          name,
          attributes: {
            ...pickAttributes(payload, 'act', 'road', 'handling', 'because', 'text'),
            'gatebench.rule': payload.guard?.rule ?? '',
            'gatebench.severity': payload.guard?.severity ?? '',
          },
        },
      ];
    case 'intervention':
      return [{ t, name, attributes: pickAttributes(payload, 'action', 'detail') }];
    case 'termination':
      return [{ t, name, attributes: pickAttributes(payload, 'code', 'rationale') }];
    case 'escalation':
      return [{ t, name, attributes: pickAttributes(payload, 'condition', 'decision') }];
    default:
      return [];
  }
}

const pickAttributes = (payload: object, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [`gatebench.${name}`, String((payload as Record<string, unknown>)[name])]));
