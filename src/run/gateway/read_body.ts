import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { JsonObject, Refused } from './dialects/dialect.js';

/** Bounds of a request's body: its bytes, as large as any provider takes, and how deep its values may lie in each other. */
export const BODY_BYTES = 32 * 1024 * 1024;
export const BODY_DEPTH = 128;
/** So much of a refused body is read and thrown away, so that its sender gets to read the refusal. */
const DRAINED_BYTES = 2 * BODY_BYTES;

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
  return 'code' in read ? read : { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), json: read.json };
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

/** One object of JSON in UTF-8. Its depth is found in the bytes, before anything is made of it: what walks over values does so by recursion. */
function readObject(bytes: Buffer): { json: JsonObject } | Refused {
  const refused = (message: string): Refused => ({ status: 400, code: 'invalid-json', message });
  if (isTooDeep(bytes)) return refused(`the body is nested deeper than ${BODY_DEPTH}`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refused('the body is not UTF-8');
  }
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return { json: json as JsonObject };
    return refused('the body is not a JSON object');
  } catch {
    return refused('the body is not JSON');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether brackets stand deeper in each other than they may, outside strings. */
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > BODY_DEPTH) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return false;
}

/** Strings are nearly all of a request: they are passed in leaps. */
function endOfString(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return bytes.length;
}
