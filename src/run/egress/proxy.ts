import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Allowlist } from './allowlist.js';
import { answerFromStubs, type StubRoom } from './answer.js';
import { endAnswersBehind } from './answers_behind.js';
import type { Authority } from './certificates.js';
import { type Destination, destination, readAuthority, shown } from './destination.js';
import { endToEnd, forward, IDLE_MS } from './forward.js';
import type { Ledger, Seen } from './ledger.js';
import { dial, type WayOut } from './way_out.js';

/** What a proxy may reach, for whom, and where it says so. */
export interface ProxyOrder {
  list: Allowlist;
  ledger: Ledger;
  way: WayOut;
  /** Requests are answered from recorded responses, or recorded; TLS ends here then. */
  stubs?: (StubRoom & { authority: Authority }) | undefined;
}

/** The proxy of one stage: it is given connections and listens nowhere itself. */
export interface Proxy {
  accept(connection: Socket): void;
  /** Ends everything that is under way; all of it is in the ledger then. */
  close(): Promise<void>;
}

/** Bounds: connections and requests at a time, bytes of a request's head. */
const CONNECTIONS = 256;
const REQUESTS = 512;
const HEAD_BYTES = 16 * 1024;

/** Opens a proxy for CONNECT and for requests by absolute URL (RFC 9110 §7.3.2). Every request is decided for itself. */
export function openProxy(order: ProxyOrder): Proxy {
  const { list, ledger, stubs } = order;
  const connections = new Set<Duplex>();
  const under_way = new Set<Promise<void>>();
  /** Where the client of an encrypted connection believes to be. */
  const meant = new WeakMap<Duplex, Destination>();
  let closed = false;

  const server = createServer({ maxHeaderSize: HEAD_BYTES, insecureHTTPParser: false, requireHostHeader: false });
  server.timeout = IDLE_MS;
  server.keepAliveTimeout = IDLE_MS;
  server.maxRequestsPerSocket = 0;
  // A client that has said everything still gets its answer.
  (server as typeof server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    ledger.add({ destination: null, decision: 'denied', rule: 'not a request', status: 400 });
    refuse(socket, 400, 'this is not a request that a proxy understands');
  });
  endAnswersBehind(server);
  server.on('request', (request, response) => {
    // One connection may bring any number of them, and for each we open one.
    if (under_way.size >= REQUESTS) {
      ledger.add({ destination: null, decision: 'denied', rule: 'too many requests', status: 503 });
      return say(response, 503, `more than ${REQUESTS} requests at a time`);
    }
    watch(plain(request, response));
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    watch(connect(request, socket, head));
  });

  function watch(work: Promise<void>): void {
    const done = work.catch(() => {}).finally(() => under_way.delete(done));
    under_way.add(done);
  }

  async function plain(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '' } = request;
    const asked = whither(request, meant.get(request.socket));
    const seen: Seen = { destination: asked ? shown(asked.to) : null, decision: 'denied', method: bounded(method) };
    response.on('error', () => {});
    if (asked === undefined) {
      ledger.add({ ...seen, rule: 'not a request', status: 400 });
      return say(response, 400, 'name the whole http:// URL, or use CONNECT; the Host field must name the same host');
    }
    const { url, to } = asked;
    const decision = list.decide(to);
    if (!decision.allowed) {
      ledger.add({ ...seen, rule: decision.rule, status: 403 });
      return say(response, 403, denial(to, decision.reason));
    }
    if (stubs !== undefined)
      return answerFromStubs(request, response, { ...stubs, url, to, decision, ledger, way: order.way });
    const found = await forward(request, { url, to, internal: decision.internal, way: order.way });
    if ('status' in found) {
      const denied = found.status === 403;
      const outcome = denied ? { rule: found.rule } : { decision: 'allowed' as const, rule: decision.rule };
      ledger.add({ ...seen, ...outcome, status: found.status });
      return say(response, found.status, denied ? denial(to, found.rule) : `${shown(to)} ${found.rule}`);
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
        response.writeHead(answer.statusCode ?? 502, endToEnd(answer.rawHeaders).flat());
        answer.pipe(response);
      } catch {
        response.destroy();
      }
    });
    ledger.add({
      ...seen,
      decision: 'allowed',
      rule: decision.rule,
      status: answer.statusCode ?? null,
      bytes_sent: socket.bytesWritten,
      bytes_received: socket.bytesRead,
    });
  }

  async function connect(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const to = meant.has(client) ? undefined : readAuthority(request.url ?? '');
    const seen: Seen = { destination: to ? shown(to) : null, decision: 'denied', method: 'CONNECT' };
    if (to === undefined) {
      ledger.add({ ...seen, rule: 'not a request', status: 400 });
      return refuse(client, 400, 'CONNECT takes host:port');
    }
    const decision = list.decide(to);
    if (!decision.allowed) {
      ledger.add({ ...seen, rule: decision.rule, status: 403 });
      return refuse(client, 403, denial(to, decision.reason));
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
    const dialled = await dial(to, decision.internal, order.way);
    if (!('socket' in dialled)) {
      const denied = 'refused' in dialled;
      const rule = denied ? dialled.refused : `unreachable: ${dialled.unreachable}`;
      const outcome = denied ? { rule } : { decision: 'allowed' as const, rule: decision.rule };
      ledger.add({ ...seen, ...outcome, status: denied ? 403 : 502 });
      return refuse(client, denied ? 403 : 502, denied ? denial(to, rule) : `${shown(to)} ${rule}`);
    }
    const { socket } = dialled;
    client.write(ESTABLISHED);
    if (head.length > 0) socket.write(head);
    await joined(client, socket);
    ledger.add({
      ...seen,
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
        refuse(connection, 503, `more than ${CONNECTIONS} connections at a time`);
        // Its other end may never close, and nothing counts it.
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
    },
  };
}

const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';

/** The URL of a request: absolute as for a proxy, or below the host of the encrypted connection that it came through. */
function whither(
  { url = '', headers }: IncomingMessage,
  inside: Destination | undefined,
): { url: URL; to: Destination } | undefined {
  try {
    if (inside !== undefined) {
      if (!url.startsWith('/')) return undefined;
      const named = new URL(`https://${headers.host ?? shown(inside)}/`);
      const host = destination(named.hostname, Number(named.port || 443));
      if (host === undefined || shown(host) !== shown(inside)) return undefined;
      return { url: new URL(`https://${shown(inside)}${url}`), to: inside };
    }
    if (!/^http:\/\//i.test(url)) return undefined;
    const asked = new URL(url);
    asked.username = '';
    asked.password = '';
    asked.hash = '';
    const to = destination(asked.hostname, Number(asked.port || 80));
    return to && { url: asked, to };
  } catch {
    return undefined;
  }
}

/** Joins two connections until both have ended. Half of one may end before the other half. */
function joined(client: Duplex, socket: Socket): Promise<void> {
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
        // Nothing can reach a client that is gone; and closed without having ended, the other side waits for nothing.
        if (--open === 0 || side === client || !side.readableEnded) over();
      });
    }
    socket.setTimeout(IDLE_MS, over);
    client.pipe(socket);
    socket.pipe(client);
    if (client.destroyed) over();
  });
}

const denial = (to: Destination, rule?: string) =>
  `${shown(to)} is not allowed by the network policy of this task${rule ? ` (${rule})` : ''}`;

/** Answers in one line and ends the connection. */
function say(response: ServerResponse, status: number, line: string): void {
  if (response.headersSent) return void response.destroy();
  const body = Buffer.from(`gatebench: ${line}\n`);
  const length = String(body.length);
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': length,
    connection: 'close',
  });
  response.end(body);
}

const REASONS: Record<number, string> = { 400: 'Bad Request', 403: 'Forbidden', 502: 'Bad Gateway', 503: 'Busy' };

function refuse(socket: Duplex, status: number, line: string): void {
  const body = `gatebench: ${line}\n`;
  socket.on('error', () => {});
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  socket.resume();
}

const bounded = (method: string) => method.slice(0, 20);
