import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { DeniedRequest } from '../../src/gateway/open_denied_request_log.js';
import { ask, closeAll, givenGateway, givenScripted, Ledger, PATH, raw, send } from './given.js';

afterEach(closeAll);

const turns = [{ say: 'Hello, Ada.' }];
const deep = (levels: number) => `{"model":"m","messages":${'['.repeat(levels)}${']'.repeat(levels)}}`;

const values = (count: number) => `{"model":"m","messages":[${'0,'.repeat(count - 1)}0]}`;

describe('a body that is none', () => {
  it.each([
    ['no JSON', 'hello', 400, 'invalid-json'],
    ['half of one', ask().slice(0, -3), 400, 'invalid-json'],
    ['nothing', '', 400, 'invalid-json'],
    ['a list', '[]', 400, 'invalid-json'],
    ['no UTF-8', Buffer.from(ask().replace('hello', 'h\xe9llo'), 'latin1'), 400, 'invalid-json'],
    ['half a surrogate in UTF-8', Buffer.from([0x7b, 0xed, 0xa0, 0x80, 0x7d]), 400, 'invalid-json'],
    ['a depth bomb', deep(1_000_000), 400, 'invalid-json'],
    ['a depth bomb that is never closed', '{"a":['.repeat(500_000), 400, 'invalid-json'],
    ['a million messages that are nothing', values(1_000_000), 400, 'invalid-json'],
    ['no model', '{"messages":[]}', 400, 'invalid-request'],
    ['a model that is a number', '{"model":7,"messages":[]}', 400, 'invalid-request'],
    ['more than 32 megabytes', ask({ x: 'y'.repeat(33 * 2 ** 20) }), 413, 'too-large'],
    ['more than any request', Buffer.alloc(70 * 2 ** 20, 0x20), 413, 'too-large'],
  ])('is refused and written down: %s', async (_, body, status, code) => {
    const scripted = await givenScripted({ turns });
    const given = await givenGateway([{ url: scripted.url }]);
    const reply = await send(given, body);
    expect([reply.status, reply.json]).toMatchObject([status, { error: { type: `gatebench_${code}` } }]);
    expect(given.ledger.away).toMatchObject([{ agent: 'ada', path: PATH, code, status }]);
    expect([scripted.requests, given.faults]).toEqual([[], []]);
    expect((await send(given, ask())).status).toBe(200);
  });

  it('is taken where it is only packed, and goes on unpacked', async () => {
    const scripted = await givenScripted({ turns });
    const given = await givenGateway([{ url: scripted.url }]);
    for (const [coding, pack] of Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }))
      expect((await send(given, pack(ask()), { headers: { 'content-encoding': coding } })).status).toBe(200);
    expect(scripted.requests.map(({ body, headers }) => [body.toString(), headers['content-encoding']])).toEqual(
      Array.from({ length: 3 }, () => [ask(), undefined]),
    );
  });

  it.each([
    ['a bomb', gzipSync(Buffer.alloc(40 * 2 ** 20)), 'gzip', 413, 'too-large'],
    ['another kind', Buffer.from(ask()), 'zstd', 415, 'unknown-coding'],
    ['two kinds', gzipSync(gzipSync(ask())), 'gzip, gzip', 415, 'unknown-coding'],
    ['a name of every object', Buffer.from(ask()), 'constructor', 415, 'unknown-coding'],
    ['not what it says', Buffer.from(ask()), 'gzip', 400, 'invalid-coding'],
    ['half', gzipSync(ask()).subarray(0, -9), 'gzip', 400, 'invalid-coding'],
  ])('is refused packed as %s', async (_, body, coding, status, code) => {
    const scripted = await givenScripted({ turns });
    const given = await givenGateway([{ url: scripted.url }]);
    const reply = await send(given, body, { headers: { 'content-encoding': coding } });
    expect([reply.status, given.ledger.away[0]?.code, scripted.requests]).toEqual([status, code, []]);
  });
});

