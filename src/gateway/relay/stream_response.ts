import { createHash } from 'node:crypto';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { maskStrings } from '../../record/redaction/mask.js';
import { isUncodedFault } from '../../system/is_code_fault.js';
import type { ExchangeOutcome } from '../accounts/run_account.js';
import type { Dialect, ErrorResponse, ParsedRequest, ParsedResponse } from '../dialects/dialect.js';
import { selectResponseHeaders } from '../upstreams/build_upstream_headers.js';
import { createKeyFilter, maskKey } from '../upstreams/create_key_filter.js';
import type { ExchangeAbort } from '../upstreams/exchange_abort.js';
import type { IdleTimeout } from '../upstreams/idle_timeout.js';
import type { Upstream } from '../upstreams/upstream.js';

/** Forwarded request, with the recipient of its response. */
export interface ForwardedRequest {
  /** Request to the upstream, not yet ended. */
  request: ClientRequest;
  body: Buffer;
  upstream: Upstream;
  dialect: Dialect;
  parsed: ParsedRequest;
  /** True for a token count instead of a response of the model. */
  counts: boolean;
  /** Removes the parts of a stream that only the gateway parsed for; undefined if there are none. */
  stream_filter: StreamFilter | undefined;
  response: ServerResponse;
  abort: ExchangeAbort;
  covers(output_bytes: number): boolean;
  /** Sends the client an error, before any response. */
  refuse(refused: ErrorResponse): void;
}

/** Filter of a stream. */
interface StreamFilter {
  feed(chunk: Buffer): Uint8Array;
  end(): Uint8Array;
}

/** Outcome of a forwarded request, without its duration. */
export type ForwardResult = Partial<ExchangeOutcome> & Pick<ExchangeOutcome, 'outcome' | 'code'>;

/** Maximum bytes of a response; a longer one is aborted. */
const ANSWER_BYTES = 512 * 1024 * 1024;
/** Maximum time in which a client reads nothing, in milliseconds. */
const SLOW_CLIENT_MS = 120_000;
/** Maximum bytes of an error that are recorded. */
const DETAIL_BYTES = 2_048;

/**
 * Streams a response to the client byte for byte, with back-pressure, and parses it meanwhile. If either connection
 * fails, both are closed.
 */
export async function streamResponse(
  answer: IncomingMessage,
  forwarded: ForwardedRequest,
  timeout: IdleTimeout,
  begun: number,
): Promise<ForwardResult> {
  const { response, upstream, abort, dialect, parsed, counts } = forwarded;
  const status = answer.statusCode ?? 502;
  const { headers, rawHeaders } = answer;
  const source = decodeResponse(answer);
  const unread = status >= 400 || counts;
  const reading = unread ? undefined : createResponseReader(dialect, parsed, headers['content-type']);
  const stream_filter = reading?.streamed ? forwarded.stream_filter : undefined;
  const filter = createClientFilter(stream_filter, upstream);
  const changed = source !== answer || stream_filter !== undefined;
  response.writeHead(status, selectResponseHeaders(rawHeaders, upstream, changed));
  // A head with a body is sent together with it; a head alone is flushed at once.
  if (source.readableLength === 0) response.flushHeaders();
  const copy = await copyBody(source, forwarded, { reading, filter, timeout, begun });
  const whole = !copy.broken && abort.reason === undefined;
  const read = whole || reading?.streamed ? (reading?.end() ?? null) : null;
  const answered = upstream.key ? maskStrings((text) => maskKey(text, upstream.key?.value), read) : read;
  const framed = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  // Without framing only the format's end mark tells a whole response from a broken one.
  if (whole && (framed || !reading || answered?.complete)) response.end(filter.rest());
  else abortResponse(response, filter.rest());
  const outcome =
    status >= 400
      ? { outcome: 'error' as const, code: 'upstream-status', detail: describeError(status, copy.beginning, forwarded) }
      : determineOutcome(forwarded, copy.broken, reading && { answered });
  return {
    ...outcome,
    status,
    answered,
    // Unreadable bytes are charged like readable ones.
    output_bytes: reading === undefined ? 0 : Math.max(reading.output_bytes, read === null ? copy.bytes : 0),
    first_byte_ms: copy.first_byte_ms,
    body: { sha256: copy.sha256, bytes: copy.bytes },
  };
}

