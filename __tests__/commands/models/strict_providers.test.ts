import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { modelOptionsSchema } from '../../../src/commands/models/model_options.js';
import { readUpstreamDeclarations } from '../../../src/commands/models/read_upstream_declarations.js';
import { resolveUpstream } from '../../../src/commands/models/resolve_upstream.js';
import { closeAll, givenGateway, send } from '../../gateway/given.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenStrictProvider, type StrictProvider } from './given_strict_provider.js';

const room = givenRoom();
const open: StrictProvider[] = [];
afterEach(async () => {
  await closeAll();
  for (const one of open.splice(0)) await one.close();
});
afterAll(cleanUp);

const KEY = 'sk-test-4f1d9b7c20a8';
const CHAT = ['/v1/chat/completions', { model: 'm', messages: [] }] as const;
const RESPONSES = ['/v1/responses', { model: 'm', input: 'hello' }] as const;
const MESSAGES = ['/v1/messages', { model: 'm', max_tokens: 9, messages: [] }] as const;
const GEMINI = ['/v1beta/models/m:generateContent', { contents: [] }] as const;
const bearer = { header: 'authorization', value: `Bearer ${KEY}` };
const azure = { header: 'api-key', value: KEY };

/** An upstream as a person writes it, the endpoint that its provider documents, and what an agent sends. */
interface Case {
  written: { flag: string } | { entry: { url: string; [key: string]: unknown } };
  endpoint: { target: string; header: string; value: string };
  asks: readonly [path: string, body: object];
  /** What must arrive; default: what was sent. */
  body?: object;
}
const VERTEX = '/v1/projects/p/locations/europe-west1';
const cases: Record<string, Case> = {
  'z.ai': {
    written: { flag: '/api/paas/v4' },
    endpoint: { target: '/api/paas/v4/chat/completions', ...bearer },
    asks: CHAT,
  },
  'z.ai as a preset, with a slash at the end': {
    written: { flag: 'z-ai:/api/paas/v4/' },
    endpoint: { target: '/api/paas/v4/chat/completions', ...bearer },
    asks: CHAT,
  },
  "z.ai's messages": {
    written: { entry: { url: '/api/anthropic', key: { env: 'KEY', header: 'x-api-key' } } },
    endpoint: { target: '/api/anthropic/v1/messages', header: 'x-api-key', value: KEY },
    asks: MESSAGES,
  },
  "Google's OpenAI-compatible": {
    written: { flag: '/v1beta/openai/' },
    endpoint: { target: '/v1beta/openai/chat/completions', ...bearer },
    asks: CHAT,
  },
  'the same as a preset': {
    written: { entry: { preset: 'google-openai', url: '/v1beta/openai' } },
    endpoint: { target: '/v1beta/openai/chat/completions', ...bearer },
    asks: CHAT,
  },
  'Google itself': {
    written: { entry: { preset: 'google', url: '/v1beta' } },
    endpoint: { target: '/v1beta/models/m:generateContent', header: 'x-goog-api-key', value: KEY },
    asks: GEMINI,
  },
  'GitHub Models': {
    written: { flag: '/inference' },
    endpoint: { target: '/inference/chat/completions', ...bearer },
    asks: CHAT,
  },
  'GitHub Models of an organisation': {
    written: { flag: 'github:/orgs/o/inference' },
    endpoint: { target: '/orgs/o/inference/chat/completions', ...bearer },
    asks: CHAT,
  },
  'a deployment of Azure, as its page shows the address': {
    written: { flag: 'azure-deployment:/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21' },
    endpoint: { target: '/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21', ...azure },
    asks: ['/v1/chat/completions?api-version=1999-01-01', CHAT[1]],
  },
  'a deployment of Azure in a file': {
    written: {
      entry: { preset: 'azure-deployment', url: '/openai/deployments/gpt-4o', api_version: '2024-10-21' },
    },
    endpoint: { target: '/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21', ...azure },
    asks: CHAT,
  },
  'Azure with a version in its path': {
    written: { flag: 'azure:/openai/v1' },
    endpoint: { target: '/openai/v1/responses', ...azure },
    asks: RESPONSES,
  },
  'the same with a preview': {
    written: { flag: 'azure:/openai/v1?api-version=preview' },
    endpoint: { target: '/openai/v1/chat/completions?api-version=preview', ...azure },
    asks: CHAT,
  },
  'Vertex, OpenAI-compatible': {
    written: { flag: `vertex:${VERTEX}/endpoints/openapi` },
    endpoint: { target: `${VERTEX}/endpoints/openapi/chat/completions`, ...bearer },
    asks: CHAT,
  },
  "Vertex, Gemini's own format": {
    written: { flag: `vertex-gemini:${VERTEX}/publishers/google` },
    endpoint: { target: `${VERTEX}/publishers/google/models/m:streamGenerateContent?alt=sse`, ...bearer },
    asks: ['/v1beta/models/m:streamGenerateContent?alt=sse', GEMINI[1]],
  },
  "Vertex, Anthropic's models": {
    written: { flag: `vertex-anthropic:${VERTEX}/publishers/anthropic` },
    endpoint: {
      target: `${VERTEX}/publishers/anthropic/models/claude-sonnet-4-5@20250929:streamRawPredict`,
      ...bearer,
    },
    asks: ['/v1/messages', { model: 'claude-sonnet-4-5@20250929', max_tokens: 9, messages: [], stream: true }],
    body: { anthropic_version: 'vertex-2023-10-16', max_tokens: 9, messages: [], stream: true },
  },
  "Vertex, a count of tokens of Anthropic's": {
    written: { flag: `vertex-anthropic:${VERTEX}/publishers/anthropic` },
    endpoint: { target: `${VERTEX}/publishers/anthropic/models/count-tokens:rawPredict`, ...bearer },
    asks: ['/v1/messages/count_tokens', { model: 'm', messages: [] }],
  },
  Bedrock: {
    written: { flag: 'bedrock:/openai/v1' },
    endpoint: { target: '/openai/v1/chat/completions', ...bearer },
    asks: CHAT,
  },
  OpenRouter: {
    written: { flag: 'openrouter:/api/v1' },
    endpoint: { target: '/api/v1/chat/completions', ...bearer },
    asks: CHAT,
  },
  'Mistral, by its host alone': {
    written: { flag: 'mistral:' },
    endpoint: { target: '/v1/chat/completions', ...bearer },
    asks: CHAT,
  },
  'a server without any version, by the whole address': {
    written: { flag: '/chat/completions' },
    endpoint: { target: '/chat/completions', ...bearer },
    asks: CHAT,
  },
  'the same by the switch': {
    written: { entry: { url: '/llm', base: 'exact', key: { env: 'KEY' } } },
    endpoint: { target: '/llm/chat/completions', ...bearer },
    asks: CHAT,
  },
  'a server with two versions, by the switch': {
    written: { entry: { url: '/proxy/v4', base: 'versioned', key: { env: 'KEY' } } },
    endpoint: { target: '/proxy/v4/v1/chat/completions', ...bearer },
    asks: CHAT,
  },
};

