import { setTimeout as pause } from 'node:timers/promises';
import { withTimeLimit } from '../../system/open_time_limit.js';
import { createAnswerFault, RunnerServiceFault } from './runner_service_fault.js';
import type { RunnerServices } from './runner_services.js';

/** Request to a service or to the storage behind a signed address. */
interface RunnerRequest {
  method: 'POST' | 'PUT' | 'GET';
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** True for the storage. */
  is_storage: boolean;
  /** Time for the request with its answer, in milliseconds. */
  timeout_ms: number;
}

const ATTEMPTS = 5;
const PAUSE_GROWTH = 1.5;
/** Longest wait that a service may ask for, in milliseconds. */
const PATIENCE_MS = 60_000;
/** Longest text of an answer that is read, in bytes. */
const ANSWER_BYTES = 2 ** 20;

/**
 * Sends a request, and repeats it after server errors, limits and broken connections: five times in all.
 *
 * @param read reads the body of a success
 * @throws {RunnerServiceFault}; the reason of `signal` once it aborts
 */
export async function sendRunnerRequest<T>(
  { pause_ms }: Pick<RunnerServices, 'pause_ms'>,
  url: string,
  request: RunnerRequest,
  signal: AbortSignal,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const sent = await withTimeLimit(signal, request.timeout_ms, (limit) => trySend(url, request, limit, read));
    signal.throwIfAborted();
    if ('value' in sent) return sent.value;
    const grown_ms = pause_ms * PAUSE_GROWTH ** (attempt - 1);
    const wait_ms = Math.max(grown_ms, sent.wait_ms ?? 0);
    if (!sent.repeatable || attempt === ATTEMPTS || wait_ms > PATIENCE_MS) throw sent.fault;
    await pause(wait_ms, undefined, { signal });
  }
}

/** Outcome of one try. */
type SentRequest<T> = { value: T } | { fault: Error; repeatable: boolean; wait_ms?: number };

async function trySend<T>(
  url: string,
  { is_storage, method, headers, body }: Omit<RunnerRequest, 'timeout_ms'>,
  signal: AbortSignal,
  read: (response: Response) => Promise<T>,
): Promise<SentRequest<T>> {
  const init = { method, headers, signal, redirect: 'error', ...(body === undefined ? {} : { body }) } as const;
  let response: Response;
  try {
    response = await fetch(url, init);
    if (response.ok) return { value: await read(response) };
  } catch (error) {
    if (error instanceof RunnerServiceFault) return { fault: error, repeatable: error.kind === 'form' };
    return { fault: new RunnerServiceFault('unreachable', describeNetworkError(error)), repeatable: true };
  }
  const text = await readBoundedText(response).catch(() => '');
  const fault = createAnswerFault(response.status, text, is_storage);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const repeatable = fault.kind === 'server' || fault.kind === 'limit' || response.status === 408;
  return { fault, repeatable, ...(seconds > 0 ? { wait_ms: seconds * 1000 } : {}) };
}

/** Returns the cause of a failed fetch. Its message may hold the address, so a code is preferred. */
function describeNetworkError(error: unknown): string {
  const { name, cause, code = cause?.code } = error as Error & { code?: unknown; cause?: { code?: unknown } };
  if (name === 'TimeoutError') return 'it took too long';
  return typeof code === 'string' ? code : 'the connection was cut';
}

/** Reads the text of a response. @throws {RunnerServiceFault} for one of more than 1 MiB */
export async function readBoundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES) throw new RunnerServiceFault('form', `an answer of more than ${ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
