import { setMaxListeners } from 'node:events';
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as sendRequest,
} from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import { createDestination, type Destination } from '../../network/destination.js';
import {
  dialDestination,
  findProxyHeaders,
  getTrustedCertificates,
  type OutboundNetwork,
} from '../../network/outbound_network.js';
import { MachineError } from '../../system/is_code_fault.js';
import { parseBoundedJson } from '../dialects/parse_bounded_json.js';
import { buildKeyHeader } from './build_upstream_headers.js';
import { maskKey } from './create_key_filter.js';
import { ExchangeAbort } from './exchange_abort.js';
import { IdleTimeout } from './idle_timeout.js';
import { buildModelListPath, type Upstream } from './upstream.js';

/** Connections to the upstreams through the machine's outbound network, kept alive for further requests. */
export interface UpstreamConnections {
  /**
   * Starts a request; the caller sends its body.
   *
   * @param path absolute, appended to the URL of the upstream
   */
  request(
    upstream: Pick<Upstream, 'url'>,
    method: 'GET' | 'POST',
    path: string,
    headers: OutgoingHttpHeaders,
  ): ClientRequest;
  close(): void;
}

/** Error of a connection that could not be opened, so that nothing was sent. */
export class UnreachableError extends MachineError {}

/**
 * Time that an idle connection is kept, in milliseconds. Servers close idle connections after five seconds or more. A
 * request on a connection that just closed would fail, and cannot be repeated safely.
 */
const KEPT_MS = 4_000;
const KEPT_CONNECTIONS = 128;

export function openUpstreamConnections(outbound: OutboundNetwork): UpstreamConnections {
  const routes = new Map<string, UpstreamRoute>();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  let context: SecureContext | undefined;
  const getRoute = ({ url }: Pick<Upstream, 'url'>): UpstreamRoute => {
    let route = routes.get(url.origin);
    if (!route) {
      route = openUpstreamRoute(url, outbound, closing.signal, () => {
        context ??= createSecureContext({ ca: getTrustedCertificates(outbound) });
        return context;
      });
      routes.set(url.origin, route);
    }
    return route;
  };
  return {
    request(upstream, method, path, headers) {
      const { agent, via_proxy } = getRoute(upstream);
      const whole = `${upstream.url.pathname.replace(/\/+$/, '')}${path}`;
      return sendRequest({
        agent,
        method,
        path: via_proxy ? `${upstream.url.origin}${whole}` : whole,
        headers: { ...headers, ...via_proxy, host: upstream.url.host },
      });
    },
    close() {
      closing.abort();
      for (const { agent } of routes.values()) agent.destroy();
    },
  };
}

interface UpstreamRoute {
  agent: Agent;
  /** Headers for the machine's own proxy, which receives absolute URLs. */
  via_proxy: Record<string, string> | undefined;
}

function openUpstreamRoute(
  url: URL,
  machine: OutboundNetwork,
  closing: AbortSignal,
  context: () => SecureContext,
): UpstreamRoute {
  const secure = url.protocol === 'https:';
  const destination = createDestination(url.hostname, Number(url.port || (secure ? 443 : 80)));
  // Loopback upstreams never go through a proxy, whatever the environment says.
  const outbound =
    destination && isLoopback(destination) ? { ...machine, http_proxy: undefined, https_proxy: undefined } : machine;
  const connect = async (): Promise<Duplex> => {
    if (!destination) throw new UnreachableError('its URL has no host that could be connected to');
    const dialled = await dialDestination(destination, true, outbound, secure ? 'https' : 'http', closing);
    if ('refused' in dialled) throw new UnreachableError(dialled.refused);
    if ('unreachable' in dialled) throw new UnreachableError(dialled.unreachable);
    const { socket } = dialled;
    // A connection that the peer ended must not be reused.
    socket.allowHalfOpen = false;
    return secure ? startTls(socket, destination, context(), closing) : socket;
  };
  const agent = new Agent({ keepAlive: true, maxFreeSockets: KEPT_CONNECTIONS, timeout: KEPT_MS, scheduling: 'lifo' });
  agent.createConnection = (_options, made) => {
    connect().then(
      (socket) => {
        if (closing.aborted) socket.destroy();
        made?.(null, socket);
      },
      (error: Error) => made?.(error, undefined as never),
    );
    return undefined;
  };
  return { agent, via_proxy: secure ? undefined : destination && findProxyHeaders(destination, outbound) };
}

