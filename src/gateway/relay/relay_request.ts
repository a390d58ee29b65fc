import type { IncomingMessage, ServerResponse } from 'node:http';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { type Exchange, type ExchangeOutcome, NO_RESPONSE, type RunAccount } from '../accounts/run_account.js';
import { type ModelPolicy, rejectOtherModel } from '../admission/model_policy.js';
import { rejectForeignReference } from '../admission/reject_foreign_reference.js';
import { rejectProviderTools, removeProviderTools } from '../admission/reject_provider_tools.js';
import { rejectToolModel } from '../admission/reject_tool_model.js';
import { rejectUnmeterable } from '../admission/reject_unmeterable.js';
import type { StoredResponses } from '../admission/stored_responses.js';
import { UsageChunkFilter } from '../dialects/chat/usage_chunk_filter.js';
import type { Dialect, ErrorResponse, JsonObject, ModelRoute, ParsedRequest } from '../dialects/dialect.js';
import { findMediaParts } from '../dialects/find_media_parts.js';
import { estimateMediaTokens, type NonTextInput } from '../meter/estimate_media_tokens.js';
import { buildUpstreamHeaders, buildUpstreamQuery } from '../upstreams/build_upstream_headers.js';
import { ExchangeAbort } from '../upstreams/exchange_abort.js';
import { type RequestHeaders, selectRequestHeaders } from '../upstreams/request_headers.js';
import { findUpstream, type Upstream } from '../upstreams/upstream.js';
import type { UpstreamConnections } from '../upstreams/upstream_connections.js';
import { buildUpstreamRequest, forwardRequest } from './forward_request.js';
import { type BodyLimits, type RequestBody, readRequestBody } from './read_request_body.js';
import { sendErrorResponse } from './send_error_response.js';

/** Request with a valid token, in a known format. */
interface AuthenticatedRequest {
  request: IncomingMessage;
  response: ServerResponse;
  account: RunAccount;
  agent: string;
  route: ModelRoute;
  dialect: Dialect;
  path: string;
  query: URLSearchParams;
}

/** Options of the relay. */
interface RelayOptions extends BodyLimits {
  upstreams: readonly Upstream[];
  connections: UpstreamConnections;
  /** Policy of the permitted models; undefined permits all. */
  policy: ModelPolicy | undefined;
  /** Returns the stored responses of an account. */
  stored(account: RunAccount): StoredResponses;
  /** True if all work of the provider besides the model's response is rejected. */
  confined: boolean;
  /** Aborted when the gateway closes. */
  closing: AbortSignal;
  on_fault(error: unknown): void;
}

/** Header fields in which clients name the conversation of a request. */
const SESSION_FIELDS = ['x-session-id', 'session_id', 'session-id', 'x-claude-code-session-id', 'thread_id'];

/**
 * Relays one request: reads, admits, records and forwards it, streams the response back and settles it. An admitted
 * request is always ended, exactly once. A request that cannot be recorded is not forwarded.
 */
export async function relayRequest(authenticated: AuthenticatedRequest, options: RelayOptions): Promise<void> {
  const { request, response, account, agent, dialect, path } = authenticated;
  const abort = new ExchangeAbort().abortOn(options.closing, 'stopped').abortOn(account.stopped, 'stopped');
  const onClose = () => void (response.writableFinished || abort.abort('client-gone'));
  response.on('close', onClose);
  const sendError = (refused: ErrorResponse) => sendErrorResponse(request, response, dialect, refused);
  const reject = (refused: ErrorResponse, bytes: number) => {
    const { code, message, status } = refused;
    account.recordRejection({ agent, path, code, message, status, bytes });
    sendError(refused);
  };
  try {
    const body = await readRequestBody(request, options);
    if (body === 'gone') return void response.destroy();
    if ('code' in body) return reject(body, 0);
    const parsed = dialect.readRequest(body.json, authenticated.route);
    if ('unreadable' in parsed)
      return reject({ status: 400, code: 'invalid-request', message: parsed.unreadable }, body.bytes.length);
    const { json, withheld } = options.confined
      ? removeProviderTools(body.json, dialect.name)
      : { json: body.json, withheld: [] };
    const rejection =
      rejectOtherModel(options.policy, parsed.model) ??
      rejectUnmeterable(json, dialect.name, parsed.model) ??
      rejectForeignReference(json, dialect.name, parsed, (id) => options.stored(account).has(id)) ??
      rejectToolModel(options.policy, json, dialect.name, parsed) ??
      (options.confined ? rejectProviderTools(json, dialect.name, parsed) : undefined);
    if (rejection) return reject(rejection, body.bytes.length);
    const chosen = findUpstream(parsed.model, dialect.name, options.upstreams);
    if ('code' in chosen) return reject(chosen, body.bytes.length);
    const { upstream } = chosen;
    const carried_tokens = countCarriedTokens(json, options.stored(account));
    const untexted = estimateNonTextInput(parsed, dialect.name, upstream.provider, carried_tokens);
    const admission = await account.admit(
      {
        agent,
        route: authenticated.route,
        path,
        asked: parsed,
        session: findSession(request),
        upstream: { name: upstream.name, provider: upstream.provider },
        body: { sha256: body.sha256, bytes: body.bytes.length },
        ...omitUndefined({ untexted }),
      },
      abort.signal,
    );
    if ('refused' in admission) return sendError({ status: 400, code: admission.refused, message: admission.message });
    await runExchange(admission, { authenticated, options, body, json, withheld, parsed, upstream, abort, sendError });
  } catch (error) {
    // A request that cannot be recorded is not forwarded.
    options.on_fault(error);
    sendError({ status: 503, code: 'not-recorded', message: 'the gateway cannot go on with its record' });
  } finally {
    response.off('close', onClose);
    abort.release();
  }
}

