import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { itInFull } from '../extent.js';
import { ask, begun, closeAll, givenGateway, givenScripted, givenWire, Ledger, PATH, send } from './given.js';

afterEach(closeAll);

const stream = ask({ stream: true, stream_options: { include_usage: true } });
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const event = (content: string) =>
  `data: ${JSON.stringify({ model: 'm', choices: [{ index: 0, delta: { content } }] })}\n\n`;

// Holds A2
describe('a client that goes away', () => {
  it('in the middle of a stream ends it at the upstream at once, and pays for what passed', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const wire = await givenWire((socket) => {
      closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(`${HEAD}${chunk(event('so far'))}`);
    });
    const given = await givenGateway([{ url: wire.url }]);
    const leaving = new AbortController();
    await begun(given, stream, leaving.signal);
    leaving.abort();
    await Promise.all([closed, given.ledger.whenEnded(1)]);
    expect(given.ledger.ends).toMatchObject([
      { outcome: 'aborted', code: 'client-gone', status: 200, answered: { message: { content: 'so far' } } },
    ]);
    expect(given.ledger.ends[0]!.output_bytes).toBe('so far'.length);
  });

  const ends = {
    chat: [
      event('whole'),
      'data: {"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
      'data: {"model":"m","choices":[],"usage":{"prompt_tokens":20,"completion_tokens":5}}\n\ndata: [DONE]\n\n',
    ],
    responses: [
      'data: {"type":"response.output_text.delta","output_index":0,"content_index":0,"item_id":"a","delta":"whole"}\n\n',
      'data: {"type":"response.completed","response":{"id":"r","model":"m","status":"completed","output":[],"usage":{"input_tokens":20,"output_tokens":5}}}\n\n',
    ],
    messages: [
      'data: {"type":"message_start","message":{"model":"m","usage":{"input_tokens":20,"output_tokens":1}}}\n\n',
      'data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"whole"}}\n\n',
      'data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":5}}\n\ndata: {"type":"message_stop"}\n\n',
    ],
    gemini: [
      'data: {"modelVersion":"m","candidates":[{"content":{"role":"model","parts":[{"text":"whole"}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":20,"candidatesTokenCount":5,"totalTokenCount":25}}\n\n',
    ],
  };
  const paths = {
    chat: PATH,
    responses: '/v1/responses',
    messages: '/v1/messages',
    gemini: '/v1beta/models/m:streamGenerateContent?alt=sse',
  };
  it.each(['chat', 'responses', 'messages', 'gemini'] as const)(
    'at the end mark of an answer, before the upstream closes it, leaves a complete one: %s',
    async (dialect) => {
      const wire = await givenWire((socket) => socket.write(`${HEAD}${ends[dialect].map(chunk).join('')}`));
      const given = await givenGateway([{ url: wire.url }]);
      const body = JSON.stringify({
        model: 'm',
        stream: true,
        stream_options: { include_usage: true },
        messages: [{ role: 'user', content: 'a' }],
        input: 'a',
        contents: [{ parts: [{ text: 'a' }] }],
        ...(dialect === 'gemini' ? { model: undefined, stream: undefined, stream_options: undefined } : {}),
      });
      const leaving = new AbortController();
      await new Promise<void>((resolve) => {
        const headers = { authorization: `Bearer ${given.token}` };
        const options = { port: given.port, method: 'POST', path: paths[dialect], headers, signal: leaving.signal };
        const sent = request(options, (response) => {
          let text = '';
          response
            .on('error', () => {})
            .on('data', (bytes: Buffer) => {
              text += bytes.toString();
              if (text.length === ends[dialect].join('').length) resolve();
            });
        });
        sent.on('error', () => {}).end(body);
      });
      leaving.abort();
      await given.ledger.whenEnded(1);
      expect(given.ledger.ends).toMatchObject([
        {
          outcome: 'complete',
          code: null,
          status: 200,
          answered: { usage: { input_tokens: 20, output_tokens: 5, source: 'reported' } },
        },
      ]);
    },
  );

  it('where one of several answers is still to come leaves a broken one', async () => {
    const all = [
      ...ends.chat.slice(0, 2),
      'data: {"choices":[],"usage":{"prompt_tokens":20,"completion_tokens":5}}\n\n',
    ];
    const wire = await givenWire((socket) => socket.write(`${HEAD}${all.map(chunk).join('')}`));
    const given = await givenGateway([{ url: wire.url }]);
    const leaving = new AbortController();
    await begun(given, ask({ stream: true, n: 2, stream_options: { include_usage: true } }), leaving.signal);
    leaving.abort();
    await given.ledger.whenEnded(1);
    expect(given.ledger.ends).toMatchObject([{ outcome: 'aborted', code: 'client-gone' }]);
  });

  it('before the answer begins ends the request at the upstream', async () => {
    const leaving = new AbortController();
    let closed: Promise<unknown> = Promise.resolve();
    const wire = await givenWire((socket) => {
      closed = new Promise((resolve) => socket.once('close', resolve));
      leaving.abort();
    });
    const given = await givenGateway([{ url: wire.url }]);
    await expect(send(given, ask(), { signal: leaving.signal })).rejects.toThrow('aborted');
    await given.ledger.whenEnded(1);
    await closed;
    expect(given.ledger.ends).toMatchObject([{ outcome: 'aborted', code: 'client-gone', status: null }]);
  });

  it('while its request is held is not waited for, and nothing is sent', async () => {
    const scripted = await givenScripted({ turns: [{ say: 'x' }] });
    const given = await givenGateway([{ url: scripted.url }]);
    const leaving = new AbortController();
    const heard = new Promise<void>((resolve) => {
      given.ledger.wait = (gone) =>
        new Promise((held) => {
          gone.addEventListener('abort', () => {
            resolve();
            held();
          });
        });
    });
    const reply = send(given, ask(), { signal: leaving.signal }).catch(() => 'left');
    await given.ledger.when(() => given.ledger.incoming.length === 1);
    leaving.abort();
    await heard;
    expect(await reply).toBe('left');
    await given.ledger.whenEnded(1);
    expect(given.ledger.ends).toMatchObject([{ outcome: 'aborted', code: 'client-gone' }]);
    expect(scripted.requests).toEqual([]);
  });

  it('in the middle of its request leaves no trace', async () => {
    const scripted = await givenScripted({ turns: [{ say: 'x' }] });
    const given = await givenGateway([{ url: scripted.url }]);
    const socket = connect(given.port, '127.0.0.1');
    const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${given.token}\r\nContent-Length: 100\r\n\r\n{`;
    await new Promise<void>((resolve) => socket.write(head, () => resolve()));
    socket.destroy();
    expect((await send(given, ask())).status).toBe(200);
    expect([given.ledger.away, given.ledger.ends.length, given.faults]).toEqual([[], 1, []]);
  });
});

describe('an answer that may not go on', () => {
  it('is broken off on both sides when the account does not cover more', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const wire = await givenWire((socket) => {
      closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(HEAD);
      const more = () =>
        void (socket.destroyed || socket.write(chunk(event('0123456789')), () => globalThis.setImmediate(more)));
      more();
    });
    const given = await givenGateway([{ url: wire.url }]);
    given.ledger.covered = 100;
    const reply = await send(given, stream);
    await closed;
    expect([reply.status, reply.whole]).toEqual([200, false]);
    expect(given.ledger.ends).toMatchObject([{ outcome: 'aborted', code: 'cap-reached' }]);
    expect(given.ledger.ends[0]!.output_bytes).toBeGreaterThan(100);
  });

  it('is broken off when the run is over, and so is a request that nobody has answered yet', async () => {
    const wire = await givenWire((socket, _, number) => {
      if (number === 1) socket.write(`${HEAD}${chunk(event('so far'))}`);
      else given.ledger.stop.abort();
    });
    const given = await givenGateway([{ url: wire.url }]);
    const first = send(given, stream);
    await given.ledger.when(() => given.ledger.sent.length === 1);
    const second = send(given, ask());
    expect(await first).toMatchObject({ status: 200, whole: false });
    expect(await second).toMatchObject({ status: 400, json: { error: { type: 'gatebench_stopped' } } });
    expect(given.ledger.ends).toMatchObject([
      { outcome: 'aborted', code: 'stopped' },
      { outcome: 'aborted', code: 'stopped' },
    ]);
  });

  it('is broken off, settled and written down before the gateway is closed', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const wire = await givenWire((socket) => {
      closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(`${HEAD}${chunk(event('so far'))}`);
    });
    const given = await givenGateway([{ url: wire.url }]);
    await begun(given, stream, new AbortController().signal);
    await given.gateway.close();
    expect(given.ledger.ends).toMatchObject([
      { outcome: 'aborted', code: 'stopped', answered: { message: { content: 'so far' } } },
    ]);
    await closed;
  });
});

describe('sides of different speed', () => {
  itInFull('cost no memory: of an upstream that is fast only so much is taken as the client takes', async () => {
    const piece = chunk(event('x'.repeat(60_000)));
    const total = 1_000;
    let written = 0;
    const wire = await givenWire((socket) => {
      socket.write(HEAD);
      const more = (): void => {
        while (written < total) {
          written += 1;
          if (!socket.write(piece)) return void socket.once('drain', more);
        }
        socket.write('0\r\n\r\n');
      };
      more();
    });
    const given = await givenGateway([{ url: wire.url }]);
    const response = await new Promise<IncomingMessage>((resolve) => {
      const headers = { authorization: `Bearer ${given.token}` };
      request({ port: given.port, method: 'POST', path: PATH, headers }).on('response', resolve).end(stream);
    });
    let [taken, lag] = [0, 0];
    for await (const piece of response as AsyncIterable<Buffer>) {
      taken += piece.length;
      // The upstream runs ahead meanwhile, as far as it is let.
      for (let turn = 0; turn < 20; turn += 1) await setImmediate();
      lag = Math.max(lag, written * 60_000 - taken);
    }
    // What the two connections hold in the kernel, and a few pieces here; all of it would be 60 MB.
    expect(lag).toBeLessThan(30_000_000);
    await given.ledger.whenEnded(1);
    expect(given.ledger.ends[0]!.body!.bytes).toBe(total * event('x'.repeat(60_000)).length);
  });

  it('a hundred streams side by side are each their own', async () => {
    const wire = await givenWire((socket, text) => {
      const name = /"user":"(\d+)"/.exec(text)![1]!;
      socket.write(HEAD);
      let count = 0;
      const more = () => {
        count += 1;
        if (count > 20) return void socket.write(`${chunk('data: [DONE]\n\n')}0\r\n\r\n`);
        socket.write(chunk(event(`${name} `)), () => globalThis.setImmediate(more));
      };
      more();
    });
    const given = await givenGateway([{ url: wire.url }]);
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        send(given, ask({ stream: true, stream_options: { include_usage: true }, user: String(i) })),
      ),
    );
    replies.forEach(({ text, whole }, i) => {
      expect([whole, text]).toEqual([true, `${event(`${i} `).repeat(20)}data: [DONE]\n\n`]);
    });
    expect(given.ledger.ends.length).toBe(100);
    expect(wire.sockets.size).toBeLessThanOrEqual(100);
  });

  it('connections to the upstream serve one request after the other', async () => {
    const scripted = await givenWire((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'));
    const given = await givenGateway([{ url: scripted.url }]);
    for (let i = 0; i < 20; i += 1) await send(given, ask());
    expect([scripted.requests.length, scripted.sockets.size]).toEqual([20, 1]);
  });
});

describe('what is changed in a request', () => {
  it('is the limit, where the account has less', async () => {
    const scripted = await givenScripted({ turns: [{ say: 'x' }] });
    const given = await givenGateway([{ url: scripted.url }]);
    given.ledger.max_tokens = 50;
    await send(given, ask({ max_tokens: 32_000, seed: 7 }));
    await send(given, ask({ max_tokens: 50 }));
    expect(JSON.parse(scripted.requests[0]!.body.toString())).toMatchObject({ max_tokens: 50, seed: 7 });
    expect(scripted.requests[1]!.body.toString()).toBe(ask({ max_tokens: 50 }));
    expect(given.ledger.sent.map(({ body }) => body?.bytes ?? null)).toEqual([scripted.requests[0]!.body.length, null]);
  });

  it('is that a chat tells its usage, which a client that did not ask for it does not see', async () => {
    const scripted = await givenScripted({ turns: [{ say: 'Hello, Ada.', usage: { input: 9, output: 3 } }] });
    const given = await givenGateway([{ url: scripted.url }]);
    const reply = await send(given, ask({ stream: true }));
    expect(JSON.parse(scripted.requests[0]!.body.toString()).stream_options).toEqual({ include_usage: true });
    expect([reply.whole, reply.text.includes('[DONE]'), reply.text.includes('prompt_tokens')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(given.ledger.ends).toMatchObject([{ answered: { usage: { input_tokens: 9, output_tokens: 3 } } }]);
  });

  it('is steering, where the upstream has any, and both bodies are known', async () => {
    const scripted = await givenScripted({ turns: [{ say: 'x' }] });
    const outcomes = [{ row: 1, outcome: 'applied' as const, reason: '' }];
    const steering = {
      inject: (body: object) => ({ body: { ...body, steering: { vectors: [] } }, outcomes }),
      identity: { sha256: '0'.repeat(64), backend: 'generic', rows: 1 },
      warnings: [],
    };
    const given = await givenGateway([{ url: scripted.url, steering }]);
    await send(given, ask());
    await send(given, ask({ max_tokens: 5 }), { path: '/v1/messages/count_tokens' });
    expect(scripted.requests.map(({ body }) => 'steering' in JSON.parse(body.toString()))).toEqual([true, false]);
    expect(given.ledger.sent).toMatchObject([
      { steering: outcomes, body: { bytes: scripted.requests[0]!.body.length } },
      {},
    ]);
  });
});

describe('the list of models', () => {
  it('has what is declared, and where a pattern stands for many, what the upstream has', async () => {
    const [one, two] = [
      await givenScripted({ turns: [{ say: 'x' }], models: ['gpt-5', 'o9', 'big'] }),
      { url: new URL('http://127.0.0.1:1') },
    ];
    const given = await givenGateway([
      { url: one.url, models: ['mine', 'gpt-*', 'b'], rename: { b: 'big' } },
      { url: two.url, models: ['other', 'x*'] },
    ]);
    const get = async (path: string, headers = {}) =>
      (await send(given, undefined, { method: 'GET', path, headers })).json;
    const names = ['mine', 'b', 'gpt-5', 'other'];
    expect(await get('/v1/models')).toMatchObject({
      object: 'list',
      data: names.map((id) => ({ id, object: 'model' })),
    });
    expect(await get('/v1/models', { 'anthropic-version': '2023-06-01' })).toMatchObject({
      data: names.map((id) => ({ id, type: 'model' })),
      has_more: false,
      first_id: 'mine',
    });
    expect(await get('/v1beta/models')).toMatchObject({ models: names.map((name) => ({ name: `models/${name}` })) });
    expect(await get('/v1/models/gpt-5')).toMatchObject({ id: 'gpt-5' });
    expect(await get('/v1/models/o9')).toMatchObject({ error: { type: 'gatebench_unknown-model' } });
    expect(one.requests.every(({ headers }) => headers.authorization?.startsWith('Bearer sk-provider'))).toBe(true);
    expect((await send({ ...given, token: 'nobody' }, undefined, { method: 'GET', path: '/v1/models' })).status).toBe(
      401,
    );
  });

  it.each([
    ['says nonsense', 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\noops'],
    ['has too many', `HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n${' '.repeat(9_000_000)}`],
    ['refuses', 'HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n'],
    ['has odd ones', `HTTP/1.1 200 OK\r\nContent-Length: 44\r\n\r\n{"data":[null,7,{"id":8},{"name":{}},"x",[]]}`],
  ])('is without those of an upstream that %s', async (_, answer) => {
    const wire = await givenWire((socket) => socket.write(answer));
    const given = await givenGateway([{ url: wire.url, models: ['mine', '*'] }]);
    const { status, json } = await send(given, undefined, { method: 'GET', path: '/v1/models' });
    expect([status, json]).toMatchObject([200, { data: [{ id: 'mine' }] }]);
  });
});

describe('tokens that are guessed', () => {
  it('cost the same work whoever holds them', () => {
    const ledger = new Ledger(['ada', 'bob']);
    expect([
      ledger.findAgent(ledger.tokens.of('bob')!),
      ledger.findAgent(`${ledger.tokens.of('bob')!.slice(0, -1)}!`),
    ]).toEqual(['bob', undefined]);
  });
});
