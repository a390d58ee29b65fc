import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { endAnswersBehind } from './answers_behind.js';

/** An HTTP server for whoever is inside a sandbox or on this machine: it is given connections, or listens on the loopback. */
export interface LoopbackServer {
  readonly server: Server;
  /** Connections that are open. */
  readonly connections: ReadonlySet<Duplex>;
  /** Listens on 127.0.0.1. @param port 0 = any @returns the port. Rejects when it is taken. */
  listenOnLoopback(port: number): Promise<number>;
}

/** Bounds: connections at a time, bytes of a request's head, and how long a connection may be silent, in milliseconds. */
export interface ServerBounds {
  connections: number;
  head_bytes: number;
  idle_ms: number;
}

/** Opens one within bounds; what answers requests is told to it by its `request` event. */
export function openLoopbackServer({ connections: most, head_bytes, idle_ms }: ServerBounds): LoopbackServer {
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
  endAnswersBehind(server);
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

/** Answers with JSON, and ends the connection when something of the request is still to come. */
export function sayJson(
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
    ...(request.complete ? {} : { connection: 'close' }),
  });
  response.end(body);
  request.resume();
}
