import type { ClientRequest, IncomingMessage } from 'node:http';
import type { SteeringOutcome } from '../../record/events/model_payloads.js';
import { sha256 } from '../../record/json/compute_digest.js';
import { stripProvider } from '../../record/models/model_usage.js';
import { isUncodedFault, MachineError } from '../../system/is_code_fault.js';
import { type ExchangeOutcome, NO_RESPONSE } from '../accounts/run_account.js';
import type { Dialect, ErrorResponse, JsonObject, ModelRoute, ParsedRequest } from '../dialects/dialect.js';
import { maskKey } from '../upstreams/create_key_filter.js';
import type { ExchangeAbort } from '../upstreams/exchange_abort.js';
import { IdleTimeout } from '../upstreams/idle_timeout.js';
import { buildEndpointPath, toUpstreamBody, type Upstream } from '../upstreams/upstream.js';
import { UnreachableError } from '../upstreams/upstream_connections.js';
import type { RequestBody } from './read_request_body.js';
import { type ForwardedRequest, type ForwardResult, streamResponse } from './stream_response.js';

/** Request as it goes to the upstream. */
interface UpstreamRequest {
  path: string;
  body: Buffer;
  /** null = as the client sent it. */
  changed: { sha256: string; bytes: number } | null;
  /** True if the stream was made to end with usage that the client did not ask for. */
  asks_usage: boolean;
  steering: SteeringOutcome[] | undefined;
  /** The upstream's name of the model, if it differs. */
  sent_model: string | undefined;
}

/**
 * Finds the upstream's name of a model, with or without its provider.
 *
 * @returns undefined if it has no other name
 */
function findUpstreamModel(model: string, { rename = {}, name, provider }: Upstream): string | undefined {
  const names = [model, stripProvider(model, ['models', name, ...(provider === undefined ? [] : [provider])])];
  const match = names.find((one) => Object.hasOwn(rename, one));
  return match === undefined ? undefined : rename[match];
}

/** Builds the upstream request. A body without changes is forwarded byte for byte. */
export function buildUpstreamRequest(
  request: {
    body: RequestBody;
    json: JsonObject;
    parsed: ParsedRequest;
    route: ModelRoute;
    dialect: Dialect;
    path: string;
    query: string;
  },
  upstream: Upstream,
  max_tokens: number | null,
): UpstreamRequest {
  const { body, parsed, route, dialect } = request;
  const generates = route.operation === 'generate';
  const name = findUpstreamModel(parsed.model, upstream);
  let { json } = request;
  const steered = generates ? upstream.steering?.inject(json, dialect.name) : undefined;
  if (steered) json = steered.body;
  if (max_tokens !== null && max_tokens !== parsed.max_tokens) json = dialect.withMaxTokens(json, max_tokens);
  const counted = generates && parsed.stream ? dialect.withUsage(json) : undefined;
  if (counted) json = counted;
  // Gemini names the model in the path only.
  if (name !== undefined && route.model === undefined) json = { ...json, model: name };
  json = toUpstreamBody(upstream, route, json);
  const changed = json === body.json ? undefined : Buffer.from(JSON.stringify(json));
  const path = buildEndpointPath(
    upstream,
    { ...route, stream: parsed.stream },
    name ?? route.model ?? parsed.model,
    request.path,
  );
  return {
    path: `${path}${request.query}`,
    body: changed ?? body.bytes,
    changed: changed ? { sha256: sha256(changed), bytes: changed.length } : null,
    asks_usage: counted !== undefined,
    steering: steered?.outcomes,
    sent_model: name,
  };
}

/**
 * Forwards a request and streams the response to the client. If either connection fails, both are closed, and the
 * outcome tells what happened.
 *
 * @throws only faults of the code
 */
export async function forwardRequest(forwarded: ForwardedRequest): Promise<ExchangeOutcome> {
  const { request, abort, upstream } = forwarded;
  const began = performance.now();
  const onAbort = () => request.destroy();
  abort.signal.addEventListener('abort', onAbort, { once: true });
  const timeout = new IdleTimeout(abort);
  timeout.restart(upstream.first_byte_ms, 'upstream-timeout');
  try {
    const answer = await awaitUpstreamReply(request, forwarded.body, abort);
    const result =
      'failure' in answer ? reportUpstreamFailure(answer.failure, forwarded) : await answered(answer.answer);
    return { ...NO_RESPONSE, ...result, wall_ms: performance.now() - began };
  } finally {
    timeout.stop();
    abort.signal.removeEventListener('abort', onAbort);
  }

  async function answered(answer: IncomingMessage): Promise<ForwardResult> {
    const status = answer.statusCode ?? 0;
    if (status >= 200 && (status < 300 || status >= 400)) return streamResponse(answer, forwarded, timeout, began);
    request.destroy();
    const message = `the upstream "${upstream.name}" answered ${status}; redirections are not followed`;
    forwarded.refuse({ status: 502, code: 'upstream-redirect', message });
    return { outcome: 'error', code: 'upstream-redirect', detail: message, status: 502 };
  }
}

type UpstreamReply = { answer: IncomingMessage } | { failure: NodeJS.ErrnoException };

function awaitUpstreamReply(request: ClientRequest, body: Buffer, abort: ExchangeAbort): Promise<UpstreamReply> {
  return new Promise((resolve) => {
    request.on('response', (answer) => resolve({ answer }));
    request.on('error', (failure) => resolve({ failure }));
    request.on('close', () => resolve({ failure: new MachineError('no answer') }));
    request.on('upgrade', (_answer, socket) => socket.destroy());
    // A request destroyed while connecting emits its close event only after the connection exists.
    abort.signal.addEventListener('abort', () => resolve({ failure: new MachineError('broken off') }), { once: true });
    if (abort.reason === undefined) request.end(body);
    else request.destroy();
  });
}

/**
 * Reports that there is no response. Tells the client, if it is still connected.
 *
 * @throws a fault of the code: it is no fault of the upstream
 */
function reportUpstreamFailure(
  error: NodeJS.ErrnoException,
  { abort, upstream, refuse }: ForwardedRequest,
): ForwardResult {
  if (isUncodedFault(error)) throw error;
  const report = (
    outcome: ForwardResult['outcome'],
    status: ErrorResponse['status'],
    code: string,
    detail: string,
  ): ForwardResult => {
    refuse({ status, code, message: detail });
    return { outcome, code, detail, status };
  };
  const label = `the upstream "${upstream.name}"`;
  const why = maskKey(
    error instanceof UnreachableError ? error.message : (error.code ?? error.message),
    upstream.key?.value,
  );
  switch (abort.reason) {
    case undefined:
      return error instanceof UnreachableError
        ? report('error', 502, 'upstream-unreachable', `${label} cannot be reached (${why})`)
        : report('error', 502, 'upstream-reset', `${label} ended the connection without an answer (${why})`);
    case 'upstream-timeout':
      return report('error', 504, abort.reason, `${label} did not begin to answer within ${upstream.first_byte_ms} ms`);
    case 'stopped':
      return report('aborted', 400, abort.reason, 'the run is over');
    default:
      return { outcome: 'aborted', code: abort.reason };
  }
}
