import { sha256 } from '../../record/canonical.js';
import type { Event } from '../../record/events.js';
import type { Manifest } from '../../record/manifest.js';
import { type Attributes, type KeyValue, keyValues } from './values.js';

/** A span as OTLP/JSON has it: ids in hexadecimal, times as texts, enumerations as numbers. */
export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: KeyValue[];
  events?: SpanEvent[];
  status?: { code: number; message?: string };
}

export interface SpanEvent {
  timeUnixNano: string;
  name: string;
  attributes: KeyValue[];
}

export const kinds = { internal: 1, client: 3 } as const;
const ERROR = 2;

/** What is said of a span, before it has ids. Times in nanoseconds since run start. */
export interface Told {
  /** Names the span within its attempt. */
  key: string;
  /** Key of the span that it is part of; undefined = the attempt's own. */
  parent?: string | undefined;
  name: string;
  kind?: (typeof kinds)[keyof typeof kinds];
  from: number;
  to: number;
  attributes: Attributes;
  /** Content that was asked for, which is not cut. */
  content?: Attributes | undefined;
  events?: { t: number; name: string; attributes: Attributes }[] | undefined;
  /** Why it did not end well. */
  error?: string | undefined;
}

/** Ids and times of an attempt's spans: they follow from its record, so that exporting it again makes the same ones. */
export interface Frame {
  trace_id: string;
  time(t: number): string;
  span(told: Told): Span;
}

export function frameOf(manifest: Manifest, events: readonly Event[]): Frame {
  const seed = `${manifest.attempt_id}\n${events[0]?.hash ?? ''}`;
  const trace_id = sha256(seed).slice(0, 32);
  const id = (key: string) => sha256(`${seed}\n${key}`).slice(0, 16);
  const started = BigInt(Date.parse(manifest.started_at)) * 1_000_000n;
  const time = (t: number) => String(started + BigInt(Math.round(t)));
  return {
    trace_id,
    time,
    span: ({ key, parent, name, kind = kinds.internal, from, to, attributes, content = {}, events, error }) => ({
      traceId: trace_id,
      spanId: id(key),
      ...(key === ROOT ? {} : { parentSpanId: id(parent ?? ROOT) }),
      name,
      kind,
      startTimeUnixNano: time(from),
      endTimeUnixNano: time(Math.max(from, to)),
      attributes: [...keyValues(attributes), ...keyValues(content, true)],
      ...(events && events.length > 0
        ? {
            events: events.map((event) => ({
              timeUnixNano: time(event.t),
              name: event.name,
              attributes: keyValues(event.attributes),
            })),
          }
        : {}),
      ...(error === undefined ? {} : { status: { code: ERROR, message: error.slice(0, 1000).toWellFormed() } }),
    }),
  };
}

/** The attempt itself. */
export const ROOT = 'attempt';
