import { setMaxListeners } from 'node:events';
import { Agent, type ClientRequest, type OutgoingHttpHeaders, request as sendRequest } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import { type Destination, destination } from '../egress/destination.js';
import { dial, trusted, viaProxy, type WayOut } from '../egress/way_out.js';
import type { Upstream } from './upstream.js';

/** Connections to the upstreams, made in the way in which this machine reaches others, and kept for the requests that follow. */
export interface Connections {
  /** Begins a request, whose body is still to be given. @param path absolute, put behind the URL of the upstream */
  request(
    upstream: Pick<Upstream, 'url'>,
    method: 'GET' | 'POST',
    path: string,
    headers: OutgoingHttpHeaders,
  ): ClientRequest;
  close(): void;
}

/** No connection came to be, so that nothing was sent. */
export class Unreachable extends Error {}

/**
 * How long a connection is kept without use, in milliseconds. Servers end idle ones after five seconds and more; one that they just ended
 * would cost a request, which cannot be sent again as if nobody had seen it.
 */
const KEPT_MS = 4_000;
const KEPT_CONNECTIONS = 128;

export function openConnections(way_out: WayOut): Connections {
  const roads = new Map<string, Road>();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  let context: SecureContext | undefined;
  const roadTo = ({ url }: Pick<Upstream, 'url'>): Road => {
    let road = roads.get(url.origin);
    if (!road) {
      road = openRoad(url, way_out, closing.signal, () => {
        context ??= createSecureContext({ ca: trusted(way_out) });
        return context;
      });
      roads.set(url.origin, road);
    }
    return road;
  };
  return {
    request(upstream, method, path, headers) {
      const { agent, via_proxy } = roadTo(upstream);
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
      for (const { agent } of roads.values()) agent.destroy();
    },
  };
}

interface Road {
  agent: Agent;
  /** With these headers and whole URLs requests go to the machine's own proxy. */
  via_proxy: Record<string, string> | undefined;
}

function openRoad(url: URL, machine: WayOut, closing: AbortSignal, context: () => SecureContext): Road {
  const secure = url.protocol === 'https:';
  const to = destination(url.hostname, Number(url.port || (secure ? 443 : 80)));
  // A model on this machine is not asked by way of a proxy, whatever the environment says.
  const way = to && isLoopback(to) ? { ...machine, http_proxy: undefined, https_proxy: undefined } : machine;
  const connect = async (): Promise<Duplex> => {
    if (!to) throw new Unreachable('its URL has no host that could be connected to');
    const dialled = await dial(to, true, way, secure ? 'https' : 'http', closing);
    if ('refused' in dialled) throw new Unreachable(dialled.refused);
    if ('unreachable' in dialled) throw new Unreachable(dialled.unreachable);
    const { socket } = dialled;
    // One that the other side ended must not be taken for another request.
    socket.allowHalfOpen = false;
    return secure ? encrypted(socket, to, context(), closing) : socket;
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
  return { agent, via_proxy: secure ? undefined : to && viaProxy(to, way) };
}

const isLoopback = ({ host, literal }: Destination) =>
  host === 'localhost' || (literal && (host === '::1' || host.startsWith('127.')));

const HANDSHAKE_MS = 30_000;

function encrypted(
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
      reject(new Unreachable(why));
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