/** Body of a response, as far as it was copied to the client. */
interface CopiedBody {
  sha256: string;
  bytes: number;
  /** The first bytes, at least as many as are recorded of an error. */
  beginning: Buffer;
  first_byte_ms: number | null;
  /** True if the upstream ended it before its end. */
  broken: boolean;
}

interface CopyOptions {
  reading: ResponseReader | undefined;
  filter: ClientFilter;
  timeout: IdleTimeout;
  begun: number;
}

/** Copies the body of a response to the client, until its end or an abort. */
async function copyBody(
  source: Readable,
  { response, upstream, abort, covers }: ForwardedRequest,
  { reading, filter, timeout, begun }: CopyOptions,
): Promise<CopiedBody> {
  const hash = createHash('sha256');
  const beginning: Buffer[] = [];
  let bytes = 0;
  let first_byte_ms: number | null = null;
  let broken = false;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      first_byte_ms ??= performance.now() - begun;
      if (bytes < DETAIL_BYTES) beginning.push(chunk);
      bytes += chunk.length;
      hash.update(chunk);
      reading?.feed(chunk);
      const out = filter.pass(chunk);
      if (out.length > 0 && !response.write(out)) {
        timeout.restart(SLOW_CLIENT_MS, 'slow-client');
        await waitForDrain(response, abort);
      }
      if (bytes > ANSWER_BYTES) abort.abort('answer-too-large');
      else if (reading && !covers(reading.output_bytes)) abort.abort('cap-reached');
      if (abort.reason !== undefined) break;
      timeout.restart(upstream.idle_ms, 'upstream-timeout');
    }
  } catch (error) {
    if (isUncodedFault(error)) throw error;
    broken = true;
  }
  return { sha256: hash.digest('hex'), bytes, beginning: Buffer.concat(beginning), first_byte_ms, broken };
}

/** Determines the outcome of a response without an error status; `reading` undefined = it was not parsed. */
function determineOutcome(
  { abort, upstream, parsed }: ForwardedRequest,
  broken: boolean,
  reading: { answered: ParsedResponse | null } | undefined,
): ForwardResult {
  if (abort.reason === 'upstream-timeout')
    return { outcome: 'partial', code: abort.reason, detail: `nothing came for ${upstream.idle_ms} ms` };
  if (abort.reason !== undefined)
    return wasWhole(abort.reason, parsed, reading?.answered)
      ? { outcome: 'complete', code: null }
      : { outcome: 'aborted', code: abort.reason };
  if (broken) return { outcome: 'partial', code: 'upstream-reset', detail: 'the upstream broke its answer off' };
  if (!reading) return { outcome: 'complete', code: null };
  const { answered } = reading;
  if (!answered) return { outcome: 'error', code: 'unreadable-answer', detail: 'the answer is not what it should be' };
  if (answered.error !== undefined) return { outcome: 'error', code: 'upstream-error', detail: answered.error };
  if (!answered.complete)
    return { outcome: 'partial', code: 'upstream-ended', detail: 'the answer ends before its end' };
  const doubts = describeDoubts(answered);
  return { outcome: 'complete', code: null, ...omitUndefined({ detail: doubts || undefined }) };
}

/**
 * Returns true if the response was complete before the client left. Clients end the connection at the end mark, before
 * the upstream does.
 */
function wasWhole(reason: string, { answers }: ParsedRequest, answered: ParsedResponse | null | undefined): boolean {
  const client_left = reason === 'client-gone' || reason === 'stopped';
  // With several choices others may be missing.
  return client_left && answers === 1 && answered?.complete === true && answered.usage !== null;
}

