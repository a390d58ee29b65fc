import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { Dialect, ParsedResponse } from '../../../gateway/dialects/dialect.js';
import type { ModelAccess } from '../../../gateway/model_config.js';
import { isUncodedFault } from '../../../system/is_code_fault.js';
import type { LoopFormat, LoopRequest } from './formats/loop_format.js';

/** Response of a model, or the failure. `again`: a later request may succeed. */
type ModelResponse = { answered: ParsedResponse } | { failed: string; again: boolean; after_ms?: number | undefined };

const MAX_BYTES = 64 * 1024 * 1024;
/** Statuses below 500 after which a request may be repeated. */
const RETRYABLE_STATUSES = [408, 409, 425, 429];

/**
 * Sends one request to the gateway, in a wire format.
 *
 * @throws only faults of the code
 */
export async function requestModel(
  access: ModelAccess,
  format: LoopFormat,
  asked: LoopRequest,
  signal: AbortSignal,
): Promise<ModelResponse> {
  try {
    const response = await sendRequest(access, format, asked, signal);
    return await readResponse(response, format.dialect);
  } catch (error) {
    if (isUncodedFault(error)) throw error;
    return { failed: `the connection broke: ${(error as Error).message}`, again: true };
  }
}

function sendRequest(
  { token, connect }: ModelAccess,
  format: LoopFormat,
  asked: LoopRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const body = JSON.stringify(format.body(asked));
  return new Promise((resolve, reject) => {
    const headers = {
      ...format.headers,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    const createConnection = () => connect() as Socket;
    request({ method: 'POST', host: 'gateway', path: format.path(asked), headers, createConnection, signal })
      .on('response', resolve)
      .on('error', reject)
      .end(body);
  });
}

async function readResponse(response: IncomingMessage, dialect: Dialect): Promise<ModelResponse> {
  const { statusCode: status = 0, headers } = response;
  const streamed = status === 200 && String(headers['content-type']).includes('text/event-stream');
  const reader = streamed ? dialect.createParser() : undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return { failed: 'the answer is too long', again: false };
    if (reader) reader.feed(chunk);
    else chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (status !== 200) return createFailure(status, text, String(headers['retry-after'] ?? ''));
  const answered = reader ? reader.end() : dialect.readWhole(tryParseJson(text));
  if (answered.error !== undefined) return { failed: `the model's server says: ${answered.error}`, again: true };
  if (!answered.complete || answered.message === null) return { failed: 'the answer is not whole', again: true };
  return { answered };
}

function createFailure(status: number, text: string, retry_after: string): ModelResponse {
  const { error } = (tryParseJson(text) ?? {}) as { error?: { message?: unknown } };
  const message = typeof error?.message === 'string' ? error.message : text;
  return {
    failed: `status ${status}: ${message.slice(0, 500)}`,
    again: status >= 500 || RETRYABLE_STATUSES.includes(status),
    after_ms: /^\d{1,4}$/.test(retry_after) ? Number(retry_after) * 1000 : undefined,
  };
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
