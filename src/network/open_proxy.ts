import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { isUncodedFault } from '../system/is_code_fault.js';
import type { Allowlist } from './allowlist.js';
import { answerFromStubs, type StubConfig } from './answer_from_stubs.js';
import type { CertificateAuthority } from './certificate_authority.js';
import { closePipelinedResponses } from './close_pipelined_responses.js';
import { createDestination, type Destination, formatDestination, parseDestination } from './destination.js';
import { forwardToDestination, PROXY_IDLE_MS, selectEndToEndHeaders } from './forward_to_destination.js';
import type { NetworkRequest, NetworkRequestLog } from './network_request_log.js';
import { sendLine } from './open_loopback_server.js';
import { dialDestination, type OutboundNetwork } from './outbound_network.js';

/** Options of a proxy. */
interface ProxyOptions {
  list: Allowlist;
  ledger: NetworkRequestLog;
  outbound: OutboundNetwork;
  /** Recorded responses that answer requests; TLS ends at the proxy then. */
  stubs?: (StubConfig & { authority: CertificateAuthority }) | undefined;
}

/** Proxy of one stage: it accepts connections and listens nowhere itself. */
interface StageProxy {
  accept(connection: Socket): void;
  /**
   * Ends all open requests and logs them.
   *
   * @throws once, the first fault of the code in a request: a client saw only a connection that ended
   */
  close(): Promise<void>;
}

/** Limits: connections and requests at a time, bytes of a request's head. */
const CONNECTIONS = 256;
const REQUESTS = 512;
const HEAD_BYTES = 16 * 1024;

/**
 * Opens a proxy for CONNECT and for requests by absolute URL (RFC 9110, section 7.3.2). It decides about every request
 * separately.
 */
export function openProxy(options: ProxyOptions): StageProxy {
  const { list, ledger, stubs } = options;
  const connections = new Set<Duplex>();
  const under_way = new Set<Promise<void>>();
  /** Destinations that the clients of encrypted connections asked for. */
  const meant = new WeakMap<Duplex, Destination>();
  let closed = false;
  let defect: { fault: unknown } | undefined;

  const server = createServer({ maxHeaderSize: HEAD_BYTES, insecureHTTPParser: false, requireHostHeader: false });
  server.timeout = PROXY_IDLE_MS;
  server.keepAliveTimeout = PROXY_IDLE_MS;
  server.maxRequestsPerSocket = 0;
  // A half-closed client still gets its response.
  (server as typeof server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    ledger.add({ destination: null, decision: 'denied', rule: 'not a request', status: 400 });
    refuseConnection(socket, 400, 'this is not a request that a proxy understands');
  });
  closePipelinedResponses(server);
  server.on('request', (request, response) => {
    // One connection may bring any number of requests, and each opens a connection.
    if (under_way.size >= REQUESTS) {
      ledger.add({ destination: null, decision: 'denied', rule: 'too many requests', status: 503 });
      return sendLine(response, 503, `more than ${REQUESTS} requests at a time`);
    }
    watch(plain(request, response), request.socket);
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    watch(connect(request, socket, head), socket);
  });

  function watch(work: Promise<void>, client: Duplex): void {
    const done = work
      .catch((fault: unknown) => {
        if (isUncodedFault(fault)) defect ??= { fault };
        client.destroy();
      })
      .finally(() => under_way.delete(done));
    under_way.add(done);
  }

  async function plain(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '' } = request;
    const target = resolveTarget(request, meant.get(request.socket));
    const entry: NetworkRequest = {
      destination: target ? formatDestination(target.to) : null,
      decision: 'denied',
      method: truncateMethod(method),
    };
    response.on('error', () => {});
    if (target === undefined) {
      ledger.add({ ...entry, rule: 'not a request', status: 400 });
      return sendLine(
        response,
        400,
        'name the whole http:// URL, or use CONNECT; the Host field must name the same host',
      );
    }
    const { url, to } = target;
    const decision = list.decide(to);
    if (!decision.allowed) {
      ledger.add({ ...entry, rule: decision.rule, status: 403 });
      return sendLine(response, 403, formatDenial(to, decision.reason));
    }
    if (stubs !== undefined)
      return answerFromStubs(request, response, { ...stubs, url, to, decision, ledger, outbound: options.outbound });
    const found = await forwardToDestination(request, {
      url,
      to,
      internal: decision.internal,
      outbound: options.outbound,
    });
    if ('status' in found) {
      const denied = found.status === 403;
      const outcome = denied ? { rule: found.rule } : { decision: 'allowed' as const, rule: decision.rule };
      ledger.add({ ...entry, ...outcome, status: found.status });
      return sendLine(
        response,
        found.status,
        denied ? formatDenial(to, found.rule) : `${formatDestination(to)} ${found.rule}`,
      );
    }
    const { answer, socket } = found;
    await new Promise<void>((resolve) => {
      const over = () => {
        socket.destroy();
        resolve();
      };
      response.on('close', over);
      if (response.closed || request.socket.destroyed) return over();
      answer.on('error', () => response.destroy()).on('aborted', () => response.destroy());
      try {
        response.writeHead(answer.statusCode ?? 502, selectEndToEndHeaders(answer.rawHeaders).flat());
        answer.pipe(response);
      } catch {
        response.destroy();
      }
    });
    ledger.add({
      ...entry,
      decision: 'allowed',
      rule: decision.rule,
      status: answer.statusCode ?? null,
      bytes_sent: socket.bytesWritten,
      bytes_received: socket.bytesRead,
    });
  }

  async function connect(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const to = meant.has(client) ? undefined : parseDestination(request.url ?? '');
    const entry: NetworkRequest = {
      destination: to ? formatDestination(to) : null,
      decision: 'denied',
      method: 'CONNECT',
    };
    if (to === undefined) {
      ledger.add({ ...entry, rule: 'not a request', status: 400 });
      return refuseConnection(client, 400, 'CONNECT takes host:port');
    }
    const decision = list.decide(to);
    if (!decision.allowed) {
      ledger.add({ ...entry, rule: decision.rule, status: 403 });
      return refuseConnection(client, 403, formatDenial(to, decision.reason));
    }
    if (stubs !== undefined) {
      client.write(ESTABLISHED);
      if (head.length > 0) client.unshift(head);
      const secure = new TLSSocket(client as Socket, {
        isServer: true,
        secureContext: stubs.authority.contextFor(to.host),
        ALPNProtocols: ['http/1.1'],
      });
      secure.on('error', () => client.destroy());
      meant.set(secure, to);
      server.emit('connection', secure);
      return;
    }
    const dialled = await dialDestination(to, decision.internal, options.outbound);
    if (!('socket' in dialled)) {
      const denied = 'refused' in dialled;
      const rule = denied ? dialled.refused : `unreachable: ${dialled.unreachable}`;
      const outcome = denied ? { rule } : { decision: 'allowed' as const, rule: decision.rule };
      ledger.add({ ...entry, ...outcome, status: denied ? 403 : 502 });
      return refuseConnection(
        client,
        denied ? 403 : 502,
        denied ? formatDenial(to, rule) : `${formatDestination(to)} ${rule}`,
      );
    }
    const { socket } = dialled;
    client.write(ESTABLISHED);
    if (head.length > 0) socket.write(head);
    await joinConnections(client, socket);
    ledger.add({
      ...entry,
      decision: 'allowed',
      rule: decision.rule,
      status: 200,
      bytes_sent: socket.bytesWritten,
      bytes_received: socket.bytesRead,
    });
  }

  return {
    accept(connection) {
      if (closed) return void connection.destroy();
      if (connections.size >= CONNECTIONS) {
        ledger.add({ destination: null, decision: 'denied', rule: 'too many connections', status: 503 });
        refuseConnection(connection, 503, `more than ${CONNECTIONS} connections at a time`);
        // The connection is not counted, and its peer may never close it.
        return connection.destroySoon();
      }
      connections.add(connection);
      connection.on('error', () => {}).on('close', () => connections.delete(connection));
      server.emit('connection', connection);
    },
    async close() {
      closed = true;
      for (const connection of connections) connection.destroy();
      while (under_way.size > 0) await Promise.all(under_way);
      ledger.close();
      const first = defect;
      defect = undefined;
      if (first !== undefined) throw first.fault;
    },
  };
}

