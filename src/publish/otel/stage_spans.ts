import { type Event, eventsOf, type Stage } from '../../record/events.js';
import type { Told } from './span.js';

/** A stretch of the attempt in one stage. */
export interface Stretch {
  key: string;
  stage: Stage;
  from: number;
  to: number;
}

/** The agent as a whole. */
export const AGENT = 'agent';
const agentStages: readonly Stage[] = ['inspect', 'write', 'test'];

/** The attempt's stages, one after the other. */
export function stretchesOf(events: readonly Event[]): Stretch[] {
  const end = events.at(-1)?.t ?? 0;
  const changes = eventsOf(events, 'stage_changed');
  return changes.map(({ seq, t, payload }, i) => ({
    key: `stage ${seq}`,
    stage: payload.to,
    from: t,
    to: changes[i + 1]?.t ?? end,
  }));
}

/** In which of them something happened. */
export const stretchAt = (stretches: readonly Stretch[], t: number): Stretch | undefined =>
  stretches.findLast(({ from }) => from <= t);

/** From when to when the agent was at work; undefined = it had no stage of its own. */
export function agentStretch(stretches: readonly Stretch[]): Pick<Stretch, 'from' | 'to'> | undefined {
  const own = stretches.filter(({ stage }) => agentStages.includes(stage));
  return own.length === 0 ? undefined : { from: own[0]!.from, to: own.at(-1)!.to };
}

/** A span for each stage; alerts, interventions and what ended the agent stand in them. */
export function stageSpans(stretches: readonly Stretch[], events: readonly Event[]): Told[] {
  return stretches.map(({ key, stage, from, to }, i) => ({
    key,
    parent: agentStages.includes(stage) ? AGENT : undefined,
    name: `stage ${stage}`,
    from,
    to,
    attributes: { 'gatebench.stage': stage },
    events: events
      .filter(({ t }) => t >= from && (t < to || i === stretches.length - 1))
      .flatMap((event) => notable(event)),
  }));
}

function notable(event: Event): NonNullable<Told['events']> {
  const { t, type, payload } = event;
  const name = `gatebench.${type}`;
  switch (type) {
    case 'alert':
      return [{ t, name, attributes: pick(payload, 'code', 'severity', 'message') }];
    case 'intervention':
      return [{ t, name, attributes: pick(payload, 'action', 'detail') }];
    case 'termination':
      return [{ t, name, attributes: pick(payload, 'code', 'rationale') }];
    case 'escalation':
      return [{ t, name, attributes: pick(payload, 'condition', 'decision') }];
    default:
      return [];
  }
}

const pick = (payload: object, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [`gatebench.${name}`, String((payload as Record<string, unknown>)[name])]));