describe('a model', () => {
  it.each([
    ['that no upstream has', { model: 'other' }, {}, 'unknown-model', 'there are: scripted, gpt-*'],
    ['that is a name of every object', { model: '__proto__' }, {}, 'unknown-model', '"__proto__"'],
    [
      'whose upstream does not understand the request',
      { input: 'hi' },
      { path: '/v1/responses' },
      'unsupported-dialect',
      'only chat',
    ],
  ])('is refused as 400: %s', async (_, more, how, code, message) => {
    const scripted = await givenScripted({ turns });
    const given = await givenGateway([{ url: scripted.url, models: ['scripted', 'gpt-*'], dialects: ['chat'] }]);
    const reply = await send(given, ask(more), how);
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({
      error: { type: `gatebench_${code}`, message: expect.stringContaining(message) },
    });
    expect([given.ledger.away.map((away) => away.code), scripted.requests]).toEqual([[code], []]);
  });

  it('goes to the first upstream that has it and understands the request, under the name it has there', async () => {
    const [one, two] = [await givenScripted({ turns }), await givenScripted({ turns })];
    const given = await givenGateway([
      { name: 'one', url: one.url, models: ['gpt-*'], dialects: ['chat'] },
      { name: 'two', url: two.url, rename: { 'gpt-5': 'vendor/gpt 5' } },
    ]);
    await send(given, ask({ model: 'gpt-5' }));
    await send(given, JSON.stringify({ model: 'gpt-5', input: 'x' }), { path: '/v1/responses' });
    await send(given, '{"contents":[]}', { path: '/v1beta/models/gpt-5:generateContent' });
    await send(given, ask({ model: 'constructor' }));
    expect(one.requests.map(({ body }) => JSON.parse(body.toString()).model)).toEqual(['gpt-5']);
    expect(two.requests.map(({ path, body }) => [path, JSON.parse(body.toString()).model])).toEqual([
      ['/v1/responses', 'vendor/gpt 5'],
      ['/v1beta/models/vendor/gpt%205:generateContent', undefined],
      ['/v1/chat/completions', 'constructor'],
    ]);
    expect(given.ledger.incoming.map(({ upstream }) => upstream.name)).toEqual(['one', 'two', 'two', 'two']);
  });
});

describe('an account that says no', () => {
  it.each(['usd-cap', 'token-cap', 'request-cap', 'unpriced-model', 'stopped'] as const)(
    'is heard as 400 in the format of who asks: %s',
    async (refused) => {
      const scripted = await givenScripted({ turns });
      const given = await givenGateway([{ url: scripted.url }]);
      given.ledger.refusal = { refused, message: 'budget exhausted: usd 5.00 cap reached' };
      const type = `gatebench_${refused}`;
      const chat = await send(given, ask());
      const messages = await send(given, ask({ max_tokens: 5 }), { path: '/v1/messages' });
      const gemini = await send(given, '{"contents":[]}', { path: '/v1beta/models/m:generateContent' });
      expect([chat, messages, gemini].map(({ status }) => status)).toEqual([400, 400, 400]);
      expect(chat.json).toMatchObject({ error: { type, message: 'budget exhausted: usd 5.00 cap reached' } });
      expect(messages.json).toMatchObject({ type: 'error', error: { type } });
      expect(gemini.json).toMatchObject({ error: { code: 400, details: [{ reason: type }] } });
      expect(scripted.requests).toEqual([]);
    },
  );

  it('with a log that takes nothing more lets nothing pass', async () => {
    const scripted = await givenScripted({ turns });
    const given = await givenGateway([{ url: scripted.url }]);
    given.ledger.full = true;
    const reply = await send(given, ask());
    expect([reply.status, reply.json]).toMatchObject([503, { error: { type: 'gatebench_not-recorded' } }]);
    expect(scripted.requests).toEqual([]);
    expect(given.faults).toMatchObject([{ code: 'ENOSPC' }]);
    expect(given.ledger.ends).toMatchObject([{ outcome: 'error', code: 'gateway-fault' }]);
  });

  it('until later holds the request, which goes on then', async () => {
    const scripted = await givenScripted({ turns });
    const given = await givenGateway([{ url: scripted.url }]);
    let go = () => {};
    given.ledger.wait = () =>
      new Promise((resolve) => {
        go = resolve;
      });
    const reply = send(given, ask());
    await given.ledger.when(() => given.ledger.incoming.length === 1);
    expect(scripted.requests).toEqual([]);
    go();
    expect((await reply).status).toBe(200);
  });
});

