import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { describeTraffic, formatDenial, type ProxyContext } from './answer_plain_request.js';
import type { CertificateAuthority } from './certificate_authority.js';
import { formatDestination, parseDestination } from './destination.js';
import { PROXY_IDLE_MS } from './forward_to_destination.js';
import type { NetworkRequest } from './network_request_log.js';
import { dialDestination } from './outbound_network.js';

/** Answers CONNECT: with a tunnel to the destination, or with TLS that ends here where responses are recorded. */
export async function answerConnectRequest(
  { list, ledger, stubs, outbound, destinations, serve }: ProxyContext,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  const destination = destinations.has(client) ? undefined : parseDestination(request.url ?? '');
  const entry: NetworkRequest = {
    destination: destination ? formatDestination(destination) : null,
    decision: 'denied',
    method: 'CONNECT',
  };
  const refuse = (status: number, rule: string, line: string) => {
    ledger.add({ ...entry, rule, status });
    refuseConnection(client, status, line);
  };
  if (destination === undefined) return refuse(400, 'not a request', 'CONNECT takes host:port');
  const decision = list.decide(destination);
  if (!decision.allowed) return refuse(403, decision.rule, formatDenial(destination, decision.reason));
  if (stubs !== undefined) {
    client.write(ESTABLISHED);
    if (head.length > 0) client.unshift(head);
    const secure = endTls(client, stubs.authority, destination.host);
    destinations.set(secure, destination);
    return serve(secure);
  }
  const dialled = await dialDestination(destination, decision.internal, outbound);
  if ('refused' in dialled) return refuse(403, dialled.refused, formatDenial(destination, dialled.refused));
  if ('unreachable' in dialled) {
    ledger.add({ ...entry, decision: 'allowed', rule: decision.rule, status: 502 });
    return refuseConnection(client, 502, `${formatDestination(destination)} unreachable: ${dialled.unreachable}`);
  }
  const { socket } = dialled;
  client.write(ESTABLISHED);
  if (head.length > 0) socket.write(head);
  await joinConnections(client, socket);
  ledger.add({ ...entry, ...describeTraffic(decision.rule, socket), status: 200 });
}

function endTls(client: Duplex, authority: CertificateAuthority, host: string): TLSSocket {
  const secure = new TLSSocket(client as Socket, {
    isServer: true,
    secureContext: authority.contextFor(host),
    ALPNProtocols: ['http/1.1'],
  });
  secure.on('error', () => client.destroy());
  return secure;
}

const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';

/** Joins two connections until both have ended; either direction may end first. */
function joinConnections(client: Duplex, socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      client.destroy();
      socket.destroy();
      resolve();
    };
    let open = 2;
    for (const side of [client, socket]) {
      side.on('error', end);
      side.on('close', () => {
        // Close both if the client is gone, or if a side closed without an end.
        if (--open === 0 || side === client || !side.readableEnded) end();
      });
    }
    socket.setTimeout(PROXY_IDLE_MS, end);
    client.pipe(socket);
    socket.pipe(client);
    if (client.destroyed) end();
  });
}

const REASONS: Record<number, string> = { 400: 'Bad Request', 403: 'Forbidden', 502: 'Bad Gateway', 503: 'Busy' };

/** Answers on a bare connection, and ends it. */
export function refuseConnection(socket: Duplex, status: number, line: string): void {
  const body = `gatebench: ${line}\n`;
  socket.on('error', () => {});
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  socket.resume();
}
