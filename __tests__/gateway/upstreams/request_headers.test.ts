import fc from 'fast-check';
import { selectRequestHeaders } from '../../../src/gateway/upstreams/request_headers.js';
import { RESERVED_HEADERS } from '../../../src/gateway/upstreams/upstream.js';
import { dialectNames } from '../../../src/record/events/model_payloads.js';
import { ask, closeAll, givenGateway, givenScripted, KEY, send } from '../given.js';

afterEach(closeAll);

const raw = (headers: Record<string, string>) => Object.entries(headers).flat();

// Holds A2
describe('header fields of an agent', () => {
  it.each([
    'x-portkey-custom-host',
    'x-portkey-provider',
    'helicone-target-url',
    'helicone-auth',
    'x-envoy-original-dst-host',
    'x-litellm-api-base',
    'cf-aig-authorization',
    'x-target-host',
    'x-forwarded-host',
    'x-original-url',
    'x-http-method-override',
    'x-goog-fieldmask',
    'x-goog-user-project',
    'x-goog-request-params',
    'openai-organization',
    'openai-project',
    'idempotency-key',
    'anthropic_beta',
    'x-stainless-lang',
  ])('do not reach an upstream in any format unless they are known, and are named: %s', (name) => {
    for (const dialect of dialectNames)
      expect(selectRequestHeaders(raw({ [name]: 'http://127.0.0.1:1/v1' }), dialect)).toEqual({
        sent: {},
        dropped: [name],
      });
  });

  it.each([
    ['chat', 'OpenAI-Beta', 'assistants=v2'],
    ['responses', 'openai-beta', 'responses=experimental'],
    ['messages', 'Anthropic-Version', '2023-06-01'],
    ['messages', 'anthropic-beta', 'context-1m-2025-08-07,interleaved-thinking-2025-05-14'],
    ['gemini', 'x-goog-api-client', 'google-genai-sdk/1.0'],
    ['gemini', 'User-Agent', 'GeminiCLI/0.61.0'],
  ] as const)('reach it where the provider of the format documents them: %s %s', (dialect, name, value) => {
    expect(selectRequestHeaders(raw({ [name]: value }), dialect)).toEqual({
      sent: { [name.toLowerCase()]: value },
      dropped: [],
    });
  });

  it('of one format do not pass with another', () => {
    expect(selectRequestHeaders(raw({ 'anthropic-beta': 'a' }), 'gemini')).toEqual({
      sent: {},
      dropped: ['anthropic-beta'],
    });
  });

  it('that the operator allows for an upstream pass there, but none that is ours or of the connection', () => {
    const allowed = ['x-team', ...RESERVED_HEADERS, 'connection', 'te'];
    const given = raw({
      'X-Team': 'a',
      te: 'trailers',
      ...Object.fromEntries([...RESERVED_HEADERS].map((n) => [n, 'x'])),
    });
    expect(selectRequestHeaders(given, 'chat', allowed)).toEqual({ sent: { 'x-team': 'a' }, dropped: [] });
  });

  it('that stand there twice are one list', () => {
    expect(selectRequestHeaders(['anthropic-beta', 'a', 'Anthropic-Beta', 'b'], 'messages').sent).toEqual({
      'anthropic-beta': 'a, b',
    });
  });

  it('are all told: what is sent or dropped, each name once, and nothing else passes', () => {
    const known = ['user-agent', 'openai-beta', 'anthropic-version', 'x-custom', 'x-host', 'authorization', 'host'];
    const fields = fc.array(fc.tuple(fc.constantFrom(...known), fc.string({ unit: 'grapheme-ascii' })), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(fields, fc.constantFrom(...dialectNames), (given, dialect) => {
        const { sent, dropped } = selectRequestHeaders(given.flat(), dialect);
        const names = [...Object.keys(sent), ...dropped].sort();
        expect(names).toEqual(
          [...new Set(given.map(([name]) => name))].filter((name) => !RESERVED_HEADERS.has(name)).sort(),
        );
        expect(Object.keys(sent)).not.toContain('x-host');
      }),
    );
  });
});

describe('a request that goes on', () => {
  it('carries what is known, and the account is told what was sent and what was not', async () => {
    const scripted = await givenScripted({ turns: [{ say: 'x' }] }, KEY);
    const given = await givenGateway([{ url: scripted.url, headers: ['x-team'] }]);
    const headers = {
      'x-portkey-custom-host': 'http://127.0.0.1:18999/v1',
      'anthropic-beta': 'context-1m-2025-08-07',
      'x-api-key': given.token,
      'x-team': 'blue',
    };
    const path = '/v1/messages';
    expect((await send(given, ask({ max_tokens: 10 }), { path, headers })).status).toBe(200);
    const [{ headers: out }] = scripted.requests as [(typeof scripted.requests)[0]];
    expect(Object.keys(out).filter((name) => name.startsWith('x-'))).toEqual(['x-team']);
    expect(given.ledger.sent[0]!.headers).toEqual({
      sent: { 'anthropic-beta': 'context-1m-2025-08-07', 'x-team': 'blue' },
      dropped: ['x-portkey-custom-host'],
    });
  });

  it('without any has nothing to tell', async () => {
    const scripted = await givenScripted({ turns: [{ say: 'x' }] }, KEY);
    const given = await givenGateway([{ url: scripted.url }]);
    await send(given, ask());
    expect(given.ledger.sent).toEqual([{ body: null, steering: undefined }]);
  });
});
