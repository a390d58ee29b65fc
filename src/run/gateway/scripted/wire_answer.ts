import { gzipSync } from 'node:zlib';
import type { Format, StreamEvent } from './formats/format.js';
import type { Heard } from './heard.js';
import type { ScriptedAnswer } from './next_answer.js';
import type { Fault } from './script.js';

/** An answer as bytes: what is sent, in which pieces, and where it stops. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  /** One piece for each event of a stream. */
  pieces: readonly Uint8Array[];
  /** How it ends, where not as it should. */
  ends?: 'cut' | 'hang' | undefined;
  /** Bytes at a time. */
  slow?: { bytes: number; pause_ms: number } | undefined;
}

/** An answer in its wire format, with what goes wrong in it. */
export function wireAnswer(
  format: Format,
  answer: ScriptedAnswer,
  heard: Pick<Heard, 'stream' | 'tells_usage'>,
  fault: Fault | undefined,
  key: string,
): WireAnswer {
  if (fault?.status) return refusal(format, fault.status);
  const said = fault?.echo_key ? { ...answer, text: `${answer.text}${key}` } : answer;
  const type = heard.stream === 'sse' ? 'text/event-stream; charset=utf-8' : 'application/json';
  const good: WireAnswer = {
    status: 200,
    headers: { 'content-type': fault?.content_type ?? type },
    pieces: heard.stream
      ? framed(broken(format.events(said, heard.tells_usage), format, fault), heard.stream)
      : [document(format, said, fault)],
  };
  return fault ? faulty(good, fault) : good;
}

export const errorAnswer = (format: Format, status: number, message: string): WireAnswer =>
  refusal(format, { code: status, body: format.error(message) });

function refusal(format: Format, status: NonNullable<Fault['status']>): WireAnswer {
  const { code, retry_after, body = format.error(`scripted error ${code}`) } = status;
  const plain = typeof body === 'string';
  return {
    status: code,
    headers: {
      'content-type': plain ? 'text/plain; charset=utf-8' : 'application/json',
      ...(retry_after === undefined ? {} : { 'retry-after': String(retry_after) }),
    },
    pieces: [Buffer.from(plain ? body : JSON.stringify(body))],
  };
}

function document(format: Format, answer: ScriptedAnswer, fault: Fault | undefined): Uint8Array {
  if (fault?.error_event !== undefined) return Buffer.from(JSON.stringify(format.error(fault.error_event)));
  const whole = format.whole(answer) as object;
  const text = JSON.stringify(fault?.huge_event ? { ...whole, ...padding(fault.huge_event) } : whole);
  return Buffer.from(fault?.invalid_json ? text.slice(0, text.length / 2) : text);
}

/** Events with what is wrong among them. */
function broken(events: StreamEvent[], format: Format, fault: Fault | undefined): StreamEvent[] {
  const middle = Math.floor(events.length / 2);
  const chosen = events[middle]!;
  if (fault?.error_event !== undefined) return [...events.slice(0, middle), format.errorEvent(fault.error_event)];
  if (fault?.invalid_json) return events.with(middle, { ...chosen, data: '{"broken": ' });
  if (fault?.huge_event)
    return events.with(middle, { ...chosen, data: { ...(chosen.data as object), ...padding(fault.huge_event) } });
  return events;
}

const padding = (bytes: number) => ({ padding: 'x'.repeat(bytes) });

function framed(events: StreamEvent[], stream: 'sse' | 'array'): Uint8Array[] {
  const texts = events.map(({ data }) => (typeof data === 'string' ? data : JSON.stringify(data)));
  if (stream === 'array')
    return texts.map((text, i) => Buffer.from(`${i === 0 ? '[' : ',\n'}${text}${i === texts.length - 1 ? ']' : ''}`));
  return texts.map((text, i) => {
    const { event } = events[i]!;
    return Buffer.from(`${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`);
  });
}

function faulty(answer: WireAnswer, fault: Fault): WireAnswer {
  const { pieces } = answer;
  if (fault.slow) return { ...answer, slow: fault.slow };
  if (fault.hang) return { ...answer, pieces: pieces.slice(0, Math.floor(pieces.length / 2)), ends: 'hang' };
  if (fault.gzip)
    return {
      ...answer,
      headers: { ...answer.headers, 'content-encoding': 'gzip' },
      pieces: [gzipSync(Buffer.concat(pieces))],
    };
  if (fault.cut) return { ...answer, pieces: cutOff(pieces, fault.cut), ends: 'cut' };
  return answer;
}

function cutOff(pieces: readonly Uint8Array[], at: NonNullable<Fault['cut']>): Uint8Array[] {
  if (at.events !== undefined) return pieces.slice(0, at.events);
  if (at.bytes !== undefined) return [Buffer.concat(pieces).subarray(0, at.bytes)];
  const whole = pieces.slice(0, Math.max(0, at.mid_event! - 1));
  const half = pieces[whole.length];
  return half ? [...whole, half.subarray(0, Math.ceil(half.length / 2))] : whole;
}
