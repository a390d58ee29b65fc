import { lookup } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import { isUncodedFault } from '../system/is_code_fault.js';
import { type Destination, formatDestination, normaliseHost } from './destination.js';
import { isPublicAddress } from './is_public_address.js';

/** Outbound network of this machine: proxy and certificates, as the caller's environment configures them. */
export interface OutboundNetwork {
  /** URLs of the proxies for http:// and for everything else; credentials in them never leave this process. */
  http_proxy?: string | undefined;
  https_proxy?: string | undefined;
  /** Hosts that are reached directly: `host`, `.domain`, `*`, each with an optional port. */
  no_proxy?: readonly string[] | undefined;
  /** Resolves all addresses of a name; default: the system's resolver. */
  resolve?: ((name: string) => Promise<string[]>) | undefined;
  /** Certificates that this machine's system trusts, PEM; undefined if it has no such file. */
  system_certificates?: string | undefined;
  /** Variables of the caller that configure package managers. */
  tool_variables?: Readonly<Record<string, string>> | undefined;
  /** Further certificates that the caller trusts, PEM. */
  extra_certificates?: string | undefined;
}

/** Returns all trusted certificates, PEM. */
export function getTrustedCertificates(outbound: OutboundNetwork): string {
  const { system_certificates = rootCertificates.join('\n'), extra_certificates = '' } = outbound;
  return `${system_certificates.trim()}\n${extra_certificates.trim()}\n`;
}

/**
 * Connection, or the reason why there is none: `refused` by a rule, `unreachable` by a fault of the network. With
 * `via_proxy` the peer is the machine's own proxy, which takes http:// requests by absolute URL and with these headers.
 */
type DialResult =
  | { socket: Socket; via_proxy?: Record<string, string> }
  | { refused: string }
  | { unreachable: string };

const CONNECT_MS = 30_000;

/**
 * Connects to a destination that the allowlist admits. A name is resolved once, and the checked address is the one
 * connected to, so that a name server cannot change its answer in between (DNS rebinding).
 *
 * @param internal true if addresses that are not public are allowed
 * @param signal aborts the attempt
 * @throws only faults of the code
 */
export async function dialDestination(
  to: Destination,
  internal: boolean,
  outbound: OutboundNetwork,
  scheme: 'http' | 'https' = 'https',
  signal?: AbortSignal,
): Promise<DialResult> {
  const proxy = selectProxy(to, scheme, outbound);
  const addresses = await resolveAddresses(to, outbound);
  if (addresses.length === 0 && (proxy === undefined || to.literal))
    return { unreachable: `${to.host} has no address` };
  const address = internal ? addresses[0] : addresses.find(isPublicAddress);
  // In a closed network only the proxy may be able to resolve the name.
  if (address === undefined && addresses.length > 0) return { refused: 'address not public' };
  try {
    if (proxy !== undefined && scheme === 'http')
      return {
        socket: await waitForConnection(connectToProxy(proxy, outbound), signal),
        via_proxy: buildProxyCredentials(proxy),
      };
    if (proxy !== undefined) return { socket: await openTunnel(proxy, to, outbound, signal) };
    const socket = connect({ host: address ?? to.host, port: to.port, allowHalfOpen: true });
    return { socket: await waitForConnection(socket, signal) };
  } catch (error) {
    if (isUncodedFault(error)) throw error;
    return { unreachable: (error as NodeJS.ErrnoException).code ?? 'no connection' };
  }
}

/**
 * Finds the headers for the machine's own proxy, if a http:// request goes through it.
 *
 * @returns undefined if the request goes to its destination directly
 */
export function findProxyHeaders(to: Destination, outbound: OutboundNetwork): Record<string, string> | undefined {
  const proxy = selectProxy(to, 'http', outbound);
  return proxy && buildProxyCredentials(proxy);
}

