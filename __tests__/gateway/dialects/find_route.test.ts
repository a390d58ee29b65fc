import { findRoute } from '../../../src/gateway/dialects/find_route.js';

describe('where a request belongs', () => {
  it.each([
    ['/v1/chat/completions', { dialect: 'chat', operation: 'generate' }],
    ['/chat/completions', { dialect: 'chat', operation: 'generate' }],
    ['/v1/chat/completions/?x=1', { dialect: 'chat', operation: 'generate' }],
    ['/v1/responses', { dialect: 'responses', operation: 'generate' }],
    ['/responses', { dialect: 'responses', operation: 'generate' }],
    ['/v1/responses/input_tokens', { dialect: 'responses', operation: 'count-tokens' }],
    ['/v1/messages?beta=true', { dialect: 'messages', operation: 'generate' }],
    ['/v1/messages/count_tokens', { dialect: 'messages', operation: 'count-tokens' }],
    [
      '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
      { dialect: 'gemini', operation: 'generate', model: 'gemini-2.5-flash', stream: true },
    ],
    ['/v1/models/m:generateContent', { dialect: 'gemini', operation: 'generate', model: 'm', stream: false }],
    [
      '/v1beta/models/a%2Fb:7b:countTokens',
      { dialect: 'gemini', operation: 'count-tokens', model: 'a/b:7b', stream: false },
    ],
  ])('POST %s', (target, route) => {
    expect(findRoute('POST', target)).toEqual({ kind: 'model', route });
  });

  it.each([
    ['/v1/models', { dialect: 'chat', model: null }],
    ['/models', { dialect: 'chat', model: null }],
    ['/v1/models/qwen%2Fqwen3', { dialect: 'chat', model: 'qwen/qwen3' }],
    ['/v1beta/models?pageSize=50', { dialect: 'gemini', model: null }],
    ['/v1beta/models/gemini-2.5-pro', { dialect: 'gemini', model: 'gemini-2.5-pro' }],
  ])('GET %s asks for models', (target, list) => {
    expect(findRoute('GET', target)).toEqual({ kind: 'list', ...list });
  });

  it.each([
    ['GET', '/v1/chat/completions', 'chat'],
    ['POST', '/v1/models', 'chat'],
    ['POST', '/v1/embeddings', 'chat'],
    ['POST', '/v1/responses/resp_1/cancel', 'responses'],
    ['POST', '/v1/messages/batches', 'messages'],
    ['POST', '/v1beta/models/m:embedContent', 'gemini'],
    ['POST', '/v1beta/models/:generateContent', 'gemini'],
    ['POST', '/v1beta/models/..%2F..%2Fadmin:generateContent', 'gemini'],
    ['POST', '/v1beta/models/%E0%A4%A:generateContent', 'gemini'],
    ['GET', '/v1/models/../../secrets', 'chat'],
    ['POST', '/v1/../v1/messages', 'messages'],
    ['POST', 'http://elsewhere/v1/chat/completions', 'chat'],
    ['POST', '/__proto__', 'chat'],
    ['POST', '/v1/constructor', 'chat'],
    ['POST', '', 'chat'],
    ['DELETE', '*', 'chat'],
  ])('%s %s goes nowhere, and is told so as its client understands it', (method, target, dialect) => {
    expect(findRoute(method, target)).toMatchObject({ kind: 'nowhere', dialect });
  });

  it('says what is there, and when /v1 is there twice', () => {
    expect(findRoute('POST', '/v1/v1/messages')).toEqual({
      kind: 'nowhere',
      dialect: 'messages',
      message:
        'this gateway has no POST /v1/v1/messages; the base URL of the client has /v1 once too often; it has POST /v1/chat/completions, /v1/responses, /v1/messages, /v1/messages/count_tokens, /v1beta/models/MODEL:generateContent, :streamGenerateContent, :countTokens, and GET /v1/models',
    });
  });
});