const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';

/**
 * Resolves the URL of a request: absolute, or relative to the host of its encrypted connection.
 *
 * @returns undefined if the request names no valid host
 */
function resolveTarget(
  { url = '', headers }: IncomingMessage,
  inside: Destination | undefined,
): { url: URL; to: Destination } | undefined {
  try {
    if (inside !== undefined) {
      if (!url.startsWith('/')) return undefined;
      const named = new URL(`https://${headers.host ?? formatDestination(inside)}/`);
      const host = createDestination(named.hostname, Number(named.port || 443));
      if (host === undefined || formatDestination(host) !== formatDestination(inside)) return undefined;
      return { url: new URL(`https://${formatDestination(inside)}${url}`), to: inside };
    }
    if (!/^http:\/\//i.test(url)) return undefined;
    const parsed_url = new URL(url);
    parsed_url.username = '';
    parsed_url.password = '';
    parsed_url.hash = '';
    const to = createDestination(parsed_url.hostname, Number(parsed_url.port || 80));
    return to && { url: parsed_url, to };
  } catch {
    return undefined;
  }
}

/** Joins two connections until both have ended; either direction may end first. */
function joinConnections(client: Duplex, socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      client.destroy();
      socket.destroy();
      resolve();
    };
    let open = 2;
    for (const side of [client, socket]) {
      side.on('error', over);
      side.on('close', () => {
        // Close both if the client is gone, or if a side closed without an end.
        if (--open === 0 || side === client || !side.readableEnded) over();
      });
    }
    socket.setTimeout(PROXY_IDLE_MS, over);
    client.pipe(socket);
    socket.pipe(client);
    if (client.destroyed) over();
  });
}

const formatDenial = (to: Destination, rule?: string) =>
  `${formatDestination(to)} is not allowed by the network policy of this task${rule ? ` (${rule})` : ''}`;

const REASONS: Record<number, string> = { 400: 'Bad Request', 403: 'Forbidden', 502: 'Bad Gateway', 503: 'Busy' };

function refuseConnection(socket: Duplex, status: number, line: string): void {
  const body = `gatebench: ${line}\n`;
  socket.on('error', () => {});
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  socket.resume();
}

const truncateMethod = (method: string) => method.slice(0, 20);