describe('a request for something else', () => {
  it.each([
    ['GET', PATH],
    ['HEAD', PATH],
    ['OPTIONS', PATH],
    ['DELETE', PATH],
    ['POST', '/v1/embeddings'],
    ['POST', '/v1/../v1/chat/completions'],
    ['POST', '/v1/chat/completions/../../../admin'],
    ['POST', '/v1beta/models/..%2f..%2fadmin:generateContent'],
    ['GET', '/'],
    ['POST', '//evil.example/v1/chat/completions'],
  ])('finds nothing: %s %s', async (method, path) => {
    const scripted = await givenScripted({ turns });
    const given = await givenGateway([{ url: scripted.url }]);
    const reply = await send(given, method === 'POST' ? ask() : undefined, { method, path });
    expect([reply.status, scripted.requests]).toEqual([404, []]);
  });

  it.each([
    ['a tunnel', 'CONNECT 1.1.1.1:443 HTTP/1.1\r\nHost: 1.1.1.1:443\r\n\r\n', 'CONNECT', '1.1.1.1:443', /no tunnel/],
    [
      'another host, without a token',
      'GET http://u:p@evil.example/x?y HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      'GET',
      'evil.example',
      /no proxy for other hosts/,
    ],
    [
      'a path of the provider',
      'POST /v1/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer TOKEN\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      'POST',
      null,
      /has no POST \/v1\/files$/,
    ],
    [
      'a path that leads out',
      'GET /v1/../x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer TOKEN\r\nConnection: close\r\n\r\n',
      'GET',
      null,
      /has no GET \/v1\/\.\.\/x$/,
    ],
  ])('is told as what it is: %s', async (_, text, method, destination, rule) => {
    const denied: DeniedRequest[] = [];
    const scripted = await givenScripted({ turns });
    const given = await givenGateway([{ url: scripted.url }], { on_denied: (request) => void denied.push(request) });
    await raw(given, text.replace('TOKEN', given.token));
    expect(denied).toMatchObject([{ method, destination, rule: expect.stringMatching(rule) }]);
    expect(scripted.requests).toEqual([]);
  });

  it('does not change the protocol, and no tunnel is opened', async () => {
    const scripted = await givenScripted({ turns });
    const given = await givenGateway([{ url: scripted.url }]);
    const headers = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    expect((await send(given, undefined, { method: 'GET', path: '/v1/responses', headers })).status).toBe(404);
    expect(await raw(given, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n')).toBe('');
    expect(await raw(given, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('a client that is slow, or asks too much', () => {
  const head = (token: string, length: number) =>
    `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${length}\r\n`;

  it('is told when its request does not arrive in time', async () => {
    const scripted = await givenScripted({ turns });
    const given = await givenGateway([{ url: scripted.url }], { body_ms: 50 });
    expect(await raw(given, `${head(given.token, 100)}\r\n{`)).toMatch(/^HTTP\/1\.1 408 /);
    expect(given.ledger.away).toMatchObject([{ code: 'slow-request' }]);
  });

  it('is told to go on with a body that it announces, and that no other expectation is met', async () => {
    const scripted = await givenScripted({ turns });
    const given = await givenGateway([{ url: scripted.url }]);
    const body = ask();
    const socket = connect(given.port, '127.0.0.1');
    socket.write(`${head(given.token, body.length)}Expect: 100-continue\r\nConnection: close\r\n\r\n`);
    let back = '';
    for await (const chunk of socket) {
      if (back === '') socket.write(body);
      back += String(chunk);
    }
    expect(back).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect(scripted.requests[0]!.headers.expect).toBeUndefined();
    const other = `${head(given.token, 2)}Expect: miracles\r\nConnection: close\r\n\r\n{}`;
    expect(await raw(given, other)).toMatch(/^HTTP\/1\.1 417 /);
  });

  it('gets the answers to requests that it sends behind each other in their order', async () => {
    const scripted = await givenScripted({ turns });
    const given = await givenGateway([{ url: scripted.url }]);
    const [first, second] = [ask({ model: 'one' }), ask({ model: 'two' })];
    const back = await raw(
      given,
      `${head(given.token, first.length)}\r\n${first}${head(given.token, second.length)}Connection: close\r\n\r\n${second}`,
    );
    expect([...back.matchAll(/"model":"(\w+)"/g)].map(([, model]) => model)).toEqual(['one', 'two']);
  });

  it('is refused while too much is under way, and served again afterwards', async () => {
    const scripted = await givenScripted({ turns });
    const ledger = new Ledger();
    const given = await givenGateway([{ url: scripted.url }], { ledger, held_bytes: 10_000 });
    const big = (bytes: number) => ask({ user: 'x'.repeat(bytes) });
    let go = () => {};
    ledger.wait = () =>
      new Promise((resolve) => {
        go = resolve;
      });
    const waiting = send(given, big(6000));
    await ledger.when(() => ledger.incoming.length === 1);
    const refused = await send(given, big(6000));
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    go();
    expect((await waiting).status).toBe(200);
    ledger.wait = undefined;
    expect((await send(given, big(9000))).status).toBe(200);
    // Few bytes, and much in the memory.
    expect((await send(given, values(3000))).status).toBe(503);
  });
});
