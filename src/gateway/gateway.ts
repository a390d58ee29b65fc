import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { openLoopbackServer, sendJson } from '../network/open_loopback_server.js';
import type { OutboundNetwork } from '../network/outbound_network.js';
import { parseBearerToken } from './accounts/bearer_tokens.js';
import type { RunAccount } from './accounts/run_account.js';
import { isModelAllowed, listServedModels, type ModelPolicy } from './admission/model_policy.js';
import { createStoredResponses, type StoredResponses } from './admission/stored_responses.js';
import type { ErrorResponse } from './dialects/dialect.js';
import { findRoute } from './dialects/find_route.js';
import { formatModelEntry, formatModelList, listModelNames } from './format_model_list.js';
import { getDialect } from './get_dialect.js';
import { type DeniedRequest, describeUnknownPathRequest, detectOtherHostRequest } from './open_denied_request_log.js';
import { relayRequest } from './relay/relay_request.js';
import { sendErrorResponse } from './relay/send_error_response.js';
import { KEY_HEADERS, type Upstream } from './upstreams/upstream.js';
import { openUpstreamConnections, type UpstreamConnections } from './upstreams/upstream_connections.js';

/** Options of a gateway. */
interface GatewayOptions {
  /** Accounts, each identified by its tokens. They see nothing of each other. */
  accounts: readonly RunAccount[];
  upstreams: readonly Upstream[];
  outbound: OutboundNetwork;
  /** Policy of the permitted models; undefined permits all models of the upstreams. */
  model?: ModelPolicy | undefined;
  /** True for agents with a restricted network: rejects all work of the provider besides the model's response. */
  confined?: boolean;
  /** Called for every request without a valid token; `presented` is true if it had a token. */
  on_wrong_token?: ((presented: boolean) => void) | undefined;
  /** Called for every request for something that the gateway does not offer. */
  on_denied?: ((request: DeniedRequest) => void) | undefined;
  /** Called for faults of the harness, such as a full disk. */
  on_fault?: ((error: unknown) => void) | undefined;
  /** Maximum time for a request to arrive, in milliseconds. */
  body_ms?: number;
  /** Maximum bytes of all requests that wait for their responses. */
  held_bytes?: number;
}

/** Model gateway: it accepts connections, or listens on the loopback. */
export interface Gateway {
  accept(connection: Duplex): void;
  /**
   * Listens on 127.0.0.1; rejects if the port is taken.
   *
   * @param port 0 = any
   * @returns the port
   */
  listenOnLoopback(port: number): Promise<number>;
  /** Aborts open exchanges, ends every connection, and resolves when all exchanges are settled and recorded. */
  close(): Promise<void>;
}

/**
 * Limits: requests and connections at a time, bytes of a request's head, and silence of a connection between requests.
 */
const REQUESTS = 512;
const HELD_BYTES = 256 * 1024 * 1024;
const IDLE_MS = 120_000;
const BOUNDS = { connections: 512, head_bytes: 32 * 1024, idle_ms: IDLE_MS };
const BODY_MS = 60_000;

/**
 * Opens the gateway between agents and models, one server for all wire formats (requirement A2). Clients authenticate
 * by tokens of the run. The provider's key is added to the upstream request and appears nowhere else.
 */
export function openGateway(options: GatewayOptions): Gateway {
  const { accounts, on_denied, on_fault = () => {}, held_bytes = HELD_BYTES } = options;
  const connections = openUpstreamConnections(options.outbound);
  const closing = new AbortController();
  const open_requests = new Set<Promise<void>>();
  const context: GatewayContext = {
    ...options,
    on_fault,
    connections,
    answers: new Map(accounts.map((account) => [account, createStoredResponses()])),
    closing: closing.signal,
    isBusy: () => open_requests.size >= REQUESTS,
    bytes: { held: 0, most: held_bytes },
  };
  const { server, connections: clients, listenOnLoopback } = openLoopbackServer(BOUNDS);
  server.on('request', (request, response) => {
    const { socket } = request;
    response.on('error', () => {});
    // A held request or a thinking model may exceed the idle timeout.
    socket.setTimeout?.(0);
    const answer = answerRequest(context, request, response)
      .catch((error) => {
        on_fault(error);
        response.destroy();
      })
      .finally(() => {
        open_requests.delete(answer);
        if (!socket.destroyed) socket.setTimeout?.(IDLE_MS);
      });
    open_requests.add(answer);
  });
  server.on('connect', (request, socket) => {
    const denied = detectOtherHostRequest('CONNECT', request.url ?? '');
    if (denied) on_denied?.(denied);
    socket.destroy();
  });
  return {
    accept(client) {
      if (closing.signal.aborted) return void client.destroy();
      server.emit('connection', client);
    },
    listenOnLoopback,
    async close() {
      closing.abort();
      const stopped = server.listening ? new Promise<void>((resolve) => server.close(() => resolve())) : undefined;
      await Promise.all(open_requests);
      for (const client of clients) client.destroy();
      connections.close();
      await stopped;
    },
  };
}

