import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { sha256 } from '../../record/canonical.js';
import { ambiguity } from './ambiguity.js';
import type { JsonObject, Refused } from './dialects/dialect.js';
import { isObject } from './dialects/fields.js';
import { countValues } from './dialects/json_text.js';

/** Bytes of a request's body at most: as many as any provider takes. */
export const BODY_BYTES = 32 * 1024 * 1024;
/** So much of a refused body is read and thrown away, so that its sender gets to read the refusal. */
const DRAINED_BYTES = 2 * BODY_BYTES;
/**
 * Values of JSON in a body at most. Each takes about so much memory until the request is over, however few bytes it is written in: what has
 * more of them than one in so many bytes, which no client's bodies have, is held as more than its bytes.
 */
const VALUES = 1_000_000;
const VALUE_BYTES = 200;
const USUAL_VALUE = 40;

/** What a client sent: the bytes (unpacked, where it packed them), their digest, and the object in them. */
export interface ReadBody {
  bytes: Buffer;
  sha256: string;
  json: JsonObject;
}

export interface BodyBounds {
  /** How long it may take to arrive, in milliseconds. */
  body_ms: number;
  /** Whether so many more bytes may be kept. */
  hold(bytes: number): boolean;
}

/** The body of a request that anybody may have written; `gone` = nobody is there to be told. */
export async function readBody(request: IncomingMessage, bounds: BodyBounds): Promise<ReadBody | Refused | 'gone'> {
  const arrived = await arrival(request, bounds);
  if (!Buffer.isBuffer(arrived)) return arrived;
  const bytes = await unpacked(arrived, request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity');
  if (!Buffer.isBuffer(bytes)) return bytes;
  if (bytes !== arrived && !bounds.hold(bytes.length)) return busy;
  const read = readObject(bytes);
  if ('code' in read) return read;
  const more = read.values - bytes.length / USUAL_VALUE;
  if (more > 0 && !bounds.hold(Math.ceil(more) * VALUE_BYTES)) return busy;
  return { bytes, sha256: sha256(bytes), json: read.json };
}

/** @param hold whether so many more bytes may be kept */
function arrival(request: IncomingMessage, { body_ms, hold }: BodyBounds): Promise<Buffer | Refused | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let open = true;
    const over = (outcome: Buffer | Refused | 'gone') => {
      open = false;
      clearTimeout(patience);
      resolve(outcome);
    };
    const slow: Refused = { status: 408, code: 'slow-request', message: `a request must arrive within ${body_ms} ms` };
    const patience = setTimeout(() => over(slow), body_ms);
    if (Number(request.headers['content-length']) > DRAINED_BYTES) over(large);
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (!open) return;
      if (bytes > DRAINED_BYTES) over(large);
      else if (bytes > BODY_BYTES) chunks.length = 0;
      else if (hold(chunk.length)) chunks.push(chunk);
      else over(busy);
    });
    request.on('end', () =>
      over(bytes > BODY_BYTES ? large : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)),
    );
    request.on('error', () => over('gone')).on('close', () => over('gone'));
  });
}

const large: Refused = {
  status: 413,
  code: 'too-large',
  message: `a request has at most ${BODY_BYTES} bytes`,
};
const busy: Refused = { status: 503, code: 'busy', message: 'too much is under way' };

const unpack = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) };

async function unpacked(bytes: Buffer, coding: string): Promise<Buffer | Refused> {
  if (coding === 'identity' || coding === '') return bytes;
  const kind = coding === 'x-gzip' ? 'gzip' : coding;
  if (!Object.hasOwn(unpack, kind))
    return { status: 415, code: 'unknown-coding', message: 'a body may be packed with gzip, deflate or br' };
  try {
    return await unpack[kind as keyof typeof unpack](bytes, { maxOutputLength: BODY_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return large;
    return { status: 400, code: 'invalid-coding', message: `the body is not ${kind}` };
  }
}

/** One object of JSON in UTF-8, not nested so deep that whoever walks over it runs out of stack, nor in so many pieces that it fills the memory. */
function readObject(bytes: Buffer): { json: JsonObject; values: number } | Refused {
  const refused = (message: string): Refused => ({ status: 400, code: 'invalid-json', message });
  if (!isUtf8(bytes)) return refused('the body is not UTF-8');
  const text = bytes.toString('utf8');
  const json = parsed(text);
  const values = json === undefined ? undefined : countValues(json);
  if (values === undefined) return refused('the body is not JSON, or nests too deep');
  if (values > VALUES) return refused(`the body has more than ${VALUES} values`);
  if (!isObject(json)) return refused('the body is not a JSON object');
  const doubt = ambiguity(text, json);
  if (doubt === undefined) return { json, values };
  return { status: 400, code: 'ambiguous-request', message: `the body can be read in two ways: ${doubt}` };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