/** Opens what was written, at the address of the strict server. */
function openedAt(origin: string, written: Case['written']) {
  let order: { upstreams: string[]; key_env?: string; file?: string };
  if ('flag' in written) {
    const [, preset = '', path] = /^([a-z-]+:)?(.*)$/.exec(written.flag)!;
    order = { upstreams: [`${preset}${origin}${path}`], key_env: 'KEY' };
  } else {
    const { url, ...rest } = written.entry;
    const entry = { name: 'strict', key: { env: 'KEY' }, ...rest, url: `${origin}${url}` };
    writeFileSync(join(room, 'models.yml'), stringify({ upstreams: [entry] }));
    order = { upstreams: [], file: 'models.yml' };
  }
  const [{ upstream, at }] = readUpstreamDeclarations(modelOptionsSchema.parse(order), room) as [never];
  return resolveUpstream(upstream, at, () => KEY).upstream;
}

// Holds A2
describe('requests reach exactly the path, query and key header that a provider documents', () => {
  it.each(Object.entries(cases))('%s', async (_, { written, endpoint, asks: [path, body], body: wanted = body }) => {
    const strict = await givenStrictProvider(endpoint);
    open.push(strict);
    const given = await givenGateway([openedAt(strict.origin, written)]);
    const { status } = await send(given, JSON.stringify(body), { path });
    expect([status, strict.asked, strict.bodies]).toEqual([200, [`POST ${endpoint.target} 200`], [wanted]]);
  });
});
