import fc from 'fast-check';
import { parseBaseUrl } from '../../../src/commands/models/base_url.js';
import { buildEndpointAddress } from '../../../src/gateway/upstreams/upstream.js';

/** The address that chat completions of a base URL go to. */
const chatAt = (text: string, base?: 'exact' | 'versioned'): string => {
  const place = parseBaseUrl(text, base);
  return 'problem' in place ? place.problem : buildEndpointAddress(place, 'chat');
};

describe('a base URL whose last part is a version or a known suffix is taken as it stands, any other gets /v1', () => {
  it.each([
    ['https://h.test', 'https://h.test/v1/chat/completions'],
    ['https://h.test/', 'https://h.test/v1/chat/completions'],
    ['https://h.test/v1', 'https://h.test/v1/chat/completions'],
    ['https://h.test/v1beta', 'https://h.test/v1/chat/completions'],
    ['https://h.test/proxy/v1/', 'https://h.test/proxy/v1/chat/completions'],
    ['https://h.test/proxy', 'https://h.test/proxy/v1/chat/completions'],
    ['https://h.test/api/paas/v4', 'https://h.test/api/paas/v4/chat/completions'],
    ['https://h.test/v2', 'https://h.test/v2/chat/completions'],
    ['https://h.test/v1alpha', 'https://h.test/v1alpha/chat/completions'],
    ['https://h.test/v1beta/openai/', 'https://h.test/v1beta/openai/chat/completions'],
    ['https://h.test/inference', 'https://h.test/inference/chat/completions'],
    ['https://h.test/inference/v1', 'https://h.test/inference/v1/chat/completions'],
    ['https://h.test/openai/v1', 'https://h.test/openai/v1/chat/completions'],
    ['https://h.test/openai/deployments/v5', 'https://h.test/openai/deployments/v5/chat/completions'],
    ['https://h.test/serving-endpoints', 'https://h.test/serving-endpoints/chat/completions'],
    ['https://h.test/chat/completions', 'https://h.test/chat/completions'],
    ['https://h.test/v1/chat/completions', 'https://h.test/v1/chat/completions'],
    ['https://h.test/x/responses/', 'https://h.test/x/chat/completions'],
    ['https://h.test/anthropic/v1/messages', 'https://h.test/anthropic/v1/chat/completions'],
    ['https://r.openai.azure.com', 'https://r.openai.azure.com/openai/v1/chat/completions'],
    ['https://r.services.ai.azure.com/openai', 'https://r.services.ai.azure.com/openai/v1/chat/completions'],
    ['https://h.test/x?api-version=preview', 'https://h.test/x/v1/chat/completions?api-version=preview'],
  ])('%s', (text, address) => {
    expect(chatAt(text)).toBe(address);
  });

  it.each([
    ['https://h.test/llm', 'exact', 'https://h.test/llm/chat/completions'],
    ['https://h.test/v1/', 'exact', 'https://h.test/v1/chat/completions'],
    ['https://h.test/v4', 'versioned', 'https://h.test/v4/v1/chat/completions'],
    ['https://h.test/v1', 'versioned', 'https://h.test/v1/chat/completions'],
    ['https://r.openai.azure.com/openai', 'exact', 'https://r.openai.azure.com/openai/chat/completions'],
  ] as const)('unless it is said: %s is %s', (text, base, address) => {
    expect(chatAt(text, base)).toBe(address);
  });

  it('but for Anthropic’s models on Vertex, which have a path of their own', () => {
    const text = 'https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/anthropic';
    const place = parseBaseUrl(text);
    expect('problem' in place ? place : buildEndpointAddress(place, 'messages')).toBe(
      `${text}/models/MODEL:rawPredict`,
    );
    expect(parseBaseUrl(text, 'exact')).toMatchObject({ base: 'exact' });
  });

  it('is the same when the address that it leads to is written instead', () => {
    const part = fc.constantFrom(
      'v1',
      'v1beta',
      'v4',
      'openai',
      'inference',
      'api',
      'deployments',
      'chat',
      'x',
      'models',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), fc.boolean(), (parts, slash) => {
        const address = chatAt(`https://h.test/${parts.join('/')}${slash ? '/' : ''}`);
        expect(chatAt(address)).toBe(address);
      }),
    );
  });

  it('leads nowhere but to its own origin, or is a problem told without it', () => {
    const text = fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(text, (given) => {
        const place = parseBaseUrl(given);
        if ('problem' in place) expect(place.problem.length).toBeLessThan(120);
        else expect(new URL(buildEndpointAddress(place, 'chat')).origin).toBe(new URL(given).origin);
      }),
    );
  });
});
