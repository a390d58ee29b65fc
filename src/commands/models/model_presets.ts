import type { Upstream } from '../../gateway/upstreams/upstream.js';
import type { DialectName } from '../../record/events/model_payloads.js';
import type { BaseUrl } from './base_url.js';

/** Provider or server that many use, by a short name. */
interface ModelPreset {
  /** Base URL; words in capitals stand for parts that each customer has of their own. */
  url: string;
  /** Addresses (host and path) of this preset; default: all of the URL's host that no other preset has. */
  at?: RegExp;
  /** Each customer has a URL of their own, which must be given. */
  own_url?: true;
  dialects: readonly DialectName[];
  /** Variable that usually holds the key, and header that carries it; undefined = no key is needed. */
  key?: { env: string; header: NonNullable<Upstream['key']>['header'] };
  /** Name of the provider in the price library. */
  provider?: string;
  /** Models cost nothing per request. */
  free?: true;
  /** Steering backend of the provider. */
  backend?: string;
  /** There is no list of models under the URL. */
  lists_models?: false;
  /** Requests without `api-version` are refused. */
  needs_api_version?: true;
}

const LOCAL = ['chat', 'responses', 'messages'] as const;
const bearer = (env: string) => ({ env, header: 'authorization' as const });
const VERTEX = 'https://LOCATION-aiplatform.googleapis.com/v1/projects/PROJECT/locations/LOCATION';
const VERTEX_HOST = String.raw`^([a-z0-9-]+-)?aiplatform\.googleapis\.com/.*`;

/** Presets by name. Servers on this machine have the port on which they listen by default. */
export const modelPresets: Readonly<Record<string, ModelPreset>> = {
  openai: {
    url: 'https://api.openai.com/v1',
    dialects: ['chat', 'responses'],
    key: bearer('OPENAI_API_KEY'),
    provider: 'openai',
    backend: 'openai',
  },
  anthropic: {
    url: 'https://api.anthropic.com/v1',
    dialects: ['messages'],
    key: { env: 'ANTHROPIC_API_KEY', header: 'x-api-key' },
    provider: 'anthropic',
    backend: 'anthropic',
  },
  google: {
    url: 'https://generativelanguage.googleapis.com/v1beta',
    dialects: ['gemini'],
    key: { env: 'GEMINI_API_KEY', header: 'x-goog-api-key' },
    provider: 'google',
    backend: 'google',
  },
  'google-openai': {
    url: 'https://generativelanguage.googleapis.com/v1beta/openai',
    at: /^generativelanguage\.googleapis\.com\/v1beta\/openai$/,
    dialects: ['chat'],
    key: bearer('GEMINI_API_KEY'),
    provider: 'google',
    backend: 'google',
  },
  openrouter: {
    url: 'https://openrouter.ai/api/v1',
    dialects: ['chat', 'responses', 'messages'],
    key: bearer('OPENROUTER_API_KEY'),
    provider: 'openrouter',
    backend: 'openrouter',
  },
  azure: {
    url: 'https://RESOURCE.openai.azure.com/openai/v1',
    at: /^[a-z0-9-]+\.(openai|services\.ai|cognitiveservices)\.azure\.com\/openai$/,
    own_url: true,
    dialects: ['chat', 'responses'],
    key: { env: 'AZURE_OPENAI_API_KEY', header: 'api-key' },
    provider: 'azure',
  },
  'azure-deployment': {
    url: 'https://RESOURCE.openai.azure.com/openai/deployments/NAME?api-version=DATE',
    at: /^[a-z0-9-]+\.(openai|services\.ai|cognitiveservices)\.azure\.com\/openai\/deployments\/[^/]+$/,
    own_url: true,
    dialects: ['chat'],
    key: { env: 'AZURE_OPENAI_API_KEY', header: 'api-key' },
    provider: 'azure',
    lists_models: false,
    needs_api_version: true,
  },
  bedrock: {
    url: 'https://bedrock-runtime.REGION.amazonaws.com/openai/v1',
    at: /^bedrock-runtime\.[a-z0-9-]+\.amazonaws\.com\/openai$/,
    own_url: true,
    dialects: ['chat'],
    key: bearer('AWS_BEARER_TOKEN_BEDROCK'),
    provider: 'aws',
    lists_models: false,
  },
  vertex: {
    url: `${VERTEX}/endpoints/openapi`,
    at: new RegExp(`${VERTEX_HOST}/endpoints/[^/]+$`),
    own_url: true,
    dialects: ['chat'],
    key: bearer('GOOGLE_OAUTH_ACCESS_TOKEN'),
    provider: 'google',
    lists_models: false,
  },
  'vertex-gemini': {
    url: `${VERTEX}/publishers/google`,
    at: new RegExp(`${VERTEX_HOST}/publishers/google$`),
    own_url: true,
    dialects: ['gemini'],
    key: bearer('GOOGLE_OAUTH_ACCESS_TOKEN'),
    provider: 'google',
    lists_models: false,
  },
  'vertex-anthropic': {
    url: `${VERTEX}/publishers/anthropic`,
    at: new RegExp(`${VERTEX_HOST}/publishers/anthropic$`),
    own_url: true,
    dialects: ['messages'],
    key: bearer('GOOGLE_OAUTH_ACCESS_TOKEN'),
    provider: 'google',
    lists_models: false,
  },
  github: {
    url: 'https://models.github.ai/inference',
    at: /^models\.github\.ai\/(orgs\/[^/]+\/)?inference$/,
    dialects: ['chat'],
    key: bearer('GITHUB_TOKEN'),
    lists_models: false,
  },
  mistral: {
    url: 'https://api.mistral.ai/v1',
    dialects: ['chat'],
    key: bearer('MISTRAL_API_KEY'),
    provider: 'mistral',
  },
  deepseek: {
    url: 'https://api.deepseek.com/v1',
    at: /^api\.deepseek\.com\/?$/,
    dialects: ['chat'],
    key: bearer('DEEPSEEK_API_KEY'),
    provider: 'deepseek',
  },
  'z-ai': {
    url: 'https://api.z.ai/api/paas/v4',
    at: /^api\.z\.ai\/api\/(coding\/)?paas\/v4$/,
    dialects: ['chat'],
    key: bearer('ZAI_API_KEY'),
    lists_models: false,
  },
  ollama: { url: 'http://127.0.0.1:11434/v1', dialects: LOCAL, free: true, backend: 'ollama' },
  'lm-studio': { url: 'http://127.0.0.1:1234/v1', dialects: LOCAL, free: true, backend: 'lm-studio' },
  vllm: { url: 'http://127.0.0.1:8000/v1', dialects: LOCAL, free: true },
  'llama-cpp': { url: 'http://127.0.0.1:8080/v1', dialects: LOCAL, free: true, backend: 'llama-cpp' },
};

/** Returns the preset of an address; undefined = none. */
export function findPresetByUrl({ url }: Pick<BaseUrl, 'url'>): ModelPreset | undefined {
  const all = Object.values(modelPresets);
  const place = `${url.host}${url.pathname.replace(/(.)\/$/, '$1')}`;
  return (
    all.find(({ at }) => at?.test(place)) ??
    all.find((preset) => preset.at === undefined && new URL(preset.url).host === url.host)
  );
}
