import { ask, closeAll, givenGateway, givenScripted, Ledger, send } from '../given.js';

afterEach(closeAll);

const [CHAT, RESPONSES, MESSAGES] = ['/v1/chat/completions', '/v1/responses', '/v1/messages'];
const GEMINI = '/v1beta/models/m:generateContent';
const said = (part: object) => ({ messages: [{ role: 'user', content: [part] }] });
const brought = (part: object) => ({ input: [{ role: 'user', content: [part] }] });
const contents = (part: object = { text: 'hi' }) => ({ contents: [{ role: 'user', parts: [part] }] });
const F = { type: 'function', name: 'bash', parameters: {} };
const T = (name: string) => ({ name, input_schema: { type: 'object' } });
const W = { type: 'web_search_20250305', name: 'web_search' };
const PAGE = 'https://example.org/fix.pdf';

const given = async (confined: boolean) => {
  const scripted = await givenScripted({ turns: [{ say: 'x' }] });
  return { scripted, ...(await givenGateway([{ url: scripted.url }], { confined })) };
};

describe('what the provider would do outside of the sandbox', () => {
  it.each([
    ['a search', RESPONSES, { input: 'hi', tools: [{ type: 'web_search' }] }],
    ['a server that it calls', RESPONSES, { input: 'hi', tools: [{ type: 'mcp', server_url: 'https://example.org' }] }],
    ['one in a namespace', RESPONSES, { input: 'hi', tools: [{ type: 'namespace', tools: [{ type: 'mcp' }] }] }],
    ['one that comes with a message', RESPONSES, { input: [{ type: 'tool_search_output', tools: [{ type: 'mcp' }] }] }],
    [
      'a shell of its own',
      RESPONSES,
      { input: 'hi', tools: [{ type: 'shell', environment: { type: 'container_auto' } }] },
    ],
    ['a stored prompt', RESPONSES, { input: 'hi', prompt: { id: 'pmpt_1' } }],
    ['a page as a file', RESPONSES, brought({ type: 'input_file', file_url: PAGE })],
    ['a page as an image', RESPONSES, brought({ type: 'input_image', image_url: PAGE })],
    ['a search, asked for by a field', CHAT, { web_search_options: {} }],
    ['a search, asked for by a plugin', CHAT, { plugins: [{ id: 'web' }] }],
    ['a search, asked for by the name', CHAT, { model: 'vendor/model:online' }],
    ['a tool that is not in a list', CHAT, { tools: { type: 'web_search' } }],
    ['an image elsewhere', CHAT, said({ type: 'image_url', image_url: { url: PAGE } })],
    ['a search of messages', MESSAGES, { tools: [{ type: 'web_search_20250305', name: 'bash' }] }],
    ['servers of messages', MESSAGES, { mcp_servers: [{ type: 'url', url: 'https://example.org' }] }],
    [
      'a document in a result',
      MESSAGES,
      said({ type: 'tool_result', content: [{ source: { type: 'url', url: PAGE } }] }),
    ],
    ['a search of Gemini', GEMINI, { ...contents(), tools: [{ functionDeclarations: [], googleSearch: {} }] }],
    ['code of Gemini', GEMINI, { ...contents(), tools: [{ code_execution: {} }] }],
    ['a video of Gemini', GEMINI, contents({ fileData: { fileUri: ' HTTPS://youtu.be/x' } })],
    ['an answer of somebody else', RESPONSES, { input: 'hi', previous_response_id: 'resp_1' }],
    ['an item of somebody else', RESPONSES, { input: [{ type: 'item_reference', id: 'rs_1' }] }],
    ['an item by its id alone', RESPONSES, { input: [{ id: 'msg_1' }] }],
    ['a stored file', RESPONSES, brought({ type: 'input_file', file_id: 'file-1' })],
    ['a stored image', RESPONSES, brought({ type: 'input_image', file_id: 'file-1' })],
    ['a stored file of a chat', CHAT, said({ type: 'file', file: { file_id: 'file-1' } })],
    ['a stored sound of a chat', CHAT, { messages: [{ role: 'assistant', audio: { id: 'audio_1' } }] }],
    ['a stored file of messages', MESSAGES, said({ type: 'document', source: { type: 'file', file_id: 'file_1' } })],
    ['a file for a container', MESSAGES, said({ type: 'container_upload', file_id: 'file_1' })],
    ['a stored file of Gemini', GEMINI, contents({ fileData: { fileUri: 'files/abc' } })],
    ['what is stored of Gemini', GEMINI, { ...contents(), cachedContent: 'cachedContents/1' }],
  ])('does not pass: %s', async (_, path, more) => {
    const { scripted, ...gateway } = await given(true);
    const reply = await send(gateway, ask(path === GEMINI ? { ...more, model: undefined } : more), { path });
    expect([reply.status, gateway.ledger.away]).toMatchObject([400, [{ code: 'outside-sandbox', path }]]);
    expect([reply.text.includes('outside-sandbox'), scripted.requests]).toEqual([true, []]);
  });

  it.each([
    ['a search', RESPONSES, { input: 'hi', tools: [{ type: 'web_search' }, F] }, { tools: [F] }, ['web_search']],
    ['two of messages', MESSAGES, { tools: [T('a'), W, T('b'), W] }, { tools: [T('a'), T('b')] }, [W.type, W.type]],
    [
      'a search of Gemini',
      GEMINI,
      { ...contents(), tools: [{ functionDeclarations: [T('a')], googleSearch: {} }, { urlContext: {} }] },
      { tools: [{ functionDeclarations: [T('a')] }] },
      ['googleSearch', 'urlContext'],
    ],
  ])('is taken out beside tools of the client: %s', async (_, path, more, kept, withheld) => {
    const { scripted, ...gateway } = await given(true);
    const reply = await send(gateway, ask(path === GEMINI ? { ...more, model: undefined } : more), { path });
    expect(reply.status).toBe(200);
    expect(JSON.parse(scripted.requests[0]!.body.toString())).toMatchObject(kept);
    expect(JSON.parse(scripted.requests[0]!.body.toString()).tools).toHaveLength(kept.tools.length);
    expect(gateway.ledger.sent).toMatchObject([{ withheld, body: { sha256: expect.any(String) } }]);
  });

  it('is not taken out where it is what the request must use', async () => {
    const { scripted, ...gateway } = await given(true);
    const more = { input: 'hi', tools: [{ type: 'web_search' }, F], tool_choice: { type: 'web_search' } };
    expect((await send(gateway, ask(more), { path: RESPONSES })).status).toBe(400);
    expect(scripted.requests).toEqual([]);
  });

  it('passes where nobody set a limit', async () => {
    const { scripted, ...gateway } = await given(false);
    await send(gateway, ask({ tools: [{ type: 'web_search' }] }));
    expect(scripted.requests).toHaveLength(1);
  });

  it.each([
    ['an answer', RESPONSES, { input: 'hi', previous_response_id: 'resp_of_somebody_else' }],
    ['an item without a kind', RESPONSES, { input: [{ id: 'msg_1', type: null }] }],
    ['a file', RESPONSES, brought({ type: 'input_file', File_Id: 'file-1' })],
    ['a conversation', RESPONSES, { input: 'hi', conversation: { id: 'conv_1' } }],
    ['a container', MESSAGES, { container: 'container_1' }],
    ['a cache', GEMINI, { ...contents(), cachedContent: 'cachedContents/1' }],
    ['a cache, by way of another format', CHAT, { extra_body: { google: { cached_content: 'cachedContents/1' } } }],
  ])('does not pass where nobody set a limit either, if it is stored: %s', async (_, path, more) => {
    const { scripted, ...gateway } = await given(false);
    const reply = await send(gateway, ask(path === GEMINI ? { ...more, model: undefined } : more), { path });
    expect([reply.status, gateway.ledger.away]).toMatchObject([400, [{ code: 'outside-sandbox', path }]]);
    expect(scripted.requests).toEqual([]);
  });

  it.each([
    ['a tool', RESPONSES, { input: 'hi', tools: [{ type: 'function', Type: 'web_search' }] }],
    ['the kind of a tool', CHAT, { tools: [{ Type: 'web_search' }] }],
    ['an address', CHAT, said({ type: 'image_url', Image_Url: { URL: PAGE } })],
    ['a part', CHAT, { messages: [{ role: 'user', Content: [{ type: 'file', file: { fileId: 'file-1' } }] }] }],
  ])('does not pass in another spelling: %s', async (_, path, more) => {
    const { scripted, ...gateway } = await given(true);
    await send(gateway, ask(more), { path });
    expect([gateway.ledger.away, scripted.requests]).toMatchObject([[{ code: 'outside-sandbox' }], []]);
  });

  it.each([
    ['functions', CHAT, { tools: [{ type: 'function', function: { name: 'f' } }, { function: { name: 'g' } }] }],
    ['an image in the body', CHAT, said({ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } })],
    ['an address in a text', CHAT, said({ type: 'text', text: PAGE })],
    [
      'an address as an argument',
      MESSAGES,
      said({ type: 'tool_use', name: 'f', input: { file_url: PAGE, content: PAGE } }),
    ],
    [
      'tools of clients',
      MESSAGES,
      { tools: [{ name: 'f' }, { type: 'custom', name: 'g' }, { type: 'bash_20250124', name: 'bash' }] },
    ],
    [
      'tools in a namespace',
      RESPONSES,
      { input: 'hi', tools: [{ type: 'namespace', tools: [{ type: 'function', name: 'f' }] }] },
    ],
    ['functions of Gemini', GEMINI, { ...contents(), tools: [{ functionDeclarations: [{ name: 'f' }] }] }],
  ])('is nothing of %s', async (_, path, more) => {
    const { scripted, ...gateway } = await given(true);
    await send(gateway, ask(path === GEMINI ? { ...more, model: undefined } : more), { path });
    expect([gateway.ledger.away, scripted.requests.length]).toEqual([[], 1]);
  });
});

