import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { ask, closeAll, givenGateway, givenScripted, KEY, Ledger, pairInto, send } from './given.js';

afterEach(closeAll);

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const turns = [{ say: 'Hello, Ada.', usage: { input: 20, output: 5 } }];

describe('a request with a token of the run', () => {
  it('goes to the provider with its key and comes back as it was answered, written down before and after', async () => {
    const scripted = await givenScripted({ turns }, KEY);
    const given = await givenGateway([{ url: scripted.url }]);
    const body = ask({ temperature: 0.5 });
    const reply = await send(given, body);
    expect([reply.status, reply.whole]).toEqual([200, true]);
    expect(reply.json).toMatchObject({ choices: [{ message: { content: 'Hello, Ada.' } }] });
    expect(scripted.requests[0]!.body.toString()).toBe(body);
    expect(scripted.requests[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(given.ledger.told).toEqual(['admit', 'sent 1', 'ended 1']);
    expect(given.ledger.incoming[0]).toMatchObject({
      agent: 'ada',
      path: '/v1/chat/completions',
      asked: { model: 'scripted', stream: false },
      upstream: { name: 'provider' },
      body: { sha256: sha256(body), bytes: body.length },
    });
    expect(given.ledger.sent).toEqual([{ body: null, steering: undefined }]);
    expect(given.ledger.ends).toMatchObject([
      {
        outcome: 'complete',
        code: null,
        status: 200,
        answered: { usage: { input_tokens: 20, output_tokens: 5 }, complete: true },
        body: { sha256: sha256(reply.body), bytes: reply.body.length },
      },
    ]);
  });

  it('gets a stream byte for byte', async () => {
    const scripted = await givenScripted({ turns }, KEY);
    const given = await givenGateway([{ url: scripted.url }]);
    const body = ask({ stream: true, stream_options: { include_usage: true } });
    const direct = await send({ port: Number(scripted.url.port), token: KEY }, body);
    const reply = await send(given, body);
    expect(reply.headers['content-type']).toBe(direct.headers['content-type']);
    expect(reply.text).toBe(direct.text);
    expect(given.ledger.ends).toMatchObject([
      { outcome: 'complete', answered: { usage: { output_tokens: 5 } }, body: { sha256: sha256(direct.body) } },
    ]);
  });

  it('may come through a connection that is handed over', async () => {
    const scripted = await givenScripted({ turns }, KEY);
    const { gateway, token } = await givenGateway([{ url: scripted.url }]);
    const status = await new Promise((resolve) => {
      const sent = request({
        method: 'POST',
        path: '/v1/chat/completions',
        headers: { authorization: `Bearer ${token}` },
        createConnection: () => pairInto(gateway) as never,
      });
      sent.on('response', (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
      sent.end(ask());
    });
    expect(status).toBe(200);
  });
});

describe('a request without one', () => {
  it.each([
    ['none', {}, false],
    ['one that is nobody’s', { authorization: `Bearer gbt_${'A'.repeat(43)}` }, true],
    ['the provider’s key', { authorization: `Bearer ${KEY}` }, true],
    ['an empty one', { authorization: 'Bearer ' }, true],
    ['another scheme', { authorization: 'Basic YTpi' }, true],
    ['a giant one', { 'x-api-key': 'x'.repeat(8000) }, true],
  ])('is told so and goes nowhere: %s', async (_, headers, presented) => {
    const scripted = await givenScripted({ turns });
    const given = await givenGateway([{ url: scripted.url }]);
    const reply = await send(given, ask(), { headers: { authorization: undefined, ...headers } });
    expect([reply.status, reply.headers['www-authenticate']]).toEqual([401, 'Bearer realm="gatebench"']);
    expect(reply.json).toMatchObject({ error: { type: 'gatebench_wrong-token' } });
    expect([given.wrong, given.ledger.told, scripted.requests]).toEqual([[presented], [], []]);
  });

  it.each([
    ['Authorization', { authorization: 'TOKEN' }, ''],
    ['x-api-key', { 'x-api-key': 'TOKEN' }, ''],
    ['x-goog-api-key', { 'x-goog-api-key': 'TOKEN' }, ''],
    ['api-key', { 'api-key': 'TOKEN' }, ''],
    ['the query', {}, '?key=TOKEN&alt=sse'],
    ['one field of two', { authorization: 'Bearer unset', 'x-api-key': 'TOKEN' }, ''],
  ])('is known by a token in %s, which goes no further', async (_, headers, query) => {
    const scripted = await givenScripted({ turns }, KEY);
    const given = await givenGateway([{ url: scripted.url }]);
    const filled = Object.fromEntries(
      Object.entries<string>(headers).map(([name, value]) => [
        name,
        value.replace('TOKEN', name === 'authorization' ? `Bearer ${given.token}` : given.token),
      ]),
    );
    const path = `/v1/chat/completions${query.replace('TOKEN', given.token)}`;
    expect((await send(given, ask(), { path, headers: { authorization: undefined, ...filled } })).status).toBe(200);
    const [{ path: sent, headers: out }] = scripted.requests as [(typeof scripted.requests)[0]];
    expect(JSON.stringify([sent, out])).not.toContain(given.token);
    expect([sent, out.authorization]).toEqual([`/v1/chat/completions${query && '?alt=sse'}`, `Bearer ${KEY}`]);
  });
});

// Holds A2
describe('two runs in one gateway', () => {
  it('see nothing of each other', async () => {
    const scripted = await givenScripted({ turns });
    const [one, two] = [new Ledger(['ada']), new Ledger(['ada'])];
    const given = await givenGateway([{ url: scripted.url }], { accounts: [one, two] });
    const of = (ledger: Ledger) => ({ port: given.port, token: ledger.tokens.of('ada')! });
    await Promise.all([send(of(one), ask()), send(of(two), ask({ temperature: 1 })), send(of(two), ask())]);
    expect([one.ends.length, two.ends.length]).toEqual([1, 2]);
    one.stop.abort();
    one.refusal = { refused: 'stopped', message: 'the run is over' };
    expect([(await send(of(one), ask())).status, (await send(of(two), ask())).status]).toEqual([400, 200]);
  });
});