/**
 * Estimates the input that its bytes do not measure.
 *
 * @returns undefined if there is none
 */
function estimateNonTextInput(
  parsed: ParsedRequest,
  dialect: Dialect['name'],
  provider: string | undefined,
  carried_tokens: number,
): NonTextInput | undefined {
  const { bytes, tokens } = estimateMediaTokens(
    findMediaParts(parsed.messages, dialect),
    dialect,
    parsed.model,
    provider,
  );
  return tokens + carried_tokens === 0 ? undefined : { bytes, tokens: tokens + carried_tokens };
}

/** Counts the tokens of the stored conversation that a request continues. */
function countCarriedTokens({ previous_response_id }: JsonObject, stored: StoredResponses): number {
  return typeof previous_response_id === 'string' ? stored.getTokens(previous_response_id) : 0;
}

interface AdmittedRequest {
  authenticated: AuthenticatedRequest;
  options: RelayOptions;
  body: RequestBody;
  /** The part of the body that is forwarded. */
  json: JsonObject;
  /** Tools that were removed from it. */
  withheld: string[];
  parsed: ParsedRequest;
  upstream: Upstream;
  abort: ExchangeAbort;
  sendError(refused: ErrorResponse): void;
}

/**
 * Runs an admitted exchange and ends it.
 *
 * @throws a fault of recording or of the harness
 */
async function runExchange(admission: Exchange, admitted: AdmittedRequest): Promise<void> {
  const { authenticated, options, body, json, withheld, parsed, upstream, abort, sendError } = admitted;
  const { request, response, dialect } = authenticated;
  let end: ExchangeOutcome = { ...NO_RESPONSE, outcome: 'error', code: 'gateway-fault' };
  try {
    const query = buildUpstreamQuery(authenticated.query, upstream);
    const out = buildUpstreamRequest({ ...authenticated, body, json, parsed, query }, upstream, admission.max_tokens);
    const headers = selectRequestHeaders(request.rawHeaders, dialect.name, upstream.headers);
    admission.recordPrompt({
      body: out.changed,
      steering: out.steering,
      ...omitUndefined({
        sent_model: out.sent_model,
        withheld: withheld.length > 0 ? withheld : undefined,
        headers: hasHeaders(headers) ? headers : undefined,
      }),
    });
    await admission.waitUntilSettled?.();
    end = await forwardRequest({
      request: options.connections.request(
        upstream,
        'POST',
        out.path,
        buildUpstreamHeaders(headers.sent, upstream, out.body.length),
      ),
      body: out.body,
      upstream,
      dialect,
      parsed,
      counts: authenticated.route.operation === 'count-tokens',
      stream_filter: out.asks_usage ? new UsageChunkFilter() : undefined,
      response,
      abort,
      covers: (bytes) => admission.covers(bytes),
      refuse: sendError,
    });
    options.stored(authenticated.account).add(end);
  } finally {
    admission.finish(end);
  }
}

const hasHeaders = ({ sent, dropped }: RequestHeaders): boolean => dropped.length > 0 || Object.keys(sent).length > 0;

function findSession({ headers }: IncomingMessage): string | undefined {
  for (const name of SESSION_FIELDS) {
    const value = headers[name];
    if (typeof value === 'string' && value !== '') return value.slice(0, 200);
  }
  return undefined;
}