/** State and parts that all requests of a gateway share. */
interface GatewayContext extends GatewayOptions {
  on_fault: (error: unknown) => void;
  connections: UpstreamConnections;
  answers: ReadonlyMap<RunAccount, StoredResponses>;
  closing: AbortSignal;
  /** Returns true while no further request is taken. */
  isBusy(): boolean;
  /** Bytes of all requests that wait for their responses. */
  bytes: { held: number; most: number };
}

/** Answers one request: tells the caller by its token, and relays it to the model or lists the models. */
async function answerRequest(
  context: GatewayContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { accounts, on_wrong_token, on_denied } = context;
  const { method = '', url: target = '' } = request;
  const [path, search] = splitAtFirst(target, '?');
  const query = new URLSearchParams(search);
  const routed = findRoute(method, target);
  const dialect = getDialect(routed.kind === 'model' ? routed.route.dialect : routed.dialect);
  const sendError = (refused: ErrorResponse) => sendErrorResponse(request, response, dialect, refused);
  const elsewhere = detectOtherHostRequest(method, target);
  if (elsewhere) on_denied?.(elsewhere);
  const identified = identifyCaller(request, query, accounts);
  if ('presented' in identified) {
    on_wrong_token?.(identified.presented);
    const message = 'a valid token of the gateway is needed, in place of a provider’s key';
    return sendError({ status: 401, code: 'wrong-token', message });
  }
  if (routed.kind === 'nowhere') {
    if (!elsewhere) on_denied?.(describeUnknownPathRequest(method, path));
    return sendError({ status: 404, code: 'unknown-path', message: routed.message });
  }
  if (context.isBusy())
    return sendError({ status: 503, code: 'busy', message: `more than ${REQUESTS} requests at a time` });
  if (routed.kind === 'list') return sendModels(context, routed, request, response);
  const { account, agent } = identified;
  await relayWithin(context, { request, response, account, agent, route: routed.route, dialect, path, query });
}

/** Relays a request, whose bytes count against those of all while it is open. */
async function relayWithin(context: GatewayContext, request: Parameters<typeof relayRequest>[0]): Promise<void> {
  const { upstreams, connections, answers, closing, on_fault, bytes } = context;
  const { confined = false, model: policy, body_ms = BODY_MS } = context;
  let held_here = 0;
  const hold = (count: number) => {
    if (bytes.held + count > bytes.most) return false;
    bytes.held += count;
    held_here += count;
    return true;
  };
  const stored = (account: RunAccount) => answers.get(account) ?? createStoredResponses();
  try {
    await relayRequest(request, { upstreams, connections, policy, stored, confined, closing, on_fault, body_ms, hold });
  } finally {
    bytes.held -= held_here;
  }
}

/** Sends the list of models, or one of its entries. */
async function sendModels(
  { model: policy, upstreams, connections }: GatewayContext,
  { dialect, model }: { dialect: 'chat' | 'gemini'; model: string | null },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const client_gone = new AbortController();
  response.on('close', () => client_gone.abort());
  const every = await listModelNames(upstreams, connections, client_gone.signal);
  const allowed = every.filter((name) => isModelAllowed(policy, name));
  const names = [...new Set([...listServedModels(policy, upstreams), ...allowed])];
  if (model === null) return sendJson(request, response, 200, formatModelList(names, dialect, request.headers));
  if (names.includes(model)) return sendJson(request, response, 200, formatModelEntry(model, dialect, request.headers));
  const message = `no upstream has the model ${JSON.stringify(model)}`;
  sendErrorResponse(request, response, getDialect(dialect), { status: 404, code: 'unknown-model', message });
}

function splitAtFirst(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + separator.length)];
}

/** Identity of a caller; `presented` is true if it had an unknown token. */
type CallerIdentity = { account: RunAccount; agent: string } | { presented: boolean };

/**
 * Identifies the caller by a token, in any place where clients put a key. Every token is compared with every account,
 * so that the time reveals nothing.
 */
function identifyCaller(
  request: IncomingMessage,
  query: URLSearchParams,
  accounts: readonly RunAccount[],
): CallerIdentity {
  const { headers } = request;
  const tokens = [
    parseBearerToken(headers.authorization),
    ...KEY_HEADERS.map((name) => headers[name]),
    ...query.getAll('key').slice(0, 1),
  ].filter((token) => typeof token === 'string' && token !== '') as string[];
  let caller: { account: RunAccount; agent: string } | undefined;
  for (const token of tokens)
    for (const account of accounts) {
      const agent = account.findAgent(token);
      if (agent !== undefined) caller ??= { account, agent };
    }
  return caller ?? { presented: headers.authorization !== undefined || tokens.length > 0 };
}
