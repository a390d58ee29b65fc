import { lookup } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import { isPublicAddress } from './address.js';
import { type Destination, normalisedHost, shown } from './destination.js';

/** How this machine itself reaches others, as its shell was told by the environment. */
export interface WayOut {
  /** Proxy for http:// and for https:// and everything else, as URLs; credentials in them never leave this process. */
  http_proxy?: string | undefined;
  https_proxy?: string | undefined;
  /** Hosts that are reached directly: `host`, `.domain`, `*`, each with an optional port. */
  no_proxy?: readonly string[] | undefined;
  /** All addresses of a name. Default: the resolver of the system. */
  resolve?: ((name: string) => Promise<string[]>) | undefined;
  /** Certificates that this machine's system trusts, PEM; undefined = it has no such file. */
  system_certificates?: string | undefined;
  /** Variables of the caller by which package managers are configured. */
  tool_variables?: Readonly<Record<string, string>> | undefined;
  /** Further ones that the caller trusts, PEM. */
  extra_certificates?: string | undefined;
}

/** All certificates that are trusted here, PEM. */
export function trusted(way: WayOut): string {
  const { system_certificates = rootCertificates.join('\n'), extra_certificates = '' } = way;
  return `${system_certificates.trim()}\n${extra_certificates.trim()}\n`;
}

/**
 * A connection, or why there is none: `refused` = our rule, `unreachable` = the network's fault. With `via_proxy` the
 * other end is the machine's own proxy, which takes http:// requests by their whole URL and with these headers.
 */
export type Dialled =
  | { socket: Socket; via_proxy?: Record<string, string> }
  | { refused: string }
  | { unreachable: string };

const CONNECT_MS = 30_000;

/**
 * Connects to a destination that the allowlist admits. A name is resolved once and the address that was looked at is
 * the one connected to, so that a name server cannot answer differently the second time (DNS rebinding).
 *
 * @param internal addresses that are not public may be connected to
 * @param signal gives up when it is aborted
 */
export async function dial(
  to: Destination,
  internal: boolean,
  way: WayOut,
  scheme: 'http' | 'https' = 'https',
  signal?: AbortSignal,
): Promise<Dialled> {
  const proxy = proxyFor(to, scheme, way);
  const found = await addressesOf(to, way);
  if (found.length === 0 && (proxy === undefined || to.literal)) return { unreachable: `${to.host} has no address` };
  const address = internal ? found[0] : found.find(isPublicAddress);
  // Only the proxy of a closed network may know the name at all.
  if (address === undefined && found.length > 0) return { refused: 'address not public' };
  try {
    if (proxy !== undefined && scheme === 'http')
      return { socket: await connected(toProxy(proxy, way), signal), via_proxy: credentials(proxy) };
    if (proxy !== undefined) return { socket: await tunnel(proxy, to, way, signal) };
    const socket = connect({ host: address ?? to.host, port: to.port, allowHalfOpen: true });
    return { socket: await connected(socket, signal) };
  } catch (error) {
    return { unreachable: (error as NodeJS.ErrnoException).code ?? 'no connection' };
  }
}

/**
 * What the machine's own proxy wants to see of a request over http:// that goes to it by its whole URL; undefined = the request goes to
 * its destination.
 */
export function viaProxy(to: Destination, way: WayOut): Record<string, string> | undefined {
  const proxy = proxyFor(to, 'http', way);
  return proxy && credentials(proxy);
}

async function addressesOf(to: Destination, way: WayOut): Promise<string[]> {
  if (to.literal) return [to.host];
  const resolve = way.resolve ?? (async (name) => (await lookup(name, { all: true })).map(({ address }) => address));
  return resolve(to.host).then(
    (addresses) => addresses.filter((address) => isIP(address) !== 0),
    () => [],
  );
}

/** The machine's proxy for a destination, unless the machine reaches it directly. */
function proxyFor(to: Destination, scheme: 'http' | 'https', way: WayOut): URL | undefined {
  const configured = scheme === 'http' ? way.http_proxy : way.https_proxy;
  if (!configured || (way.no_proxy ?? []).some((entry) => isDirect(entry, to))) return undefined;
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
  const host = normalisedHost(name);
  return (
    host !== undefined &&
    (port === undefined || Number(port) === to.port) &&
    (to.host === host || to.host.endsWith(`.${host}`))
  );
}

/** A tunnel through the machine's own proxy. */
function tunnel(proxy: URL, to: Destination, way: WayOut, signal: AbortSignal | undefined): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      method: 'CONNECT',
      path: shown(to),
      headers: { host: shown(to), ...credentials(proxy) },
      createConnection: () => toProxy(proxy, way),
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

function toProxy(proxy: URL, way: WayOut): Socket {
  const host = proxy.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(proxy.port || (proxy.protocol === 'https:' ? 443 : 80));
  if (proxy.protocol !== 'https:') return connect({ host, port, allowHalfOpen: true });
  const name = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host, port, ...name, ca: trusted(way) });
}

/** What the machine's proxy wants to see of us; it is never shown to a sandbox or a destination. */
function credentials({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const identity = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(identity).toString('base64')}` };
}

function connected(socket: Socket, signal: AbortSignal | undefined): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const giveUp = (code: string) => void socket.destroy(Object.assign(new Error('no connection'), { code }));
    const timeout = setTimeout(() => giveUp('ETIMEDOUT'), CONNECT_MS);
    const onAbort = () => giveUp('ABORTED');
    signal?.addEventListener('abort', onAbort);
    const over = () => {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', onAbort);
    };
    const fail = (error: Error) => {
      over();
      reject(error);
    };
    socket.once('error', fail);
    socket.once('connect', () => {
      over();
      socket.removeListener('error', fail);
      socket.setNoDelay(true);
      resolve(socket);
    });
  });
}
