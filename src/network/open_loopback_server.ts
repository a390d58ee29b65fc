import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { omitUndefined } from '../contract/input/omit_undefined.js';
import { closePipelinedResponses } from './close_pipelined_responses.js';

/** HTTP server for clients inside a sandbox or on this machine: it accepts connections, or listens on the loopback. */
interface LoopbackServer {
  readonly server: Server;
  /** Open connections. */
  readonly connections: ReadonlySet<Duplex>;
  /**
   * Listens on 127.0.0.1; rejects if the port is taken.
   *
   * @param port 0 = any
   * @returns the port
   */
  listenOnLoopback(port: number): Promise<number>;
}

/** Limits of a server: connections, bytes of a request's head, and milliseconds of silence on a connection. */
interface ServerLimits {
  connections: number;
  head_bytes: number;
  idle_ms: number;
}

/** Opens a server within limits; the caller handles its `request` event. */
export function openLoopbackServer({ connections: most, head_bytes, idle_ms }: ServerLimits): LoopbackServer {
  const connections = new Set<Duplex>();
  const server = createServer({ maxHeaderSize: head_bytes, insecureHTTPParser: false });
  server.timeout = idle_ms;
  server.keepAliveTimeout = idle_ms;
  server.on('connection', (connection: Duplex) => {
    connections.add(connection);
    connection.on('error', () => {}).on('close', () => connections.delete(connection));
    if (connections.size > most) connection.destroy();
  });
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    else socket.destroy();
  });
  closePipelinedResponses(server);
  return { server, connections, listenOnLoopback: (port) => listen(server, port) };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Sends a JSON response, and ends the connection if the request is incomplete. */
export function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'content-length': String(body.length),
    ...omitUndefined({ connection: request.complete ? undefined : 'close' }),
  });
  response.end(body);
  request.resume();
}

/** Sends a one-line response and ends the connection. */
export function sendLine(response: ServerResponse, status: number, line: string): void {
  response.on('error', () => {});
  if (response.headersSent) return void response.destroy();
  const body = Buffer.from(`gatebench: ${line}\n`);
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(body.length),
    connection: 'close',
  });
  response.end(body);
}
