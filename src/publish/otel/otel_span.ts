import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { Event } from '../../record/events/event.js';
import { sha256 } from '../../record/json/compute_digest.js';
import type { Manifest } from '../../record/manifest/manifest.js';
import { type OtelAttribute, type SpanAttributes, toOtelAttributes } from './otel_attribute.js';

/** Span as OTLP/JSON has it: ids in hexadecimal, times as texts, enumerations as numbers. */
export interface OtelSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: OtelAttribute[];
  events?: OtelSpanEvent[];
  status?: { code: number; message?: string };
}

interface OtelSpanEvent {
  timeUnixNano: string;
  name: string;
  attributes: OtelAttribute[];
}

export const spanKinds = { internal: 1, client: 3 } as const;
const ERROR = 2;

/** Span before it has ids. Times are nanoseconds since run start. */
export interface SpanDraft {
  /** Key of the span within its attempt. */
  key: string;
  /** Key of the parent span; undefined for the attempt's span. */
  parent?: string | undefined;
  name: string;
  kind?: (typeof spanKinds)[keyof typeof spanKinds];
  from: number;
  to: number;
  attributes: SpanAttributes;
  /** Recorded content, which is not truncated. */
  content?: SpanAttributes | undefined;
  events?: { t: number; name: string; attributes: SpanAttributes }[] | undefined;
  /** Error message, if the span failed. */
  error?: string | undefined;
}

/**
 * Factory of an attempt's spans. Ids and times follow from the record, so that a second export creates the same spans.
 */
interface SpanFactory {
  trace_id: string;
  time(t: number): string;
  span(draft: SpanDraft): OtelSpan;
}

export function createSpanFactory(manifest: Manifest, events: readonly Event[]): SpanFactory {
  const seed = `${manifest.attempt_id}\n${events[0]?.hash ?? ''}`;
  const trace_id = sha256(seed).slice(0, 32);
  const toEvent = ({ t, name, attributes }: NonNullable<SpanDraft['events']>[number]) => ({
    timeUnixNano: time(t),
    name,
    attributes: toOtelAttributes(attributes),
  });
  const id = (key: string) => sha256(`${seed}\n${key}`).slice(0, 16);
  const started = BigInt(Date.parse(manifest.started_at)) * 1_000_000n;
  const time = (t: number) => String(started + BigInt(Math.round(t)));
  return {
    trace_id,
    time,
    span: ({ key, parent, name, kind = spanKinds.internal, from, to, attributes, content = {}, events, error }) => ({
      traceId: trace_id,
      spanId: id(key),
      ...omitUndefined({ parentSpanId: key === ROOT_SPAN_KEY ? undefined : id(parent ?? ROOT_SPAN_KEY) }),
      name,
      kind,
      startTimeUnixNano: time(from),
      endTimeUnixNano: time(Math.max(from, to)),
      attributes: [...toOtelAttributes(attributes), ...toOtelAttributes(content, true)],
      ...omitUndefined({
        events: events && events.length > 0 ? events.map(toEvent) : undefined,
        status: error === undefined ? undefined : { code: ERROR, message: error.slice(0, 1000).toWellFormed() },
      }),
    }),
  };
}

/** Key of the attempt's span. */
export const ROOT_SPAN_KEY = 'attempt';
