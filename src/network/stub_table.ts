import { z } from 'zod';
import { omitUndefined } from '../contract/input/omit_undefined.js';
import { sha256 } from '../record/json/compute_digest.js';

/** Schema of one recorded response, a line of the file. */
const stubSchema = z.strictObject({
  method: z.string().regex(/^[A-Z]{1,20}$/),
  url: z.string().max(8192),
  /** Digest of the request's body; absent if it had none. */
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
  /** Body of the response: as text if it is UTF-8, else base64. */
  text: z.string().optional(),
  base64: z.string().optional(),
});
export type Stub = z.infer<typeof stubSchema>;

/** Request as the key of a stub. */
interface StubRequest {
  method: string;
  url: string;
  body: Uint8Array;
}

/** Limits of a file of stubs and of one body in it, in bytes, and of its lines. */
export const MAX_STUBS_BYTES = 64 * 2 ** 20;
export const MAX_STUB_BODY_BYTES = 8 * 2 ** 20;
const STUBS = 20_000;

/** Recorded responses by request. */
export type StubTable = Map<string, Stub>;

/** Formats the key of a request: method, URL and body. */
export function formatStubKey({ method, url, body }: StubRequest): string {
  return [method, url, body.length === 0 ? '' : sha256(body)].join(' ');
}

const getStubKey = ({ method, url, body_sha256 = '' }: Stub) => [method, url, body_sha256].join(' ');

/**
 * Parses a file of stubs; the first of several for one request counts.
 *
 * @returns the stubs, or the first problem with its line
 */
export function parseStubs(content: Uint8Array): StubTable | { line: number; problem: string } {
  const stubs: StubTable = new Map();
  if (content.length > MAX_STUBS_BYTES) return { line: 1, problem: `larger than ${MAX_STUBS_BYTES} bytes` };
  const lines = Buffer.from(content).toString('utf8').split('\n');
  if (lines.length > STUBS) return { line: STUBS, problem: `more than ${STUBS} lines` };
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const parsed = parseLine(line);
    if ('problem' in parsed) return { line: index + 1, problem: parsed.problem };
    if (!stubs.has(getStubKey(parsed))) stubs.set(getStubKey(parsed), parsed);
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

export function getStubBody({ text, base64 }: Stub): Buffer {
  return base64 === undefined ? Buffer.from(text ?? '', 'utf8') : Buffer.from(base64, 'base64');
}

/** Headers that identify somebody, or that are valid for the recorded connection or moment only. */
const DROPPED =
  /^(set-cookie2?|www-authenticate|authorization|authentication-info|.*(token|secret|api-?key|session|csrf|signature|credential).*|date|age|expires|content-length|alt-svc|strict-transport-security|nel|report-to|x-request-id|cf-ray|server-timing)$/i;

/** Creates a stub from a live response. */
export function createStub(
  request: StubRequest,
  response: { status: number; fields: readonly [string, string][]; body: Uint8Array },
): Stub {
  const bytes = Buffer.from(response.body);
  const text = bytes.toString('utf8');
  const content = bytes.equals(Buffer.from(text, 'utf8')) ? { text } : { base64: bytes.toString('base64') };
  return {
    method: request.method,
    url: request.url,
    ...omitUndefined({ body_sha256: request.body.length > 0 ? sha256(request.body) : undefined }),
    status: response.status,
    headers: response.fields
      .filter(([name]) => !DROPPED.test(name))
      .map(([name, value]): [string, string] => [name.toLowerCase(), value])
      .sort(compareTexts),
    ...content,
  };
}

/** Formats the file: one line per request, sorted, so that the order of recording does not matter. */
export function formatStubs(stubs: StubTable): string {
  const sorted = [...stubs.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, stub]) => `${JSON.stringify(stub)}\n`).join('');
}

function compareTexts(a: readonly string[], b: readonly string[]): number {
  return a.join('\n') < b.join('\n') ? -1 : 1;
}
