import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Destination } from './destination.js';
import { dial, trusted, type WayOut } from './way_out.js';

/** A request that goes on to its destination. */
export interface Forwarding {
  url: URL;
  to: Destination;
  /** Addresses that are not public are allowed too. */
  internal: boolean;
  way: WayOut;
}

/** The answer of the destination, or the status that stands for its absence. */
export type Forwarded = { answer: IncomingMessage; socket: Socket } | { status: 403 | 502; rule: string };

/** Silence of a destination that is waited out, in milliseconds. */
export const IDLE_MS = 120_000;

/** Fields that belong to one connection and never travel on (RFC 9110 §7.6.1), and those for a proxy. */
export const HOP_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Header fields, raw as they came, without what belongs to the connection. */
export function endToEnd(raw: readonly string[]): [string, string][] {
  const fields: { name: string; lower: string; value: string }[] = [];
  const named = new Set<string>();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [name, value] = [raw[i]!, raw[i + 1]!];
    const lower = name.toLowerCase();
    if (lower === 'connection') for (const part of value.toLowerCase().split(',')) named.add(part.trim());
    if (!HOP_HEADERS.has(lower)) fields.push({ name, lower, value });
  }
  return fields.filter(({ lower }) => !named.has(lower)).map(({ name, value }) => [name, value]);
}

/**
 * Sends a request on. It is written anew from its parsed parts, with the host of the URL that was checked: nothing that
 * two parsers could read differently gets through. `body` is sent instead of what the client still sends.
 */
export async function forward(incoming: IncomingMessage, order: Forwarding, body?: Uint8Array): Promise<Forwarded> {
  const { url, to, internal, way } = order;
  const secure = url.protocol === 'https:';
  const dialled = await dial(to, internal, way, secure ? 'https' : 'http');
  if ('refused' in dialled) return { status: 403, rule: dialled.refused };
  if ('unreachable' in dialled) return { status: 502, rule: `unreachable: ${dialled.unreachable}` };
  const { socket, via_proxy } = dialled;
  if (incoming.socket.destroyed) {
    socket.destroy();
    return { status: 502, rule: 'unreachable: the client went away' };
  }
  const fields = endToEnd(incoming.rawHeaders).filter(
    ([name]) => !['host', 'expect', ...(body ? ['content-length'] : [])].includes(name.toLowerCase()),
  );
  const headers: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of fields) {
    const known = headers[name.toLowerCase()];
    headers[name.toLowerCase()] = known === undefined ? value : [known, value].flat();
  }
  // Node frames the body of a GET only where it is told to; without a frame it would be the next request.
  const framed: Record<string, string> = {};
  if (body) framed['content-length'] = String(body.length);
  else if (incoming.headers['transfer-encoding'] !== undefined) framed['transfer-encoding'] = 'chunked';
  // Nobody waits for the answer any more, or it never comes.
  const end = () => void socket.destroy();
  incoming.socket.once('close', end);
  socket.once('close', () => incoming.socket.removeListener('close', end));
  socket.setTimeout(IDLE_MS, end);
  return new Promise((resolve) => {
    let request: ClientRequest;
    try {
      request = httpRequest({
        method: incoming.method ?? 'GET',
        path: via_proxy ? url.href : `${url.pathname}${url.search}`,
        headers: { ...headers, ...framed, ...via_proxy, host: url.host, connection: 'close' },
        ...(body ? {} : { setDefaultHeaders: true }),
        createConnection: () => (secure ? encrypted(socket, to, way) : socket),
      });
    } catch (error) {
      socket.destroy();
      resolve({ status: 502, rule: `unreachable: ${(error as NodeJS.ErrnoException).code ?? 'not a request'}` });
      return;
    }
    request.on('error', (error: NodeJS.ErrnoException) => {
      socket.destroy();
      resolve({ status: 502, rule: `unreachable: ${error.code ?? 'no answer'}` });
    });
    request.on('close', () => resolve({ status: 502, rule: 'unreachable: no answer' }));
    request.on('response', (answer) => resolve({ answer, socket }));
    request.on('upgrade', (_, upgraded) => upgraded.destroy());
    if (body) request.end(body);
    else {
      incoming.pipe(request);
      incoming.on('error', () => request.destroy());
    }
    incoming.on('close', () => {
      if (!incoming.complete) request.destroy();
    });
  });
}

function encrypted(socket: Socket, to: Destination, way: WayOut): Socket {
  const name = isIP(to.host) === 0 ? { servername: to.host } : {};
  return connectTls({
    socket,
    host: to.host,
    ...name,
    ALPNProtocols: ['http/1.1'],
    ca: trusted(way),
  });
}
