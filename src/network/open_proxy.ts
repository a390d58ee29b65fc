import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isUncodedFault } from '../system/is_code_fault.js';
import { answerConnectRequest, refuseConnection } from './answer_connect_request.js';
import { answerPlainRequest, type ProxyContext } from './answer_plain_request.js';
import { closePipelinedResponses } from './close_pipelined_responses.js';
import { PROXY_IDLE_MS } from './forward_to_destination.js';
import { sendLine } from './open_loopback_server.js';

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
export function openProxy(options: Omit<ProxyContext, 'destinations' | 'serve'>): StageProxy {
  const { ledger } = options;
  const connections = new Set<Duplex>();
  const work = createWorkList();
  const server = createProxyServer();
  const context = {
    ...options,
    destinations: new WeakMap(),
    serve: (inner: Duplex) => server.emit('connection', inner),
  };
  let closed = false;

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    ledger.add({ destination: null, decision: 'denied', rule: 'not a request', status: 400 });
    refuseConnection(socket, 400, 'this is not a request that a proxy understands');
  });
  server.on('request', (request, response) => {
    // One connection may bring any number of requests, and each opens a connection.
    if (work.size >= REQUESTS) {
      ledger.add({ destination: null, decision: 'denied', rule: 'too many requests', status: 503 });
      return sendLine(response, 503, `more than ${REQUESTS} requests at a time`);
    }
    work.add(answerPlainRequest(context, request, response), request.socket);
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    work.add(answerConnectRequest(context, request, socket, head), socket);
  });

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
      const fault = await work.finish();
      ledger.close();
      if (fault !== undefined) throw fault.value;
    },
  };
}

function createProxyServer(): Server {
  const server = createServer({ maxHeaderSize: HEAD_BYTES, insecureHTTPParser: false, requireHostHeader: false });
  server.timeout = PROXY_IDLE_MS;
  server.keepAliveTimeout = PROXY_IDLE_MS;
  server.maxRequestsPerSocket = 0;
  // A half-closed client still gets its response.
  (server as typeof server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  closePipelinedResponses(server);
  return server;
}

/** Creates the list of requests under way. One that fails ends the connection of its client. */
function createWorkList() {
  const under_way = new Set<Promise<void>>();
  let first: { value: unknown } | undefined;
  return {
    get size() {
      return under_way.size;
    },
    add(work: Promise<void>, client: Duplex): void {
      const answer = work
        .catch((fault: unknown) => {
          if (isUncodedFault(fault)) first ??= { value: fault };
          client.destroy();
        })
        .finally(() => under_way.delete(answer));
      under_way.add(answer);
    },
    /** Waits for all requests. Returns the first fault of the code, once. */
    async finish(): Promise<{ value: unknown } | undefined> {
      while (under_way.size > 0) await Promise.all(under_way);
      const fault = first;
      first = undefined;
      return fault;
    },
  };
}
