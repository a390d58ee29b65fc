import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import {
  type AllowedHost,
  createAllowlist,
  type NetworkRequestPolicy,
  restrictAllowlist,
} from '../../src/network/allowlist.js';
import type { StubConfig } from '../../src/network/answer_from_stubs.js';
import { type CertificateAuthority, createCertificateAuthority } from '../../src/network/certificate_authority.js';
import { openNetworkRequestLog } from '../../src/network/network_request_log.js';
import { openProxy } from '../../src/network/open_proxy.js';
import type { OutboundNetwork } from '../../src/network/outbound_network.js';
import type { EventPayload } from '../../src/record/events/event.js';

const open: (() => Promise<unknown>)[] = [];

/** Closes every server of this file. */
export async function closeServers(): Promise<void> {
  await Promise.all(open.splice(0).map((close) => close()));
}

export async function listening(server: Server | HttpServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        for (const socket of sockets) socket.destroy();
      }),
  );
  return (server.address() as AddressInfo).port;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A web server on the loopback. */
export const givenHttp = (handler: Handler): Promise<number> => listening(createServer(handler));

export const authority: Promise<CertificateAuthority> = createCertificateAuthority(new Date());

/** The same with TLS, by an authority of the tests' own. */
export async function givenHttps(handler: Handler): Promise<number> {
  const made = await authority;
  const inner = createServer(handler);
  const secureContext = made.contextFor('127.0.0.1');
  return listening(
    createTcpServer((socket) => {
      const secure = new TLSSocket(socket, { isServer: true, secureContext });
      inner.emit(
        'connection',
        secure.on('error', () => {}),
      );
    }),
  );
}

export interface GivenProxy {
  port: number;
  events: EventPayload<'network_request'>[];
  /** Ends the proxy and gives all events. */
  end(): Promise<EventPayload<'network_request'>[]>;
}

/** A proxy whose door is a port of this machine. */
export async function givenProxy(
  allow: readonly (string | AllowedHost)[],
  { stubs, policy, ...way }: OutboundNetwork & { stubs?: StubConfig; policy?: NetworkRequestPolicy } = {},
): Promise<GivenProxy> {
  const events: EventPayload<'network_request'>[] = [];
  const list = createAllowlist(allow.map((entry) => (typeof entry === 'string' ? { pattern: entry } : entry)));
  const proxy = openProxy({
    list: policy ? restrictAllowlist(list, policy) : list,
    ledger: openNetworkRequestLog((payload) => events.push(payload)),
    outbound: way,
    ...(stubs ? { stubs: { ...stubs, authority: await authority } } : {}),
  });
  const port = await listening(createTcpServer({ allowHalfOpen: true }, proxy.accept));
  const end = async () => {
    await proxy.close();
    return events;
  };
  open.push(proxy.close);
  return { port, events, end };
}

/** Sends bytes, and returns everything that comes until the other side ends. */
export function exchange(port: number, bytes: string | Uint8Array, half_close = false): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
      if (half_close) socket.end(bytes);
      else socket.write(bytes);
    });
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      said += String(chunk);
    });
    socket.on('end', () => socket.end());
    socket.on('error', () => {}).on('close', () => resolve(said));
  });
}

/** A GET by absolute URL. */
export const get = (port: number, url: string, ...fields: string[]): Promise<string> =>
  exchange(port, [`GET ${url} HTTP/1.1`, 'Host: ignored.test', 'Connection: close', ...fields, '', ''].join('\r\n'));

/** A tunnel: what the proxy answers, and the connection when it is open. */
export function tunnel(port: number, to: string): Promise<{ status: number; socket: Socket; said: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      socket.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n\r\n`),
    );
    socket.on('error', reject).on('end', () => socket.end());
    socket.once('data', (chunk) => {
      const said = chunk.toString('latin1');
      resolve({ status: Number(said.split(' ')[1]), socket, said });
    });
  });
}

/** A GET through a tunnel, over TLS that is checked against an authority. */
export async function getSecure(port: number, url: string, trust?: string): Promise<string> {
  const { host, hostname, pathname, search } = new URL(url);
  const to = host.includes(':') ? host : `${host}:443`;
  const { status, socket } = await tunnel(port, to);
  if (status !== 200) return `refused ${status}`;
  const name = /^[\d.]+$/.test(hostname) ? {} : { servername: hostname };
  const secure = connectTls({ socket, host: hostname, ...name, ca: trust ?? (await authority).certificate });
  return new Promise((resolve) => {
    let said = '';
    secure.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    secure.setEncoding('utf8');
    secure.on('data', (chunk) => {
      said += String(chunk);
    });
    const over = (answer: string) => {
      resolve(answer);
      secure.destroy();
      socket.destroy();
    };
    secure.on('error', (error) => over(`error ${error.message}`));
    secure.on('end', () => over(said)).on('close', () => over(said));
  });
}

export const statusOf = (answer: string): number => Number(answer.split(' ')[1]);
export const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4);
