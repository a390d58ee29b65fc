import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { omitUndefined } from '../contract/input/omit_undefined.js';
import { isUncodedFault } from '../system/is_code_fault.js';
import type { Destination } from './destination.js';
import { dialDestination, getTrustedCertificates, type OutboundNetwork } from './outbound_network.js';

/** Options of a forwarded request. */
interface ForwardOptions {
  url: URL;
  destination: Destination;
  /** True if addresses that are not public are allowed too. */
  internal: boolean;
  outbound: OutboundNetwork;
}

/** Response of the destination, or the status that replaces it. */
type DestinationResponse = { answer: IncomingMessage; socket: Socket } | { status: 403 | 502; rule: string };

/** Maximum silence of a destination, in milliseconds. */
export const PROXY_IDLE_MS = 120_000;

/** Header fields of one connection, which are never forwarded (RFC 9110, section 7.6.1), and those for a proxy. */
export const HOP_BY_HOP_HEADERS: ReadonlySet<string> = new Set([
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

/** Selects the header fields that do not belong to the connection, from raw names and values. */
export function selectEndToEndHeaders(raw: readonly string[]): [string, string][] {
  const fields: { name: string; lower: string; value: string }[] = [];
  const hop_fields = new Set<string>();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [name = '', value = ''] = raw.slice(i, i + 2);
    const lower = name.toLowerCase();
    if (lower === 'connection') for (const part of value.toLowerCase().split(',')) hop_fields.add(part.trim());
    if (!HOP_BY_HOP_HEADERS.has(lower)) fields.push({ name, lower, value });
  }
  return fields.filter(({ lower }) => !hop_fields.has(lower)).map(({ name, value }) => [name, value]);
}

/**
 * Forwards a request to its destination. It is rebuilt from its parsed parts, with the host of the URL that was
 * checked, so that no second parser can read it differently.
 *
 * @param body replaces the body that the client still sends
 */
export async function forwardToDestination(
  incoming: IncomingMessage,
  options: ForwardOptions,
  body?: Uint8Array,
): Promise<DestinationResponse> {
  const { url, destination, internal, outbound } = options;
  const secure = url.protocol === 'https:';
  const dialled = await dialDestination(destination, internal, outbound, secure ? 'https' : 'http');
  if ('refused' in dialled) return { status: 403, rule: dialled.refused };
  if ('unreachable' in dialled) return { status: 502, rule: `unreachable: ${dialled.unreachable}` };
  const { socket, via_proxy } = dialled;
  if (incoming.socket.destroyed) {
    socket.destroy();
    return { status: 502, rule: 'unreachable: the client went away' };
  }
  const fields = selectEndToEndHeaders(incoming.rawHeaders).filter(
    ([name]) => !['host', 'expect', ...(body ? ['content-length'] : [])].includes(name.toLowerCase()),
  );
  const headers: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of fields) {
    const earlier = headers[name.toLowerCase()];
    headers[name.toLowerCase()] = earlier === undefined ? value : [earlier, value].flat();
  }
  // Node frames the body of a GET only on demand; without a frame the body would be parsed as the next request.
  const framed: Record<string, string> = {};
  if (body) framed['content-length'] = String(body.length);
  else if (incoming.headers['transfer-encoding'] !== undefined) framed['transfer-encoding'] = 'chunked';
  // The client is gone, or the destination is silent.
  const end = () => void socket.destroy();
  incoming.socket.once('close', end);
  socket.once('close', () => incoming.socket.removeListener('close', end));
  socket.setTimeout(PROXY_IDLE_MS, end);
  return new Promise((resolve) => {
    let request: ClientRequest;
    try {
      request = httpRequest({
        method: incoming.method ?? 'GET',
        path: via_proxy ? url.href : `${url.pathname}${url.search}`,
        headers: { ...headers, ...framed, ...via_proxy, host: url.host, connection: 'close' },
        ...omitUndefined({ setDefaultHeaders: body ? undefined : true }),
        createConnection: () => (secure ? startTls(socket, destination, outbound) : socket),
      });
    } catch (error) {
      socket.destroy();
      if (isUncodedFault(error)) throw error;
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

function startTls(socket: Socket, to: Destination, outbound: OutboundNetwork): Socket {
  const name = isIP(to.host) === 0 ? { servername: to.host } : {};
  return connectTls({
    socket,
    host: to.host,
    ...name,
    ALPNProtocols: ['http/1.1'],
    ca: getTrustedCertificates(outbound),
  });
}
