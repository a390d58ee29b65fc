import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { maskStrings } from '../../record/mask.js';
import { headersBack } from './credentials.js';
import type { Cut } from './cut.js';
import type { Answered } from './dialects/dialect.js';
import { keyFilter, withoutKey } from './key_filter.js';
import type { Came, Passage } from './passage.js';
import type { Patience } from './patience.js';
import { readingOf } from './reading.js';

/** No answer is longer: what goes on for ever is broken off. */
const ANSWER_BYTES = 512 * 1024 * 1024;
/** How long a client may take none of what is there for it, in milliseconds. */
const SLOW_CLIENT_MS = 120_000;
/** So much of an error is kept for the record. */
const DETAIL_BYTES = 2_048;

/**
 * Passes an answer on byte for byte, at the pace of the slower side, and reads it in passing. What the upstream did not complete is not
 * completed for the client either.
 */
export async function passAnswer(
  answer: IncomingMessage,
  passage: Passage,
  patience: Patience,
  began: number,
): Promise<Came> {
  const { response, upstream, cut, drop } = passage;
  const status = answer.statusCode!;
  const source = plain(answer);
  const failed = status >= 400;
  const reading =
    failed || passage.counts ? undefined : readingOf(passage.dialect, passage.asked, answer.headers['content-type']);
  const filter = keyFilter(upstream.key?.value);
  const seen = createHash('sha256');
  const beginning: Buffer[] = [];
  let bytes = 0;
  let first_byte_ms: number | null = null;
  let broken = false;

  const dropped = reading?.streamed ? drop : undefined;
  response.writeHead(status, headersBack(answer.rawHeaders, upstream, source !== answer || dropped !== undefined));
  // What comes together goes on together; a head that comes alone is not kept waiting.
  if (source.readableLength === 0) response.flushHeaders();
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      first_byte_ms ??= performance.now() - began;
      if (failed && bytes < DETAIL_BYTES) beginning.push(chunk);
      bytes += chunk.length;
      seen.update(chunk);
      reading?.feed(chunk);
      const out = filter.pass(dropped ? asBuffer(dropped.feed(chunk)) : chunk);
      if (out.length > 0 && !response.write(out)) {
        patience.wait(SLOW_CLIENT_MS, 'slow-client');
        await drained(response, cut);
      }
      if (bytes > ANSWER_BYTES) cut.now('answer-too-large');
      else if (reading && !passage.covers(reading.output_bytes)) cut.now('cap-reached');
      if (cut.reason !== undefined) break;
      patience.wait(upstream.idle_ms, 'upstream-timeout');
    }
  } catch {
    broken = true;
  }
  const whole = !broken && cut.reason === undefined;
  const read = whole || reading?.streamed ? (reading?.end() ?? null) : null;
  const answered = upstream.key ? maskStrings((text) => withoutKey(text, upstream.key?.value), read) : read;
  const rest = Buffer.concat([dropped ? filter.pass(asBuffer(dropped.end())) : Buffer.alloc(0), filter.rest()]);
  const framed = answer.headers['content-length'] !== undefined || answer.headers['transfer-encoding'] !== undefined;
  // Without a frame nobody can tell a broken answer from a whole one but by the format's own mark.
  if (whole && (framed || !reading || answered?.complete)) response.end(rest);
  else breakOff(response, rest);
  return {
    ...outcome(),
    status,
    answered,
    // What nobody could read was paid for like what could be.
    output_bytes: reading === undefined ? 0 : Math.max(reading.output_bytes, read === null ? bytes : 0),
    first_byte_ms,
    body: { sha256: seen.digest('hex'), bytes },
  };

  function outcome(): Came {
    if (failed) return { outcome: 'error', code: 'upstream-status', detail: detail() };
    if (cut.reason === 'upstream-timeout')
      return { outcome: 'partial', code: cut.reason, detail: `nothing came for ${upstream.idle_ms} ms` };
    if (cut.reason !== undefined && !wasWhole()) return { outcome: 'aborted', code: cut.reason };
    if (cut.reason !== undefined) return { outcome: 'complete', code: null };
    if (broken) return { outcome: 'partial', code: 'upstream-reset', detail: 'the upstream broke its answer off' };
    if (!reading) return { outcome: 'complete', code: null };
    if (!answered)
      return { outcome: 'error', code: 'unreadable-answer', detail: 'the answer is not what it should be' };
    if (answered.error !== undefined) return { outcome: 'error', code: 'upstream-error', detail: answered.error };
    if (!answered.complete)
      return { outcome: 'partial', code: 'upstream-ended', detail: 'the answer ends before its end' };
    const doubts = doubtsOf(answered);
    return { outcome: 'complete', code: null, ...(doubts !== '' && { detail: doubts }) };
  }

  /** Tells whether all of an answer was there before the client went: clients end the connection at the end mark, before the upstream does. */
  function wasWhole(): boolean {
    const left = cut.reason === 'client-gone' || cut.reason === 'stopped';
    // Of several answers others may still be to come.
    return left && passage.asked.answers === 1 && answered?.complete === true && answered.usage !== null;
  }

  function detail(): string {
    const text = Buffer.concat(beginning).toString('utf8');
    // Where there is nothing, the address may be the mistake.
    const at = status === 404 || status === 405 ? `POST ${addressAsked(passage)}: ` : '';
    return withoutKey(`${at}${text}`, upstream.key?.value).slice(0, DETAIL_BYTES);
  }
}

/** The whole address that was asked; by way of a proxy it is the request's path. */
const addressAsked = ({ request, upstream }: Passage): string => new URL(request.path, upstream.url.origin).href;

/** What of a whole answer could not be believed, or not be read. */
function doubtsOf({ disbelieved, passed_over }: Answered): string {
  const usage = disbelieved === undefined ? [] : [`its usage is not believed: ${disbelieved}`];
  const pieces = passed_over === undefined ? [] : [`${passed_over} pieces of it could not be read or kept`];
  return [...usage, ...pieces].join('; ');
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };

/** The answer as it can be read. Some servers pack it although they are asked not to; every client takes what is not packed. */
function plain(answer: IncomingMessage): Readable {
  const coding = answer.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (!Object.hasOwn(decoders, coding)) return answer;
  const decoder = decoders[coding as keyof typeof decoders]();
  pipeline(answer, decoder, () => {});
  return decoder;
}

/** Resolves when the client has taken what was there for it, or is gone. */
function drained(response: ServerResponse, { signal }: Cut): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    if (signal.aborted || response.destroyed) return resolve();
    response.on('drain', done).on('close', done);
    signal.addEventListener('abort', done);
  });
}

/** Gives the client what came and ends the connection in the middle of the answer. */
function breakOff(response: ServerResponse, rest: Buffer): void {
  const { socket } = response;
  if (response.destroyed || !socket) return void response.destroy();
  if (rest.length > 0) response.write(rest);
  socket.end(() => response.destroy());
}