// Holds A2
describe('an answer that the provider keeps', () => {
  it.each([
    ['whole', false],
    ['streamed', true],
    ['where nobody set a limit', false, false],
  ])(
    'may be gone on from by those whose answer it was, and by nobody else: %s',
    async (_, streams, confined = true) => {
      const scripted = await givenScripted({ turns: [{ say: 'x', usage: { input: 700, output: 50 } }] });
      const [one, two] = [new Ledger(['ada']), new Ledger(['bob'])];
      const { port } = await givenGateway([{ url: scripted.url }], { confined, accounts: [one, two] });
      const as = (ledger: Ledger, name: string) => ({ port, token: ledger.tokens.of(name)! });
      const first = await send(as(one, 'ada'), ask({ input: 'hi', stream: streams }), { path: RESPONSES });
      const id = /"id":"(resp_[^"]+)"/.exec(first.text)![1]!;
      const item = /"id":"(msg_[^"]+)"/.exec(first.text)![1]!;
      for (const more of [
        { input: 'go', previous_response_id: id },
        { input: [{ type: 'item_reference', id: item }] },
      ]) {
        expect((await send(as(two, 'bob'), ask(more), { path: RESPONSES })).status).toBe(400);
        expect((await send(as(one, 'ada'), ask(more), { path: RESPONSES })).status).toBe(200);
      }
      expect(two.away.map(({ code }) => code)).toEqual(['outside-sandbox', 'outside-sandbox']);
      // What it stands for is reserved with it.
      expect(one.incoming.map(({ untexted }) => untexted)).toEqual([undefined, { bytes: 0, tokens: 750 }, undefined]);
    },
  );
});

