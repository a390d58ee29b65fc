import { findMediaParts } from '../../../src/gateway/dialects/find_media_parts.js';
import { createMeter } from '../../../src/gateway/meter/create_meter.js';
import { createPriceBook } from '../../../src/gateway/meter/create_price_book.js';
import { estimateMediaTokens } from '../../../src/gateway/meter/estimate_media_tokens.js';
import type { DialectName } from '../../../src/record/events/model_payloads.js';
import { ask, closeAll, givenGateway, givenScripted, send } from '../given.js';
import { jpeg, png } from './given_images.js';

afterEach(closeAll);

const b64 = (bytes: Buffer) => bytes.toString('base64');
const url = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${b64(bytes)}`;
const part = (value: object, dialect: DialectName = 'chat') =>
  findMediaParts(
    [
      {
        role: 'user',
        value: dialect === 'gemini' ? { parts: [value] } : { role: 'user', content: [value] },
        calls: [],
        results: [],
      },
    ],
    dialect,
  );
const providers = { chat: 'openai', responses: 'openai', messages: 'anthropic', gemini: 'google' } as const;
const image: Record<DialectName, (data: Buffer) => object> = {
  chat: (data) => ({ type: 'image_url', image_url: { url: url(data) } }),
  responses: (data) => ({ type: 'input_image', image_url: url(data) }),
  messages: (data) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: b64(data) } }),
  gemini: (data) => ({ inlineData: { mimeType: 'image/png', data: b64(data) } }),
};
const tokensOf = (dialect: DialectName, data: Buffer, model = 'm', provider: string | undefined = providers[dialect]) =>
  estimateMediaTokens(part(image[dialect](data), dialect), dialect, model, provider);

// Holds R8
describe('an inline image', () => {
  // 85 + 170 for each of 4 tiles, or 1,024 patches at 2.46; 1,000,000 / 750; one number for an image.
  it.each<[DialectName, number, number, number]>([
    ['chat', 1024, 1024, 2520],
    ['responses', 1024, 1024, 2520],
    ['messages', 1000, 1000, 1334],
    ['messages', 8000, 8000, 4784],
    ['gemini', 384, 384, 2240],
    ['gemini', 3072, 3072, 16 * 258],
    ['chat', 4000, 4000, 10_000],
  ])('has as many tokens as the provider documents, by its size: %s %i × %i', (dialect, width, height, tokens) => {
    const data = png(width, height, 100_000);
    expect(tokensOf(dialect, data)).toEqual({ bytes: b64(data).length, tokens });
  });

  it.each<[DialectName, number]>([
    ['chat', 10_000],
    ['responses', 10_000],
    ['messages', 4_784],
    ['gemini', 6_192],
  ])('has the most that there is where its size cannot be read: %s', (dialect, tokens) => {
    expect(tokensOf(dialect, Buffer.alloc(1_000, 7)).tokens).toBe(tokens);
  });

  it('has never more than one whose size is unknown', () => {
    for (const dialect of ['chat', 'messages', 'gemini'] as const)
      for (const provider of [providers[dialect], undefined])
        for (const [width, height] of [
          [1, 1],
          [50, 9000],
          [9000, 50],
          [3000, 400],
          [99_999, 99_999],
        ] as const)
          expect(tokensOf(dialect, png(width, height), 'm', provider).tokens).toBeLessThanOrEqual(
            tokensOf(dialect, Buffer.from('?'), 'm', provider).tokens,
          );
  });

  it('of a model that counts more for a tile has more', () => {
    expect(tokensOf('chat', png(1024, 1024), 'gpt-4o-mini').tokens).toBe(2_833 + 4 * 5_667);
  });

  it('of a provider whose rule is not known has the most by any rule', () => {
    expect(tokensOf('messages', png(1000, 1000), 'm', 'somebody').tokens).toBe(Math.ceil(1024 * 2.46));
  });
});

describe('parts of a message', () => {
  const pdf = Buffer.from('%PDF-1.4 /Type /Pages /Count 3 /Type /Page /Type/Page');
  it.each<[string, DialectName, object, number]>([
    [
      'a document',
      'messages',
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: b64(pdf) } },
      24_000,
    ],
    ['a file of a chat', 'chat', { type: 'file', file: { file_data: url(pdf, 'application/pdf') } }, 24_000],
    ['a file of responses', 'responses', { type: 'input_file', file_data: url(pdf, 'application/pdf') }, 24_000],
    ['a document of Gemini', 'gemini', { inline_data: { mime_type: 'application/pdf', data: b64(pdf) } }, 24_000],
    ['sound', 'chat', { type: 'input_audio', input_audio: { data: b64(Buffer.alloc(3200)), format: 'wav' } }, 201],
    ['a video', 'gemini', { inlineData: { mimeType: 'video/mp4', data: b64(Buffer.alloc(3200)) } }, 201],
    ['an image in a result', 'messages', { type: 'tool_result', content: [image.messages(png(1000, 1000))] }, 1334],
    ['an image elsewhere', 'chat', { type: 'image_url', image_url: { url: 'https://example.org/a.png' } }, 10_000],
  ])('that are no text have tokens of their own: %s', (_, dialect, value, tokens) => {
    expect(estimateMediaTokens(part(value, dialect), dialect, 'm', providers[dialect]).tokens).toBe(tokens);
  });

  it.each<[string, DialectName, object]>([
    ['an image in a text', 'chat', { type: 'text', text: url(png(10, 10)) }],
    ['an image beside a text', 'chat', { type: 'text', text: 'a', image_url: { url: url(png(10, 10)) } }],
    ['a text as a file', 'responses', { type: 'input_file', file_data: url(Buffer.from('a'), 'text/plain') }],
    [
      'a document of text',
      'messages',
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' } },
    ],
    [
      'arguments of a call',
      'messages',
      { type: 'tool_use', input: { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'a' } } },
    ],
    [
      'a document whose pages cannot be counted',
      'gemini',
      { inlineData: { mimeType: 'application/pdf', data: 'JVBERi0=' } },
    ],
  ])('that are text stay text: %s', (_, dialect, value) => {
    expect(estimateMediaTokens(part(value, dialect), dialect, 'm', providers[dialect])).toEqual({
      bytes: 0,
      tokens: 0,
    });
  });
});

describe('a cap on tokens', () => {
  it('lets a screenshot of a megabyte through that fits by its size, in every format', async () => {
    const scripted = await givenScripted({ turns: [{ say: 'x' }] });
    const meter = createMeter({ usd: null, tokens: 50_000, requests: null }, createPriceBook(undefined, new Date()));
    const { ledger, ...gateway } = await givenGateway([{ url: scripted.url, provider: undefined }]);
    const shot = jpeg(1920, 1080, 60_000);
    const whole = Buffer.concat([shot, Buffer.alloc(1_000_000 - shot.length)]);
    const bodies = {
      '/v1/chat/completions': ask({ messages: [{ role: 'user', content: [image.chat(whole)] }] }),
      '/v1/responses': ask({ input: [{ role: 'user', content: [image.responses(whole)] }] }),
      '/v1/messages': ask({ max_tokens: 9, messages: [{ role: 'user', content: [image.messages(whole)] }] }),
      '/v1beta/models/m:generateContent': JSON.stringify({ contents: [{ parts: [image.gemini(whole)] }] }),
    };
    for (const [path, body] of Object.entries(bodies)) {
      expect((await send(gateway, body, { path })).status).toBe(200);
      const { untexted, body: sent } = ledger.incoming.at(-1)!;
      const given = { model: 'm', provider: undefined, max_tokens: 1_000, answers: 1 };
      expect(untexted!.tokens).toBe(3_779);
      expect(meter.reserve({ ...given, input_bytes: sent.bytes })).toMatchObject({ refused: 'token-cap' });
      const reserved = meter.reserve({ ...given, input_bytes: sent.bytes - untexted!.bytes, untexted });
      expect(reserved).toMatchObject({ max_tokens: 1_000 });
      if ('settle' in reserved) {
        const told = {
          input_tokens: 2_000,
          cached_input_tokens: 0,
          cache_write_tokens: 0,
          output_tokens: 1,
          reasoning_tokens: 0,
          source: 'reported',
        } as const;
        expect(reserved.settle(told, { sent: true, output_bytes: 1 }).usage).toEqual(told);
      }
    }
  });
});
