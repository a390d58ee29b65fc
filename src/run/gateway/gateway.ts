import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { openLoopbackServer, sayJson } from '../egress/loopback_server.js';
import type { WayOut } from '../egress/way_out.js';
import type { Account } from './account.js';
import { modelEntry, modelList, modelNames } from './answer_models.js';
import { identify } from './credentials.js';
import { type DeniedRequest, requestForOtherHost, requestForUnknownPath } from './denied_requests.js';
import type { Refused } from './dialects/dialect.js';
import { dialectNamed } from './dialects/dialect_named.js';
import { routeOf } from './dialects/routes.js';
import { allowsModel, type ModelPolicy, servedNames } from './model_policy.js';
import { refuse } from './refuse.js';
import { relay } from './relay.js';
import { openStoredAnswers } from './stored_answers.js';
import type { Upstream } from './upstream.js';
import { openConnections } from './upstreams.js';

/** What a gateway is for. */
export interface GatewayOrder {
  /** Who may ask, each known by its tokens. They see nothing of each other. */
  accounts: readonly Account[];
  upstreams: readonly Upstream[];
  way_out: WayOut;
  /** Which models may be asked for; undefined = all that upstreams have. */
  model?: ModelPolicy | undefined;
  /** Who asks has a network with limits: nothing passes that the provider would do beyond the answer of its model. */
  confined?: boolean;
  /** Told of every request without a valid token; `presented` = it had one. */
  on_wrong_token?: ((presented: boolean) => void) | undefined;
  /** Told of every request for something that the gateway is not. */
  on_denied?: ((request: DeniedRequest) => void) | undefined;
  /** Told when something breaks that is ours, such as a full disk. */
  on_fault?: ((error: unknown) => void) | undefined;
  /** How long a request may take to arrive, in milliseconds. */
  body_ms?: number;
  /** Bytes of all requests whose answers are still to come. */
  held_bytes?: number;
}

/** The model gateway: it is given connections, or listens on the loopback. */
export interface Gateway {
  accept(connection: Duplex): void;
  /** Listens on 127.0.0.1. @param port 0 = any @returns the port. Rejects when it is taken. */
  listenOnLoopback(port: number): Promise<number>;
  /** Breaks off what is under way, ends every connection, and resolves when all of it is settled and written down. */
  close(): Promise<void>;
}

/** Bounds: connections and requests at a time, bytes of a request's head, and how long a connection may be silent between requests. */
const REQUESTS = 512;
const HELD_BYTES = 256 * 1024 * 1024;
const IDLE_MS = 120_000;
const BOUNDS = { connections: 512, head_bytes: 32 * 1024, idle_ms: IDLE_MS };
const BODY_MS = 60_000;

/**
 * Agents' way to models (A2): one server for all wire formats. Who asks is known by a token of this run's; the provider's key is put in on
 * the way out and nowhere else.
 */
export function openGateway(order: GatewayOrder): Gateway {
  const { accounts, upstreams, on_wrong_token, on_denied, on_fault = () => {}, body_ms = BODY_MS } = order;
  const { held_bytes = HELD_BYTES, confined = false, model: policy } = order;
  const connections = openConnections(order.way_out);
  const answers = new Map(accounts.map((account) => [account, openStoredAnswers()]));
  const stored = (account: Account) => answers.get(account)!;
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  let held = 0;

  const { server, connections: clients, listenOnLoopback } = openLoopbackServer(BOUNDS);
  server.on('request', (request, response) => {
    const { socket } = request;
    response.on('error', () => {});
    // A request may be held, and a model may think, for longer than a connection may be silent.
    socket.setTimeout?.(0);
    const done = answer(request, response)
      .catch((error) => {
        on_fault(error);
        response.destroy();
      })
      .finally(() => {
        underWay.delete(done);
        if (!socket.destroyed) socket.setTimeout?.(IDLE_MS);
      });
    underWay.add(done);
  });

  server.on('connect', (request, socket) => {
    const denied = requestForOtherHost('CONNECT', request.url ?? '');
    if (denied) on_denied?.(denied);
    socket.destroy();
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? '';
    const [path, search] = splitOnce(target, '?');
    const query = new URLSearchParams(search);
    const routed = routeOf(request.method ?? '', target);
    const dialect = dialectNamed(routed.kind === 'model' ? routed.route.dialect : routed.dialect);
    const say = (refused: Refused) => refuse(request, response, dialect, refused);
    const elsewhere = requestForOtherHost(request.method ?? '', target);
    if (elsewhere) on_denied?.(elsewhere);
    const identified = identify(request, query, accounts);
    if ('presented' in identified) {
      on_wrong_token?.(identified.presented);
      const message = 'a valid token of the gateway is needed, in place of a provider’s key';
      return say({ status: 401, code: 'wrong-token', message });
    }
    const { account, agent } = identified;
    if (routed.kind === 'nowhere') {
      if (!elsewhere) on_denied?.(requestForUnknownPath(request.method ?? '', path));
      return say({ status: 404, code: 'unknown-path', message: routed.message });
    }
    if (underWay.size >= REQUESTS)
      return say({ status: 503, code: 'busy', message: `more than ${REQUESTS} requests at a time` });
    if (routed.kind === 'list') return list(routed, request, response);
    let own = 0;
    const hold = (bytes: number) => {
      if (held + bytes > held_bytes) return false;
      held += bytes;
      own += bytes;
      return true;
    };
    try {
      await relay(
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
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const every = await modelNames(upstreams, connections, gone.signal);
    const names = [
      ...new Set([...servedNames(policy, upstreams), ...every.filter((name) => allowsModel(policy, name))]),
    ];
    if (model === null) return sayJson(request, response, 200, modelList(names, dialect, request.headers));
    if (names.includes(model)) return sayJson(request, response, 200, modelEntry(model, dialect, request.headers));
    const message = `no upstream has the model ${JSON.stringify(model)}`;
    refuse(request, response, dialectNamed(dialect), { status: 404, code: 'unknown-model', message });
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
      await Promise.all(underWay);
      for (const client of clients) client.destroy();
      connections.close();
      await stopped;
    },
  };
}

function splitOnce(text: string, at: string): [string, string] {
  const found = text.indexOf(at);
  return found === -1 ? [text, ''] : [text.slice(0, found), text.slice(found + at.length)];
}