describe('what could not be counted', () => {
  it.each([
    ['in the background', RESPONSES, { input: 'hi', background: true }],
    ['by other models', CHAT, { models: ['dear'] }],
    ['sooner', CHAT, { service_tier: 'priority' }],
    ['faster', MESSAGES, { speed: 'fast' }],
    ['as sound', CHAT, { modalities: ['text', 'audio'] }],
    ['as an image', GEMINI, { ...contents(), generationConfig: { responseModalities: ['IMAGE'] } }],
    ['by other models of a router', CHAT, { router_settings_override: { fallbacks: [{ m: ['dear'] }] } }],
    ['by a stored setting', CHAT, { preset: 'dear' }],
    ['by a route', CHAT, { route: 'fallback' }],
    ['at another address', CHAT, { api_base: 'https://example.org' }],
    ['at another base', CHAT, { base_url: 'https://example.org' }],
    ['by other models, said within', CHAT, { providerOptions: { gateway: { models: ['dear'] } } }],
    ['by another model, said within', CHAT, { extra_body: { model: 'dear' } }],
    ['without its limit', CHAT, { max_tokens: 1, extra_body: { max_tokens: 9999 } }],
    ['as sound alone', CHAT, { modalities: 'audio' }],
    ['by a model with two names', GEMINI, { ...contents(), model: 'models/dear' }],
  ])('is not asked for: %s', async (_, path, more) => {
    const { scripted, ...gateway } = await given(false);
    const reply = await send(gateway, ask(path === GEMINI ? { model: undefined, ...more } : more), { path });
    expect([reply.status, gateway.ledger.away, scripted.requests]).toMatchObject([400, [{ code: 'uncountable' }], []]);
  });

  it.each(['generateContentRequest', 'generate_content_request'])(
    'is not counted for another model: %s',
    async (name) => {
      const { scripted, ...gateway } = await given(false);
      const path = '/v1beta/models/m:countTokens';
      await send(gateway, JSON.stringify({ [name]: { model: 'models/dear', ...contents() } }), { path });
      expect([gateway.ledger.away, scripted.requests]).toMatchObject([[{ code: 'uncountable' }], []]);
      await send(gateway, JSON.stringify({ [name]: { model: 'models/m', ...contents() } }), { path });
      expect(scripted.requests).toHaveLength(1);
    },
  );

  it('is not asked for in another spelling, which some servers take for it', async () => {
    const { scripted, ...gateway } = await given(false);
    await send(gateway, ask({ Background: true }));
    expect([gateway.ledger.away, scripted.requests]).toMatchObject([[{ code: 'ambiguous-request' }], []]);
  });

  it('is no request for what is usual', async () => {
    const { scripted, ...gateway } = await given(false);
    await send(gateway, ask({ service_tier: 'flex', background: false, models: null, modalities: ['text'] }));
    await send(gateway, ask({ model: 'models/m', ...contents() }), { path: GEMINI });
    expect(scripted.requests).toHaveLength(2);
  });

  it('is no part of an address', async () => {
    const { scripted, ...gateway } = await given(false);
    const query = '?alt=sse&$alt=proto&fields=candidates&key=x&%24httpMethod=GET&beta=true&access_token=y';
    await send(gateway, ask(contents()), { path: `/v1beta/models/scripted:streamGenerateContent${query}` });
    expect(scripted.requests.map(({ path }) => path)).toEqual([
      '/v1beta/models/scripted:streamGenerateContent?alt=sse&beta=true',
    ]);
  });
});
