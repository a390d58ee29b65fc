import { createServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ask, closeAll, givenGateway, givenScripted, givenWire, KEY, send } from './given.js';

afterEach(closeAll);

const stream = ask({ stream: true, stream_options: { include_usage: true } });
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const event = (content: string) =>
  `data: ${JSON.stringify({ model: 'm', choices: [{ index: 0, delta: { content } }] })}\n\n`;
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
const JSON_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const END = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };

describe('an upstream that does not begin to answer', () => {
  it.each([
    ['resets before the head', { reset: 'before-headers' }, 502, 'upstream-reset'],
    ['resets in the head', { reset: 'in-headers' }, 502, 'upstream-reset'],
    ['hangs', { hang: 'before-headers' }, 504, 'upstream-timeout'],
  ])('is told as such: it %s', async (_, fault, status, code) => {
    const scripted = await givenScripted({ turns: [{ say: 'x' }], faults: [{ request: 1, ...fault }] });
    const given = await givenGateway([{ url: scripted.url, ...('hang' in fault && { first_byte_ms: 60 }) }]);
    const reply = await send(given, ask());
    expect([reply.status, reply.json]).toMatchObject([status, { error: { type: `gatebench_${code}` } }]);
    expect(given.ledger.ends).toMatchObject([{ outcome: 'error', code, status, answered: null, output_bytes: 0 }]);
    // The limit under which an upstream hangs is short for an answer, too.
    if (!('hang' in fault)) expect((await send(given, ask())).status).toBe(200);
  });

  it('because nobody is there, or no such name, is unreachable', async () => {
    const nobody = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => nobody.once('listening', resolve));
    const { port } = nobody.address() as { port: number };
    await new Promise((resolve) => nobody.close(resolve));
    for (const url of [`http://127.0.0.1:${port}`, 'https://no.such.name.invalid', `https://127.0.0.1:${port}`]) {
      const given = await givenGateway([{ url: new URL(url) }]);
      const reply = await send(given, ask());
      expect([reply.status, reply.json]).toMatchObject([502, { error: { type: 'gatebench_upstream-unreachable' } }]);
      expect(given.ledger.ends).toMatchObject([{ outcome: 'error', code: 'upstream-unreachable' }]);
    }
  });

  it.each([
    ['while it is connected to', async () => undefined as never, 'http://some.name.invalid'],
    [
      'while it is looked for',
      async () => {
        throw new TypeError('x is undefined');
      },
      'http://some.name.invalid',
    ],
  ])('is no outage where our code fails %s', async (_, resolve, url) => {
    const given = await givenGateway([{ url: new URL(url) }], { outbound: { resolve } });
    expect((await send(given, ask())).status).toBe(503);
    expect(given.ledger.ends).toMatchObject([{ outcome: 'error', code: 'gateway-fault' }]);
    expect(given.faults).toEqual([expect.objectContaining({ name: 'TypeError' })]);
  });

  it('because it speaks another protocol is no answer', async () => {
    const wire = await givenWire((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    const given = await givenGateway([{ url: wire.url }]);
    expect((await send(given, ask())).status).toBe(502);
    const ssh = createServer(
      (socket) =>
        void socket
          .on('error', () => {})
          .resume()
          .end('SSH-2.0-OpenSSH_9.6\r\n'),
    );
    await new Promise<void>((resolve) => ssh.listen(0, '127.0.0.1', resolve));
    const plain = await givenGateway([
      { url: new URL(`https://127.0.0.1:${(ssh.address() as { port: number }).port}`) },
    ]);
    const reply = await send(plain, ask());
    await new Promise((resolve) => ssh.close(resolve));
    expect(reply.json).toMatchObject({ error: { type: 'gatebench_upstream-unreachable' } });
  });

  it('but sends the client elsewhere is not followed', async () => {
    const elsewhere = await givenScripted({ turns: [{ say: 'x' }] });
    const wire = await givenWire((socket) =>
      socket.write(
        `HTTP/1.1 307 Elsewhere\r\nLocation: ${elsewhere.url}v1/chat/completions\r\nContent-Length: 0\r\n\r\n`,
      ),
    );
    const given = await givenGateway([{ url: wire.url }]);
    const reply = await send(given, ask());
    expect([reply.status, reply.headers.location]).toEqual([502, undefined]);
    expect(reply.json).toMatchObject({ error: { type: 'gatebench_upstream-redirect' } });
    expect([elsewhere.requests, wire.requests.length]).toEqual([[], 1]);
  });

  it('wants to change the protocol, and is left', async () => {
    const wire = await givenWire((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
    );
    const given = await givenGateway([{ url: wire.url }]);
    expect((await send(given, ask())).status).toBe(502);
    expect(given.ledger.ends).toMatchObject([{ outcome: 'error' }]);
  });
});

// Holds A2
describe('an upstream that breaks its answer off', () => {
  it.each([
    ['after two events', { cut: { events: 2 } }, 'upstream-reset'],
    ['in the middle of an event', { cut: { mid_event: 3 } }, 'upstream-reset'],
    ['in silence', { hang: 'mid-body' }, 'upstream-timeout'],
  ])('%s breaks that of the client off too, with what came', async (_, fault, code) => {
    const say = 'a long answer that takes several events to tell';
    const scripted = await givenScripted({ turns: [{ say }], faults: [{ request: 1, ...fault }] });
    const given = await givenGateway([{ url: scripted.url, ...('hang' in fault && { idle_ms: 500 }) }]);
    const reply = await send(given, stream);
    expect([reply.status, reply.whole, reply.text.includes('[DONE]')]).toEqual([200, false, false]);
    expect(reply.text).toMatch(/^data: /);
    expect(given.ledger.ends).toMatchObject([
      { outcome: 'partial', code, status: 200, answered: { complete: false, usage: null } },
    ]);
    expect(given.ledger.ends[0]!.body).toEqual({ sha256: expect.any(String), bytes: reply.body.length });
  });

  it('in one piece is partial too, and nothing of it is believed', async () => {
    const wire = await givenWire((socket) => socket.end(`${JSON_HEAD}Content-Length: 100\r\n\r\n{"choices":[`));
    const given = await givenGateway([{ url: wire.url }]);
    const reply = await send(given, ask());
    expect([reply.whole, reply.text]).toEqual([false, '{"choices":[']);
    expect(given.ledger.ends).toMatchObject([{ outcome: 'partial', code: 'upstream-reset', answered: null }]);
  });

  it('without a frame, where only the mark of the end would tell', async () => {
    const wire = await givenWire((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n${event('half')}`),
    );
    const given = await givenGateway([{ url: wire.url }]);
    const reply = await send(given, stream);
    expect([reply.whole, reply.text]).toEqual([false, event('half')]);
    expect(given.ledger.ends).toMatchObject([{ outcome: 'partial', code: 'upstream-ended' }]);
  });

  it('in order, but before its end, is passed on as it is and told as partial', async () => {
    const wire = await givenWire((socket) => socket.write(`${HEAD}${chunk(event('half'))}0\r\n\r\n`));
    const given = await givenGateway([{ url: wire.url }]);
    const reply = await send(given, stream);
    expect([reply.whole, reply.text]).toEqual([true, event('half')]);
    expect(given.ledger.ends).toMatchObject([{ outcome: 'partial', code: 'upstream-ended' }]);
  });

  it('with an error inside the stream is an error', async () => {
    const fault = { error_event: 'overloaded' };
    const scripted = await givenScripted({ turns: [{ say: 'some words to say' }], faults: [{ request: 1, ...fault }] });
    const given = await givenGateway([{ url: scripted.url }]);
    expect((await send(given, stream)).text).toContain('overloaded');
    expect(given.ledger.ends).toMatchObject([
      { outcome: 'error', code: 'upstream-error', detail: expect.stringContaining('overloaded') },
    ]);
  });
});

describe('an upstream that refuses', () => {
  it.each([400, 401, 403, 404, 429, 500, 503, 529])(
    'with %d is passed on unchanged, and written down',
    async (code) => {
      const status = { code, retry_after: 7, body: { error: { message: 'no', odd: [1] } } };
      const scripted = await givenScripted({ turns: [{ say: 'x' }], faults: [{ request: 1, status }] });
      const given = await givenGateway([{ url: scripted.url }]);
      const reply = await send(given, stream);
      expect([reply.status, reply.json]).toEqual([code, status.body]);
      expect(reply.headers['retry-after']).toBe('7');
      expect(given.ledger.ends).toMatchObject([
        {
          outcome: 'error',
          code: 'upstream-status',
          status: code,
          answered: null,
          // Where there is nothing, the address may be the mistake.
          detail: `${code === 404 ? `POST ${scripted.url}v1/chat/completions: ` : ''}${JSON.stringify(status.body)}`,
        },
      ]);
    },
  );

  it('at great length is written down in short', async () => {
    const status = { code: 500, body: 'x'.repeat(3_000_000) };
    const scripted = await givenScripted({ turns: [{ say: 'x' }], faults: [{ request: 1, status }] });
    const given = await givenGateway([{ url: scripted.url }]);
    expect((await send(given, ask())).body.length).toBe(3_000_000);
    expect(given.ledger.ends[0]!.detail.length).toBeLessThanOrEqual(2048);
  });
});

describe('an upstream that answers in an odd way', () => {
  const packs = { gzip: gzipSync, 'x-gzip': gzipSync, deflate: deflateSync, br: brotliCompressSync };
  it.each(Object.entries(packs))('packs it with %s although asked not to: both can read it', async (coding, pack) => {
    const text = `${event('packed')}data: ${JSON.stringify(END)}\n\ndata: [DONE]\n\n`;
    const body = pack(text);
    const wire = await givenWire((socket) => {
      const head = `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: ${coding}\r\n`;
      socket.write(Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`), body]));
    });
    const given = await givenGateway([{ url: wire.url }]);
    const reply = await send(given, stream);
    expect([reply.whole, reply.text, reply.headers['content-encoding']]).toEqual([true, text, undefined]);
    expect(wire.requests[0]).toMatch(/\r\naccept-encoding: identity\r\n/i);
    expect(given.ledger.ends).toMatchObject([{ outcome: 'complete', answered: { message: { content: 'packed' } } }]);
  });

  it('packs half of it', async () => {
    const body = gzipSync(event('packed')).subarray(0, -12);
    const wire = await givenWire((socket) => {
      const head = `${JSON_HEAD}Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
      socket.write(Buffer.concat([Buffer.from(head), body]));
    });
    const given = await givenGateway([{ url: wire.url }]);
    expect((await send(given, ask())).whole).toBe(false);
    expect(given.ledger.ends).toMatchObject([{ outcome: 'partial', code: 'upstream-reset' }]);
  });

  it('packs it in a way that nobody here knows: it goes on unread', async () => {
    const body = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3]);
    const wire = await givenWire((socket) => {
      const head = `${JSON_HEAD}Content-Encoding: zstd\r\nContent-Length: ${body.length}\r\n\r\n`;
      socket.write(Buffer.concat([Buffer.from(head), body]));
    });
    const given = await givenGateway([{ url: wire.url }]);
    const reply = await send(given, ask());
    expect([reply.body, reply.headers['content-encoding']]).toEqual([body, 'zstd']);
    // Whoever can read it had it all the same.
    expect(given.ledger.ends).toMatchObject([{ outcome: 'error', code: 'unreadable-answer', output_bytes: 7 }]);
  });

  it.each([
    ['no JSON', 'oops', 'unreadable-answer'],
    ['nothing', '', 'unreadable-answer'],
    ['a depth bomb', '['.repeat(100_000), 'unreadable-answer'],
  ])('says %s: it goes on, and is not believed', async (_, body, code) => {
    const wire = await givenWire((socket) => socket.write(`${JSON_HEAD}Content-Length: ${body.length}\r\n\r\n${body}`));
    const given = await givenGateway([{ url: wire.url }]);
    expect((await send(given, ask())).text).toBe(body);
    expect(given.ledger.ends).toMatchObject([{ outcome: 'error', code, answered: null }]);
  });

  it.each([
    [
      'wrong numbers',
      { verbatim: { prompt_tokens: -5, completion_tokens: '7' } },
      'its usage is not believed: prompt_tokens is -5',
    ],
    [
      'absurd numbers',
      { verbatim: { prompt_tokens: 5, completion_tokens: 0.5 } },
      'its usage is not believed: completion_tokens is 0.5',
    ],
    ['none', 'none', ''],
  ])('lies about its usage: %s', async (_, usage, detail) => {
    const scripted = await givenScripted({ turns: [{ say: 'x', usage }] });
    const given = await givenGateway([{ url: scripted.url }]);
    await send(given, stream);
    expect(given.ledger.ends).toMatchObject([{ outcome: 'complete', detail, answered: { usage: null } }]);
    expect(given.ledger.ends[0]!.output_bytes).toBeGreaterThan(0);
  });

  it('answers whole to who asked for a stream, and the other way round', async () => {
    const whole = JSON.stringify({ model: 'm', choices: [{ message: { content: 'a' }, finish_reason: 'stop' }] });
    const text = `${event('b')}data: ${JSON.stringify(END)}\n\ndata: [DONE]\n\n`;
    const wire = await givenWire((socket, _, number) =>
      number === 1
        ? socket.write(`${JSON_HEAD}Content-Length: ${whole.length}\r\n\r\n${whole}`)
        : socket.write(`${HEAD}${chunk(text)}0\r\n\r\n`),
    );
    const given = await givenGateway([{ url: wire.url }]);
    expect([(await send(given, ask({ stream: true }))).text, (await send(given, ask())).text]).toEqual([whole, text]);
    expect(given.ledger.ends).toMatchObject([
      { outcome: 'complete', answered: { message: { content: 'a' } } },
      { outcome: 'complete', answered: { message: { content: 'b' } } },
    ]);
  });

  it('says much before its answer, or more than one', async () => {
    const body = '{"choices":[]}';
    const answer = `${JSON_HEAD}Content-Length: ${body.length}\r\n\r\n${body}`;
    const wire = await givenWire((socket) =>
      socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${answer}${answer}`),
    );
    const given = await givenGateway([{ url: wire.url }]);
    expect([(await send(given, ask())).text, (await send(given, ask())).text]).toEqual([body, body]);
  });
});

