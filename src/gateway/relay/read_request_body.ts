import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { sha256 } from '../../record/json/compute_digest.js';
import { findAmbiguity } from '../admission/find_ambiguity.js';
import { type ErrorResponse, isJsonObject, type JsonObject } from '../dialects/dialect.js';
import { countJsonValues } from '../dialects/parse_bounded_json.js';

/** Maximum bytes of a request's body: as many as any provider accepts. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** Maximum bytes of a rejected body that are read and discarded, so that the client can read the error. */
const MAX_DRAINED_BYTES = 2 * MAX_BODY_BYTES;
/**
 * Limits of JSON values in a body, and the memory of each until the request is over. A body with more values than one
 * in `USUAL_BYTES_PER_VALUE` bytes, as no real client sends, is counted with their memory.
 */
const MAX_VALUES = 1_000_000;
const VALUE_BYTES = 200;
const USUAL_BYTES_PER_VALUE = 40;

/** Body of a request: the decompressed bytes, their digest, and the parsed object. */
export interface RequestBody {
  bytes: Buffer;
  sha256: string;
  json: JsonObject;
}

export interface BodyLimits {
  /** Maximum time for the body to arrive, in milliseconds. */
  body_ms: number;
  /**
   * Reserves memory for more bytes.
   *
   * @returns false if there is no room
   */
  hold(bytes: number): boolean;
}

/**
 * Reads the body of an untrusted request.
 *
 * @returns `gone` if the client left
 */
export async function readRequestBody(
  request: IncomingMessage,
  bounds: BodyLimits,
): Promise<RequestBody | ErrorResponse | 'gone'> {
  const arrived = await receiveBody(request, bounds);
  if (!Buffer.isBuffer(arrived)) return arrived;
  const bytes = await decompressBody(arrived, request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity');
  if (!Buffer.isBuffer(bytes)) return bytes;
  if (bytes !== arrived && !bounds.hold(bytes.length)) return busyError;
  const read = parseBody(bytes);
  if ('code' in read) return read;
  const more = read.values - bytes.length / USUAL_BYTES_PER_VALUE;
  if (more > 0 && !bounds.hold(Math.ceil(more) * VALUE_BYTES)) return busyError;
  return { bytes, sha256: sha256(bytes), json: read.json };
}

/** Receives the bytes of a body within the limits. */
function receiveBody(
  request: IncomingMessage,
  { body_ms, hold }: BodyLimits,
): Promise<Buffer | ErrorResponse | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let open = true;
    const finish = (outcome: Buffer | ErrorResponse | 'gone') => {
      open = false;
      clearTimeout(patience);
      resolve(outcome);
    };
    const slow: ErrorResponse = {
      status: 408,
      code: 'slow-request',
      message: `a request must arrive within ${body_ms} ms`,
    };
    const patience = setTimeout(() => finish(slow), body_ms);
    if (Number(request.headers['content-length']) > MAX_DRAINED_BYTES) finish(tooLargeError);
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (!open) return;
      if (bytes > MAX_DRAINED_BYTES) finish(tooLargeError);
      else if (bytes > MAX_BODY_BYTES) chunks.length = 0;
      else if (hold(chunk.length)) chunks.push(chunk);
      else finish(busyError);
    });
    request.on('end', () => {
      const [first, ...rest] = chunks;
      if (bytes > MAX_BODY_BYTES) finish(tooLargeError);
      else finish(first && rest.length === 0 ? first : Buffer.concat(chunks));
    });
    request.on('error', () => finish('gone')).on('close', () => finish('gone'));
  });
}

const tooLargeError: ErrorResponse = {
  status: 413,
  code: 'too-large',
  message: `a request has at most ${MAX_BODY_BYTES} bytes`,
};
const busyError: ErrorResponse = { status: 503, code: 'busy', message: 'too much is under way' };

const decompressors = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) };

async function decompressBody(bytes: Buffer, coding: string): Promise<Buffer | ErrorResponse> {
  if (coding === 'identity' || coding === '') return bytes;
  const kind = coding === 'x-gzip' ? 'gzip' : coding;
  if (!Object.hasOwn(decompressors, kind))
    return { status: 415, code: 'unknown-coding', message: 'a body may be packed with gzip, deflate or br' };
  try {
    return await decompressors[kind as keyof typeof decompressors](bytes, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return tooLargeError;
    return { status: 400, code: 'invalid-coding', message: `the body is not ${kind}` };
  }
}

/**
 * Parses one JSON object in UTF-8. Rejects nesting that would exhaust the stack, and more values than fit into memory.
 */
function parseBody(bytes: Buffer): { json: JsonObject; values: number } | ErrorResponse {
  const refused = (message: string): ErrorResponse => ({ status: 400, code: 'invalid-json', message });
  if (!isUtf8(bytes)) return refused('the body is not UTF-8');
  const text = bytes.toString('utf8');
  const json = parseJsonText(text);
  const values = json === undefined ? undefined : countJsonValues(json);
  if (values === undefined) return refused('the body is not JSON, or nests too deep');
  if (values > MAX_VALUES) return refused(`the body has more than ${MAX_VALUES} values`);
  if (!isJsonObject(json)) return refused('the body is not a JSON object');
  const doubt = findAmbiguity(text, json);
  if (doubt === undefined) return { json, values };
  return { status: 400, code: 'ambiguous-request', message: `the body can be read in two ways: ${doubt}` };
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
