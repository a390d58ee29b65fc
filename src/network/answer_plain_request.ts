import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Allowlist } from './allowlist.js';
import { answerFromStubs, type StubConfig } from './answer_from_stubs.js';
import type { CertificateAuthority } from './certificate_authority.js';
import { createDestination, type Destination, formatDestination } from './destination.js';
import { forwardToDestination, selectEndToEndHeaders } from './forward_to_destination.js';
import type { NetworkRequest, NetworkRequestLog } from './network_request_log.js';
import { sendLine } from './open_loopback_server.js';
import type { OutboundNetwork } from './outbound_network.js';

/** State and parts that all requests of a proxy share. */
export interface ProxyContext {
  list: Allowlist;
  ledger: NetworkRequestLog;
  outbound: OutboundNetwork;
  /** Recorded responses that answer requests; TLS ends at the proxy then. */
  stubs?: (StubConfig & { authority: CertificateAuthority }) | undefined;
  /** Destinations that the clients of encrypted connections asked for. */
  destinations: WeakMap<Duplex, Destination>;
  /** Serves the requests on a connection whose TLS ends here. */
  serve(connection: Duplex): void;
}

/** Answers a request by absolute URL, or one inside of an encrypted connection that ends here. */
export async function answerPlainRequest(
  { list, ledger, stubs, outbound, destinations }: ProxyContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = resolveTarget(request, destinations.get(request.socket));
  const entry: NetworkRequest = {
    destination: target ? formatDestination(target.destination) : null,
    decision: 'denied',
    method: (request.method ?? '').slice(0, 20),
  };
  const refuse = (status: number, rule: string, line: string) => {
    ledger.add({ ...entry, rule, status });
    sendLine(response, status, line);
  };
  response.on('error', () => {});
  if (target === undefined)
    return refuse(
      400,
      'not a request',
      'name the whole http:// URL, or use CONNECT; the Host field must name the same host',
    );
  const { url, destination } = target;
  const decision = list.decide(destination);
  if (!decision.allowed) return refuse(403, decision.rule, formatDenial(destination, decision.reason));
  if (stubs !== undefined)
    return answerFromStubs(request, response, { ...stubs, url, destination, decision, ledger, outbound });
  const outcome = await forwardToDestination(request, { url, destination, internal: decision.internal, outbound });
  if ('status' in outcome) {
    const { status, rule } = outcome;
    if (status === 403) return refuse(status, rule, formatDenial(destination, rule));
    ledger.add({ ...entry, decision: 'allowed', rule: decision.rule, status });
    return sendLine(response, status, `${formatDestination(destination)} ${rule}`);
  }
  const { answer, socket } = outcome;
  await forwardResponse(answer, socket, response, request.socket);
  ledger.add({
    ...entry,
    ...describeTraffic(decision.rule, socket),
    status: answer.statusCode ?? null,
  });
}

/** Forwards a response, and waits until it was sent or either connection is gone. */
function forwardResponse(
  answer: IncomingMessage,
  socket: Socket,
  response: ServerResponse,
  client: Socket,
): Promise<void> {
  return new Promise<void>((resolve) => {
    const end = () => {
      socket.destroy();
      resolve();
    };
    response.on('close', end);
    if (response.closed || client.destroyed) return end();
    answer.on('error', () => response.destroy()).on('aborted', () => response.destroy());
    try {
      response.writeHead(answer.statusCode ?? 502, selectEndToEndHeaders(answer.rawHeaders).flat());
      answer.pipe(response);
    } catch {
      response.destroy();
    }
  });
}

/** Describes what was allowed by a rule, and went over a connection. */
export const describeTraffic = (rule: string, { bytesWritten, bytesRead }: Socket) => ({
  decision: 'allowed' as const,
  rule,
  bytes_sent: bytesWritten,
  bytes_received: bytesRead,
});

/**
 * Resolves the URL of a request: absolute, or relative to the host of its encrypted connection.
 *
 * @returns undefined if the request names no valid host
 */
function resolveTarget(
  { url = '', headers }: IncomingMessage,
  outer: Destination | undefined,
): { url: URL; destination: Destination } | undefined {
  try {
    if (outer !== undefined) {
      if (!url.startsWith('/')) return undefined;
      const outer_url = new URL(`https://${headers.host ?? formatDestination(outer)}/`);
      const host = createDestination(outer_url.hostname, Number(outer_url.port || 443));
      if (host === undefined || formatDestination(host) !== formatDestination(outer)) return undefined;
      return { url: new URL(`https://${formatDestination(outer)}${url}`), destination: outer };
    }
    if (!/^http:\/\//i.test(url)) return undefined;
    const parsed_url = new URL(url);
    parsed_url.username = '';
    parsed_url.password = '';
    parsed_url.hash = '';
    const destination = createDestination(parsed_url.hostname, Number(parsed_url.port || 80));
    return destination && { url: parsed_url, destination };
  } catch {
    return undefined;
  }
}

/** Tells a client that a destination is not allowed. */
export const formatDenial = (to: Destination, rule?: string) =>
  `${formatDestination(to)} is not allowed by the network policy of this task${rule ? ` (${rule})` : ''}`;
