import { createServer as createHttp } from 'node:http';
import { type AddressInfo, connect, createServer as createTcp, type Server } from 'node:net';
import { duplexPair } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { type CertificateAuthority, createCertificateAuthority } from '../../../src/network/certificate_authority.js';
import type { OutboundNetwork } from '../../../src/network/outbound_network.js';
import { ask, closeAll, givenGateway, givenScripted, send } from '../given.js';

let authority: CertificateAuthority;
const servers: Server[] = [];
beforeAll(async () => {
  authority = await createCertificateAuthority(new Date());
});
afterEach(async () => {
  await closeAll();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const turns = [{ say: 'Hello, Ada.' }];

/** The scripted provider behind TLS, with a certificate for this name. */
async function givenSecure(name: string) {
  const scripted = await givenScripted({ turns });
  let connections = 0;
  const port = await listening(
    createTcp((socket) => {
      connections += 1;
      const tls = new TLSSocket(socket, { isServer: true, secureContext: authority.contextFor(name) });
      const [mine, theirs] = duplexPair();
      tls
        .on('error', () => theirs.destroy())
        .pipe(mine)
        .pipe(tls);
      mine.on('error', () => {});
      socket.on('error', () => {}).on('close', () => theirs.destroy());
      scripted.accept(theirs);
    }),
  );
  return { scripted, port, connections: () => connections };
}

describe('an upstream over TLS', () => {
  it('is reached where its certificate is trusted here, and its connection serves again', async () => {
    const { scripted, port, connections } = await givenSecure('localhost');
    const way_out: OutboundNetwork = { extra_certificates: authority.certificate };
    const given = await givenGateway([{ url: new URL(`https://localhost:${port}`) }], { outbound: way_out });
    for (let i = 0; i < 3; i += 1) expect((await send(given, ask())).status).toBe(200);
    expect([scripted.requests.length, connections()]).toEqual([3, 1]);
  });

  it.each([
    ['nobody here trusts', 'localhost', {}, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['is for another name', 'other.test', { trusted: true }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('is not sent a byte where its certificate %s', async (_, name, { trusted }: { trusted?: boolean }, code) => {
    const { scripted, port } = await givenSecure(name);
    const way_out = trusted ? { extra_certificates: authority.certificate } : {};
    const given = await givenGateway([{ url: new URL(`https://localhost:${port}`) }], { outbound: way_out });
    const reply = await send(given, ask());
    expect([reply.status, reply.json]).toMatchObject([
      502,
      { error: { type: 'gatebench_upstream-unreachable', message: expect.stringContaining(code) } },
    ]);
    expect(scripted.requests).toEqual([]);
  });
});

describe("the machine's own proxy", () => {
  /** A proxy that knows every name as this machine, and says what it was asked for. */
  async function givenProxy(to: number) {
    const asked: string[] = [];
    const proxy = createHttp((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers['proxy-authorization']} ${request.headers.host}`);
      response.end('{}');
    });
    proxy.on('connect', (request, socket) => {
      asked.push(`CONNECT ${request.url} ${request.headers['proxy-authorization']}`);
      const there = connect(to, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connected\r\n\r\n'));
      there.on('error', () => socket.destroy()).pipe(socket);
      socket.on('error', () => there.destroy()).pipe(there);
    });
    return { asked, url: `http://me:word@127.0.0.1:${await listening(proxy)}` };
  }

  it('is the way to an upstream that it alone can reach, by tunnel or by the whole URL', async () => {
    const { scripted, port } = await givenSecure('only-there.test');
    const proxy = await givenProxy(port);
    const resolve = async () => [];
    const way_out = {
      https_proxy: proxy.url,
      http_proxy: proxy.url,
      extra_certificates: authority.certificate,
      resolve,
    };
    const secure = await givenGateway([{ url: new URL('https://only-there.test/base/') }], { outbound: way_out });
    expect((await send(secure, ask())).status).toBe(404);
    expect(scripted.requests.map(({ path }) => path)).toEqual(['/base/v1/chat/completions']);
    const plain = await givenGateway([{ url: new URL('http://only-there.test/base') }], { outbound: way_out });
    expect((await send(plain, ask())).text).toBe('{}');
    expect(proxy.asked).toEqual([
      'CONNECT only-there.test:443 Basic bWU6d29yZA==',
      'POST http://only-there.test/base/v1/chat/completions Basic bWU6d29yZA== only-there.test',
    ]);
  });

  it('is not asked for a model on this machine', async () => {
    const scripted = await givenScripted({ turns });
    const proxy = await givenProxy(9);
    const way_out = { http_proxy: proxy.url, https_proxy: proxy.url };
    const given = await givenGateway([{ url: scripted.url }], { outbound: way_out });
    expect((await send(given, ask())).status).toBe(200);
    expect(proxy.asked).toEqual([]);
  });

  it('that refuses is told as such, without its password', async () => {
    const port = await listening(
      createTcp((socket) => void socket.resume().end('HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n')),
    );
    const way_out = { https_proxy: `http://me:word@127.0.0.1:${port}`, resolve: async () => [] };
    const given = await givenGateway([{ url: new URL('https://only-there.test') }], { outbound: way_out });
    const reply = await send(given, ask());
    expect([reply.status, reply.text]).toEqual([502, expect.stringContaining("the machine's proxy answered 407")]);
    expect(reply.text).not.toContain('word@');
  });
});
