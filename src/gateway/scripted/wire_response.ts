import { gzipSync } from 'node:zlib';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { ScriptFormat, ScriptStreamEvent } from './script_format.js';
import type { ScriptRequest } from './script_request.js';
import type { ScriptedResponse } from './select_next_response.js';
import type { ScriptFault } from './upstream_script.js';

/** Response as bytes: its pieces, and where it stops. */
export interface WireResponse {
  status: number;
  headers: Record<string, string>;
  /** Pieces; one for each event of a stream. */
  pieces: readonly Uint8Array[];
  /** Faulty end, if there is one. */
  ends?: 'cut' | 'hang' | undefined;
  /** Bytes at a time, if the response is slow. */
  slow?: { bytes: number; pause_ms: number } | undefined;
}

/** Converts a response to its wire format, with its fault. */
export function toWireResponse(
  format: ScriptFormat,
  answer: ScriptedResponse,
  heard: Pick<ScriptRequest, 'stream' | 'tells_usage'>,
  fault: ScriptFault | undefined,
  key: string,
): WireResponse {
  if (fault?.status) return createStatusResponse(format, fault.status);
  const echoed = fault?.echo_key ? { ...answer, text: `${answer.text}${key}` } : answer;
  const type = heard.stream === 'sse' ? 'text/event-stream; charset=utf-8' : 'application/json';
  const good: WireResponse = {
    status: 200,
    headers: { 'content-type': fault?.content_type ?? type },
    pieces: heard.stream
      ? frameEvents(breakEvents(format.events(echoed, heard.tells_usage), format, fault), heard.stream)
      : [toDocument(format, echoed, fault)],
  };
  return fault ? applyFault(good, fault) : good;
}

export const createWireError = (format: ScriptFormat, status: number, message: string): WireResponse =>
  createStatusResponse(format, { code: status, body: format.error(message) });

function createStatusResponse(format: ScriptFormat, status: NonNullable<ScriptFault['status']>): WireResponse {
  const { code, retry_after, body = format.error(`scripted error ${code}`) } = status;
  const plain = typeof body === 'string';
  return {
    status: code,
    headers: {
      'content-type': plain ? 'text/plain; charset=utf-8' : 'application/json',
      ...omitUndefined({ 'retry-after': retry_after === undefined ? undefined : String(retry_after) }),
    },
    pieces: [Buffer.from(plain ? body : JSON.stringify(body))],
  };
}

function toDocument(format: ScriptFormat, answer: ScriptedResponse, fault: ScriptFault | undefined): Uint8Array {
  if (fault?.error_event !== undefined) return Buffer.from(JSON.stringify(format.error(fault.error_event)));
  const whole = format.whole(answer) as object;
  const text = JSON.stringify(fault?.huge_event ? { ...whole, ...createPadding(fault.huge_event) } : whole);
  return Buffer.from(fault?.invalid_json ? text.slice(0, text.length / 2) : text);
}

/** Breaks the events by the fault. */
function breakEvents(
  events: ScriptStreamEvent[],
  format: ScriptFormat,
  fault: ScriptFault | undefined,
): ScriptStreamEvent[] {
  const middle = Math.floor(events.length / 2);
  const chosen = events[middle];
  if (fault?.error_event !== undefined) return [...events.slice(0, middle), format.errorEvent(fault.error_event)];
  if (fault?.invalid_json && chosen) return events.with(middle, { ...chosen, data: '{"broken": ' });
  if (fault?.huge_event && chosen)
    return events.with(middle, { ...chosen, data: { ...(chosen.data as object), ...createPadding(fault.huge_event) } });
  return events;
}

const createPadding = (bytes: number) => ({ padding: 'x'.repeat(bytes) });

function frameEvents(events: ScriptStreamEvent[], stream: 'sse' | 'array'): Uint8Array[] {
  const texts = events.map(({ data }) => (typeof data === 'string' ? data : JSON.stringify(data)));
  if (stream === 'array')
    return texts.map((text, i) => Buffer.from(`${i === 0 ? '[' : ',\n'}${text}${i === texts.length - 1 ? ']' : ''}`));
  return texts.map((text, i) => {
    const event = events[i]?.event;
    return Buffer.from(`${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`);
  });
}

function applyFault(answer: WireResponse, fault: ScriptFault): WireResponse {
  const { pieces } = answer;
  if (fault.slow) return { ...answer, slow: fault.slow };
  if (fault.hang) return { ...answer, pieces: pieces.slice(0, Math.floor(pieces.length / 2)), ends: 'hang' };
  if (fault.gzip)
    return {
      ...answer,
      headers: { ...answer.headers, 'content-encoding': 'gzip' },
      pieces: [gzipSync(Buffer.concat(pieces))],
    };
  if (fault.cut) return { ...answer, pieces: cutPieces(pieces, fault.cut), ends: 'cut' };
  return answer;
}

function cutPieces(pieces: readonly Uint8Array[], at: NonNullable<ScriptFault['cut']>): Uint8Array[] {
  if (at.events !== undefined) return pieces.slice(0, at.events);
  if (at.bytes !== undefined) return [Buffer.concat(pieces).subarray(0, at.bytes)];
  const whole = pieces.slice(0, Math.max(0, at.mid_event! - 1));
  const half = pieces[whole.length];
  return half ? [...whole, half.subarray(0, Math.ceil(half.length / 2))] : whole;
}