function describeError(status: number, beginning: Buffer, { request, upstream }: ForwardedRequest): string {
  // A 404 or 405 suggests a wrong address, so it is shown; through a proxy it is the request's path.
  const address = () => new URL(request.path, upstream.url.origin).href;
  const place = status === 404 || status === 405 ? `POST ${address()}: ` : '';
  return maskKey(`${place}${beginning.toString('utf8')}`, upstream.key?.value).slice(0, DETAIL_BYTES);
}

/** Filter of what the client gets: without the provider's key, and without what only the gateway parsed for. */
interface ClientFilter {
  pass(chunk: Buffer): Buffer;
  rest(): Buffer;
}

function createClientFilter(stream_filter: StreamFilter | undefined, { key }: Upstream): ClientFilter {
  const keys = createKeyFilter(key?.value);
  if (stream_filter === undefined) return keys;
  return {
    pass: (chunk) => keys.pass(toBuffer(stream_filter.feed(chunk))),
    rest: () => Buffer.concat([keys.pass(toBuffer(stream_filter.end())), keys.rest()]),
  };
}

/** Describes usage that was rejected and pieces that could not be read. */
function describeDoubts({ disbelieved, passed_over }: ParsedResponse): string {
  const usage = disbelieved === undefined ? [] : [`its usage is not believed: ${disbelieved}`];
  const pieces = passed_over === undefined ? [] : [`${passed_over} pieces of it could not be read or kept`];
  return [...usage, ...pieces].join('; ');
}

const toBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };

/** Decompresses a response. Some servers compress although they are parsed not to; every client accepts plain bytes. */
function decodeResponse(answer: IncomingMessage): Readable {
  const coding = answer.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (!Object.hasOwn(decoders, coding)) return answer;
  const decoder = decoders[coding as keyof typeof decoders]();
  pipeline(answer, decoder, () => {});
  return decoder;
}

/** Resolves when the client has read everything that is buffered, or is gone. */
function waitForDrain(response: ServerResponse, { signal }: ExchangeAbort): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      response.off('drain', finish).off('close', finish);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    if (signal.aborted || response.destroyed) return resolve();
    response.on('drain', finish).on('close', finish);
    signal.addEventListener('abort', finish);
  });
}

/** Sends the rest and ends the connection in the middle of the response. */
function abortResponse(response: ServerResponse, rest: Buffer): void {
  const { socket } = response;
  if (response.destroyed || !socket) return void response.destroy();
  if (rest.length > 0) response.write(rest);
  socket.end(() => response.destroy());
}

/** Reader of a response, streamed or whole, whatever type the upstream states. */
interface ResponseReader {
  readonly streamed: boolean;
  feed(chunk: Buffer): void;
  /** Bytes of text so far. */
  readonly output_bytes: number;
  /** Returns the parsed response; null if it was none. */
  end(): ParsedResponse | null;
}

function createResponseReader(
  dialect: Dialect,
  parsed: ParsedRequest,
  content_type: string | undefined,
): ResponseReader {
  const reader = dialect.createParser();
  return {
    streamed: isStreamedResponse(dialect, parsed, content_type),
    feed: (chunk) => reader.feed(chunk),
    get output_bytes() {
      return reader.output_bytes;
    },
    end() {
      const answered = reader.end();
      const { complete, message, usage, error } = answered;
      return complete || message !== null || usage !== null || error !== undefined ? answered : null;
    },
  };
}

/**
 * Returns true for a streamed response. Servers without streaming respond whole to any request; Gemini streams a JSON
 * array to clients that do not ask for events.
 */
function isStreamedResponse(dialect: Dialect, { stream }: ParsedRequest, content_type = ''): boolean {
  const type = (content_type.split(';')[0] ?? '').trim().toLowerCase();
  if (type === 'text/event-stream') return true;
  return stream && (dialect.name === 'gemini' || type !== 'application/json');
}