const isLoopback = ({ host, literal }: Destination) =>
  host === 'localhost' || (literal && (host === '::1' || host.startsWith('127.')));

const HANDSHAKE_MS = 30_000;

function startTls(
  socket: Socket,
  to: Destination,
  secureContext: SecureContext,
  closing: AbortSignal,
): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const name = isIP(to.host) === 0 ? { servername: to.host } : {};
    const tls = connectTls({ socket, host: to.host, ...name, ALPNProtocols: ['http/1.1'], secureContext });
    const fail = (why: string) => {
      closing.removeEventListener('abort', giveUp);
      socket.destroy();
      reject(new UnreachableError(why));
    };
    const giveUp = () => fail('ABORTED');
    const onError = (error: NodeJS.ErrnoException) => fail(error.code ?? error.message);
    const onClose = () => fail('the connection ended before it was encrypted');
    tls.setTimeout(HANDSHAKE_MS, () => fail('ETIMEDOUT'));
    tls.once('error', onError).once('close', onClose);
    closing.addEventListener('abort', giveUp);
    tls.once('secureConnect', () => {
      closing.removeEventListener('abort', giveUp);
      tls.off('error', onError).off('close', onClose).setTimeout(0);
      tls.removeAllListeners('timeout');
      resolve(tls);
    });
  });
}

/** Limits of a model list: time in milliseconds, and bytes. */
const ASKED_MS = 10_000;
const LIST_BYTES = 4 * 1024 * 1024;

/** Response to a request for the list of models. */
export interface ModelListResponse {
  status: number;
  /** Parsed body; undefined if it is not JSON. */
  json: unknown;
}

/**
 * Requests the list of an upstream's models, which is free everywhere.
 *
 * @param signal aborted when the client is gone
 * @returns undefined if there was no whole response
 */
export async function requestModelList(
  upstream: Upstream,
  connections: UpstreamConnections,
  signal: AbortSignal,
): Promise<ModelListResponse | undefined> {
  const version = upstream.dialects.includes('messages') ? { 'anthropic-version': '2023-06-01' } : {};
  const request = connections.request(upstream, 'GET', buildModelListPath(upstream), {
    ...version,
    ...buildKeyHeader(upstream),
    accept: 'application/json',
    'accept-encoding': 'identity',
  });
  const cut = new ExchangeAbort().abortOn(signal, 'client-gone');
  cut.signal.addEventListener('abort', () => request.destroy(), { once: true });
  const patience = new IdleTimeout(cut);
  patience.restart(ASKED_MS, 'upstream-timeout');
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject);
      request.on('close', () => reject(new Error('no answer')));
      request.end();
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > LIST_BYTES) return undefined;
      chunks.push(chunk);
    }
    const text = maskKey(Buffer.concat(chunks).toString('utf8'), upstream.key?.value);
    return { status: answer.statusCode ?? 0, json: parseBoundedJson(text) };
  } catch {
    return undefined;
  } finally {
    patience.stop();
    cut.release();
    request.destroy();
  }
}

/** Reads the names from a list of models in any of the formats; drops Gemini's prefix. */
export function readModelNames(list: unknown): string[] {
  return (readModelEntries(list) ?? [])
    .map((entry) => {
      const { id, name } = (entry ?? {}) as { id?: unknown; name?: unknown };
      if (typeof id === 'string') return id;
      return typeof name === 'string' ? name.replace(/^models\//, '') : '';
    })
    .filter((name) => name !== '' && name.length <= 200);
}

/**
 * Reads the entries of a list of models.
 *
 * @returns undefined if it is no such list
 */
export function readModelEntries(list: unknown): unknown[] | undefined {
  if (Array.isArray(list)) return list;
  const { data, models } = (list ?? {}) as { data?: unknown; models?: unknown };
  return [data, models].find((entries) => Array.isArray(entries));
}