async function resolveAddresses(to: Destination, outbound: OutboundNetwork): Promise<string[]> {
  if (to.literal) return [to.host];
  const resolve =
    outbound.resolve ?? (async (name) => (await lookup(name, { all: true })).map(({ address }) => address));
  return resolve(to.host).then(
    (addresses) => addresses.filter((address) => isIP(address) !== 0),
    (error: unknown) => {
      if (isUncodedFault(error)) throw error;
      return [];
    },
  );
}

/**
 * Selects the machine's proxy for a destination.
 *
 * @returns undefined if the machine reaches it directly
 */
function selectProxy(to: Destination, scheme: 'http' | 'https', outbound: OutboundNetwork): URL | undefined {
  const configured = scheme === 'http' ? outbound.http_proxy : outbound.https_proxy;
  if (!configured || (outbound.no_proxy ?? []).some((entry) => isDirect(entry, to))) return undefined;
  try {
    const url = new URL(/^[a-z]+:\/\//i.test(configured) ? configured : `http://${configured}`);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
  } catch {
    return undefined;
  }
}

function isDirect(entry: string, to: Destination): boolean {
  if (entry === '*') return true;
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(entry.replace(/^\*?\./, '')) ?? [];
  const host = normaliseHost(name);
  return (
    host !== undefined &&
    (port === undefined || Number(port) === to.port) &&
    (to.host === host || to.host.endsWith(`.${host}`))
  );
}

/** Opens a tunnel through the machine's own proxy. */
function openTunnel(
  proxy: URL,
  to: Destination,
  outbound: OutboundNetwork,
  signal: AbortSignal | undefined,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      method: 'CONNECT',
      path: formatDestination(to),
      headers: { host: formatDestination(to), ...buildProxyCredentials(proxy) },
      createConnection: () => connectToProxy(proxy, outbound),
    });
    const giveUp = () => fail('ABORTED');
    const fail = (why: string) => {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', giveUp);
      request.destroy();
      reject(Object.assign(new Error(why), { code: why }));
    };
    const timeout = setTimeout(() => fail('ETIMEDOUT'), CONNECT_MS);
    signal?.addEventListener('abort', giveUp);
    request.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'no connection'));
    request.on('response', ({ statusCode }) => fail(`the machine's proxy answered ${statusCode}`));
    request.on('connect', (response, socket, head) => {
      if (response.statusCode !== 200) {
        socket.destroy();
        return fail(`the machine's proxy answered ${response.statusCode}`);
      }
      clearTimeout(timeout);
      signal?.removeEventListener('abort', giveUp);
      if (head.length > 0) socket.unshift(head);
      resolve(socket as Socket);
    });
    request.end();
  });
}

function connectToProxy(proxy: URL, outbound: OutboundNetwork): Socket {
  const host = proxy.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(proxy.port || (proxy.protocol === 'https:' ? 443 : 80));
  if (proxy.protocol !== 'https:') return connect({ host, port, allowHalfOpen: true });
  const name = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host, port, ...name, ca: getTrustedCertificates(outbound) });
}

/** Builds the credentials for the machine's proxy; no sandbox or destination ever sees them. */
function buildProxyCredentials({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const identity = `${decodeUserinfo(username)}:${decodeUserinfo(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(identity).toString('base64')}` };
}

/** Decodes a part of a URL's credentials; what is not encoded is taken as it is. */
function decodeUserinfo(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function waitForConnection(socket: Socket, signal: AbortSignal | undefined): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const giveUp = (code: string) => void socket.destroy(Object.assign(new Error('no connection'), { code }));
    const timeout = setTimeout(() => giveUp('ETIMEDOUT'), CONNECT_MS);
    const onAbort = () => giveUp('ABORTED');
    signal?.addEventListener('abort', onAbort);
    const finish = () => {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', onAbort);
    };
    const fail = (error: Error) => {
      finish();
      reject(error);
    };
    socket.once('error', fail);
    socket.once('connect', () => {
      finish();
      socket.removeListener('error', fail);
      socket.setNoDelay(true);
      resolve(socket);
    });
  });
}
