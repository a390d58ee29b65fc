import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { openLoopbackServer, sendJson } from '../network/open_loopback_server.js';
import type { OutboundNetwork } from '../network/outbound_network.js';
import { identifyCaller } from './accounts/identify_caller.js';
import type { RunAccount } from './accounts/run_account.js';
import { isModelAllowed, listServedModels, type ModelPolicy } from './admission/model_policy.js';
import { createStoredResponses } from './admission/stored_responses.js';
import type { ErrorResponse } from './dialects/dialect.js';
import { findRoute } from './dialects/find_route.js';
import { getDialect } from './dialects/get_dialect.js';
import { formatModelEntry, formatModelList, listModelNames } from './format_model_list.js';
import { type DeniedRequest, describeUnknownPathRequest, detectOtherHostRequest } from './open_denied_request_log.js';
import { relayRequest } from './relay/relay_request.js';
import { sendErrorResponse } from './relay/send_error_response.js';
import type { Upstream } from './upstreams/upstream.js';
import { openUpstreamConnections } from './upstreams/upstream_connections.js';

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
  const { accounts, upstreams, on_wrong_token, on_denied, on_fault = () => {}, body_ms = BODY_MS } = options;
  const { held_bytes = HELD_BYTES, confined = false, model: policy } = options;
  const connections = openUpstreamConnections(options.outbound);
  const answers = new Map(accounts.map((account) => [account, createStoredResponses()]));
  const stored = (account: RunAccount) => answers.get(account)!;
  const closing = new AbortController();
  const open_requests = new Set<Promise<void>>();
  let held = 0;

  const { server, connections: clients, listenOnLoopback } = openLoopbackServer(BOUNDS);
  server.on('request', (request, response) => {
    const { socket } = request;
    response.on('error', () => {});
    // A held request or a thinking model may exceed the idle timeout.
    socket.setTimeout?.(0);
    const done = answer(request, response)
      .catch((error) => {
        on_fault(error);
        response.destroy();
      })
      .finally(() => {
        open_requests.delete(done);
        if (!socket.destroyed) socket.setTimeout?.(IDLE_MS);
      });
    open_requests.add(done);
  });

  server.on('connect', (request, socket) => {
    const denied = detectOtherHostRequest('CONNECT', request.url ?? '');
    if (denied) on_denied?.(denied);
    socket.destroy();
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? '';
    const [path, search] = splitAtFirst(target, '?');
    const query = new URLSearchParams(search);
    const routed = findRoute(request.method ?? '', target);
    const dialect = getDialect(routed.kind === 'model' ? routed.route.dialect : routed.dialect);
    const sendError = (refused: ErrorResponse) => sendErrorResponse(request, response, dialect, refused);
    const elsewhere = detectOtherHostRequest(request.method ?? '', target);
    if (elsewhere) on_denied?.(elsewhere);
    const identified = identifyCaller(request, query, accounts);
    if ('presented' in identified) {
      on_wrong_token?.(identified.presented);
      const message = 'a valid token of the gateway is needed, in place of a provider’s key';
      return sendError({ status: 401, code: 'wrong-token', message });
    }
    const { account, agent } = identified;
    if (routed.kind === 'nowhere') {
      if (!elsewhere) on_denied?.(describeUnknownPathRequest(request.method ?? '', path));
      return sendError({ status: 404, code: 'unknown-path', message: routed.message });
    }
    if (open_requests.size >= REQUESTS)
      return sendError({ status: 503, code: 'busy', message: `more than ${REQUESTS} requests at a time` });
    if (routed.kind === 'list') return list(routed, request, response);
    let own = 0;
    const hold = (bytes: number) => {
      if (held + bytes > held_bytes) return false;
      held += bytes;
      own += bytes;
      return true;
    };
    try {
      await relayRequest(
        { request, response, account, agent, route: routed.route, dialect, path, query },
        { upstreams, connections, policy, stored, confined, closing: closing.signal, on_fault, body_ms, hold },
      );
    } finally {
      held -= own;
    }
  }

  async function list(
    asked: { dialect: 'chat' | 'gemini'; model: string | null },
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { dialect, model } = asked;
    const client_gone = new AbortController();
    response.on('close', () => client_gone.abort());
    const every = await listModelNames(upstreams, connections, client_gone.signal);
    const names = [
      ...new Set([...listServedModels(policy, upstreams), ...every.filter((name) => isModelAllowed(policy, name))]),
    ];
    if (model === null) return sendJson(request, response, 200, formatModelList(names, dialect, request.headers));
    if (names.includes(model))
      return sendJson(request, response, 200, formatModelEntry(model, dialect, request.headers));
    const message = `no upstream has the model ${JSON.stringify(model)}`;
    sendErrorResponse(request, response, getDialect(dialect), { status: 404, code: 'unknown-model', message });
  }

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

function splitAtFirst(text: string, at: string): [string, string] {
  const found = text.indexOf(at);
  return found === -1 ? [text, ''] : [text.slice(0, found), text.slice(found + at.length)];
}
