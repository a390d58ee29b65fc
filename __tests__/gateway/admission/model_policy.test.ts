import { ask, closeAll, givenGateway, givenScripted, givenWire, send } from '../given.js';

afterEach(closeAll);

const held = { name: 'small-1', allowed: ['title-*'], providers: ['acme'] };

async function given(model = held) {
  const scripted = await givenScripted({ turns: [{ say: 'x' }, { say: 'y' }] });
  return { scripted, ...(await givenGateway([{ url: scripted.url }], { model })) };
}

// Holds A2
describe('a run that is for one model', () => {
  it.each([
    ['chat', '/v1/chat/completions'],
    ['responses', '/v1/responses'],
    ['messages', '/v1/messages'],
    ['messages, counting tokens', '/v1/messages/count_tokens'],
    ['gemini', '/v1beta/models/large-2:generateContent'],
  ])('refuses another before it is sent, and writes it down: %s', async (_, path) => {
    const { scripted, ledger, ...gateway } = await given();
    const body = JSON.stringify({
      model: path.includes('v1beta') ? undefined : 'large-2',
      messages: [{ role: 'user', content: 'a' }],
      input: 'a',
      contents: [{ parts: [{ text: 'a' }] }],
      max_tokens: 10,
    });
    const reply = await send(gateway, body, { path });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('gatebench_other-model')]);
    expect(reply.text).toContain('small-1 and title-*');
    expect(ledger.away).toMatchObject([
      { code: 'other-model', status: 400, message: expect.stringContaining('large-2') },
    ]);
    expect([scripted.requests, ledger.incoming]).toEqual([[], []]);
  });

  it.each(['small-1', 'acme/small-1', 'models/small-1', 'title-3'])(
    'lets through what it allows: %s',
    async (model) => {
      const { scripted, ...gateway } = await given();
      expect((await send(gateway, ask({ model }))).status).toBe(200);
      expect(scripted.requests.length).toBe(1);
    },
  );

  it.each([
    ['an advisor', '/v1/messages', { tools: [{ type: 'advisor_20260301', name: 'advisor', model: 'large-2' }] }],
    ['an image', '/v1/responses', { tools: [{ type: 'image_generation', model: 'gpt-image-1' }] }],
    ['an image of the usual model', '/v1/responses', { tools: [{ type: 'image_generation' }] }],
    [
      'one in a namespace',
      '/v1/responses',
      { tools: [{ type: 'namespace', tools: [{ type: 'x', model: 'large-2' }] }] },
    ],
    [
      'one in its settings',
      '/v1/chat/completions',
      { tools: [{ type: 'x:advisor', parameters: { Model: 'large-2' } }] },
    ],
  ])('holds for the tools of the provider as well: %s', async (_, path, more) => {
    const { scripted, ledger, ...gateway } = await given();
    const reply = await send(gateway, ask({ model: 'small-1', input: 'a', max_tokens: 10, ...more }), { path });
    expect([reply.status, ledger.away]).toMatchObject([400, [{ code: 'other-model' }]]);
    expect(scripted.requests).toEqual([]);
  });

  it.each([
    ['the same model', '/v1/messages', { type: 'advisor_20260301', name: 'advisor', model: 'small-1' }],
    [
      'a parameter of that name',
      '/v1/messages',
      { name: 'f', input_schema: { properties: { model: { const: 'x' } } } },
    ],
    ['no model at all', '/v1/responses', { type: 'web_search' }],
  ])('lets through a tool with %s', async (_, path, tool) => {
    const { scripted, ...gateway } = await given();
    await send(gateway, ask({ model: 'small-1', input: 'a', max_tokens: 10, tools: [tool] }), { path });
    expect(scripted.requests).toHaveLength(1);
  });

  it('is in the list, by itself as well, where the upstream has no list', async () => {
    const wire = await givenWire((socket) => socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'));
    const gateway = await givenGateway([{ url: wire.url }], { model: { ...held, allowed: ['title-*', 'small-2'] } });
    const { json } = await send(gateway, undefined, { method: 'GET', path: '/v1/models' });
    expect((json as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(['small-1', 'small-2']);
    for (const [name, status] of [
      ['small-1', 200],
      ['large-2', 404],
    ] as const)
      expect((await send(gateway, undefined, { method: 'GET', path: `/v1/models/${name}` })).status).toBe(status);
    const other = await givenGateway([{ url: wire.url, models: ['large-*'] }], { model: held });
    expect((await send(other, undefined, { method: 'GET', path: '/v1/models/small-1' })).status).toBe(404);
  });

  it('is asked for by the name that the upstream has for it, with the provider before it as well', async () => {
    const scripted = await givenScripted({ turns: [{ say: 'x' }] });
    const rename = { 'small-1': 'vendor/Small' };
    const gateway = await givenGateway([{ url: scripted.url, provider: 'acme', rename }], { model: held });
    for (const model of ['small-1', 'acme/small-1']) await send(gateway, ask({ model }));
    const sent = scripted.requests.map(({ body }) => JSON.parse(body.toString()).model);
    expect(sent).toEqual(['vendor/Small', 'vendor/Small']);
  });

  it('lists no others', async () => {
    const scripted = await givenScripted({ turns: [{ say: 'x' }] });
    const upstreams = [{ url: scripted.url, models: ['small-1', 'large-2', 'title-3'] }];
    const gateway = await givenGateway(upstreams, { model: held });
    const { json } = await send(gateway, undefined, { method: 'GET', path: '/v1/models' });
    expect((json as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(['small-1', 'title-3']);
  });
});
