import { z } from 'zod';
import { sha256 } from '../../record/canonical.js';

/** One recorded response, as a line of the file. */
export const stubSchema = z.strictObject({
  method: z.string().regex(/^[A-Z]{1,20}$/),
  url: z.string().max(8192),
  /** Of the request's body; absent where it had none. */
  body_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  status: z.int().min(200).max(599),
  headers: z
    .array(
      z.tuple([
        z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/),
        z
          .string()
          .max(16_384)
          .regex(/^[\t\x20-\x7e\x80-\xff]*$/),
      ]),
    )
    .max(200),
  /** The response's body: as text where it is UTF-8, else base64. */
  text: z.string().optional(),
  base64: z.string().optional(),
});
export type Stub = z.infer<typeof stubSchema>;

/** A request as stubs know it. */
export interface Asked {
  method: string;
  url: string;
  body: Uint8Array;
}

/** Bounds of a file of stubs and of one body in it, in bytes, and the number of its lines. */
export const STUBS_BYTES = 64 * 2 ** 20;
export const BODY_BYTES = 8 * 2 ** 20;
const STUBS = 20_000;

/** Recorded responses by request. */
export type Stubs = Map<string, Stub>;

/** Which recorded response answers a request: same method, same URL, same body. */
export function stubKey({ method, url, body }: Asked): string {
  return [method, url, body.length === 0 ? '' : sha256(body)].join(' ');
}

const keyOf = ({ method, url, body_sha256 = '' }: Stub) => [method, url, body_sha256].join(' ');

/** A file of stubs, or what is wrong with it and in which line. The first of several for one request counts. */
export function readStubs(content: Uint8Array): Stubs | { line: number; problem: string } {
  const stubs: Stubs = new Map();
  if (content.length > STUBS_BYTES) return { line: 1, problem: `larger than ${STUBS_BYTES} bytes` };
  const lines = Buffer.from(content).toString('utf8').split('\n');
  if (lines.length > STUBS) return { line: STUBS, problem: `more than ${STUBS} lines` };
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const parsed = parseLine(line);
    if ('problem' in parsed) return { line: index + 1, problem: parsed.problem };
    if (!stubs.has(keyOf(parsed))) stubs.set(keyOf(parsed), parsed);
  }
  return stubs;
}

function parseLine(line: string): Stub | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { problem: 'not JSON' };
  }
  const parsed = stubSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  return { problem: `${issue?.path.join('.') || 'value'}: ${issue?.message ?? 'not a recorded response'}` };
}

export function bodyOf({ text, base64 }: Stub): Buffer {
  return base64 === undefined ? Buffer.from(text ?? '', 'utf8') : Buffer.from(base64, 'base64');
}

/** Headers that say who somebody is, or that hold for the recorded connection or moment only. */
const DROPPED =
  /^(set-cookie2?|www-authenticate|authorization|authentication-info|.*(token|secret|api-?key|session|csrf|signature|credential).*|date|age|expires|content-length|alt-svc|strict-transport-security|nel|report-to|x-request-id|cf-ray|server-timing)$/i;

/** What is kept of a live response. */
export function recorded(
  asked: Asked,
  response: { status: number; fields: readonly [string, string][]; body: Uint8Array },
): Stub {
  const bytes = Buffer.from(response.body);
  const text = bytes.toString('utf8');
  return {
    method: asked.method,
    url: asked.url,
    ...(asked.body.length > 0 ? { body_sha256: sha256(asked.body) } : {}),
    status: response.status,
    headers: response.fields
      .filter(([name]) => !DROPPED.test(name))
      .map(([name, value]): [string, string] => [name.toLowerCase(), value])
      .sort(byText),
    ...(bytes.equals(Buffer.from(text, 'utf8')) ? { text } : { base64: bytes.toString('base64') }),
  };
}

/** The file: one line per request, in an order that does not depend on when they were made. */
export function writeStubs(stubs: Stubs): string {
  const sorted = [...stubs.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, stub]) => `${JSON.stringify(stub)}\n`).join('');
}

function byText(a: readonly string[], b: readonly string[]): number {
  return a.join('\n') < b.join('\n') ? -1 : 1;
}