// Holds R14
describe('the key of the provider', () => {
  it.each([
    ['whole', ask()],
    ['streamed', stream],
  ])('is not in what is written down of an answer that repeats it: %s', async (_, body) => {
    const scripted = await givenScripted({ turns: [{ say: 'x', fault: { echo_key: true, times: 'always' } }] });
    const given = await givenGateway([{ url: scripted.url, key: { value: KEY, header: 'x-api-key' } }]);
    await send(given, body);
    expect(given.ledger.ends).toMatchObject([{ answered: { message: { content: `x${'*'.repeat(KEY.length)}` } } }]);
  });

  it('is not there however it is cut, in a field, an error or the detail of one', async () => {
    const error = JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}` } });
    const wire = await givenWire(async (socket) => {
      socket.write(
        `HTTP/1.1 401 No\r\nX-Seen: ${KEY}\r\nSet-Cookie: k=${KEY}\r\nContent-Length: ${error.length}\r\n\r\n`,
      );
      for (const character of error)
        await new Promise<void>((resolve) => socket.write(character, () => setImmediate(resolve)));
    });
    const given = await givenGateway([{ url: wire.url }]);
    const reply = await send(given, ask());
    expect([reply.status, reply.body.length, reply.whole]).toEqual([401, error.length, true]);
    expect(JSON.stringify([reply.text, reply.headers, given.ledger.ends])).not.toContain(KEY);
    expect(reply.headers['x-seen']).toBe('*'.repeat(KEY.length));
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(given.ledger.ends[0]!.detail).toContain('Incorrect API key provided: ***');
  });

  it.each([
    ['authorization', `Bearer ${KEY}`],
    ['x-api-key', KEY],
    ['x-goog-api-key', KEY],
  ] as const)('goes out in the field that the provider wants, alone: %s', async (header, value) => {
    const scripted = await givenScripted({ turns: [{ say: 'x' }] });
    const given = await givenGateway([{ url: scripted.url, key: { value: KEY, header } }]);
    const own = { cookie: 'a=b', 'x-codex-turn-metadata': '{}', 'x-forwarded-for': '10.0.0.1', via: '1.1 x' };
    const theirs = { 'openai-organization': 'o', 'x-http-method-override': 'DELETE', 'x-goog-fieldmask': 'candidates' };
    const forms = { accept: 'application/x-protobuf', 'content-type': 'application/x-protobuf' };
    const kept = { 'openai-beta': 'x', 'user-agent': 'é' };
    const keys = { 'x-api-key': given.token, 'x-goog-api-key': given.token };
    await send(given, Buffer.from(ask()), {
      headers: {
        ...own,
        ...theirs,
        ...forms,
        ...kept,
        ...keys,
        'accept-encoding': 'gzip',
        te: 'trailers',
        'x-odd': 'é',
      },
    });
    const { headers } = scripted.requests[0]!;
    const { host, connection, ...sent } = headers;
    expect([host, connection]).toEqual([scripted.url.host, 'keep-alive']);
    expect(sent).toEqual({
      ...kept,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'content-length': String(ask().length),
      'accept-encoding': 'identity',
      [header]: value,
    });
  });

  it('is not put in where there is none', async () => {
    const scripted = await givenScripted({ turns: [{ say: 'x' }] });
    const given = await givenGateway([{ url: scripted.url, key: undefined }]);
    await send(given, ask());
    expect(scripted.requests[0]!.headers).not.toHaveProperty('authorization');
  });
});
