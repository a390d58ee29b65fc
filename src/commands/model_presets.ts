import type { DialectName } from '../record/model_events.js';
import type { Upstream } from '../run/gateway/upstream.js';

/** A provider or a server that many use, by a short name. */
export interface Preset {
  url: string;
  dialects: readonly DialectName[];
  /** The variable that usually holds its key, and the header that carries it; undefined = it needs none. */
  key?: { env: string; header: NonNullable<Upstream['key']>['header'] };
  /** The name by which the price library knows it. */
  provider?: string;
  /** Its models cost nothing per request. */
  free?: true;
  /** Steering backend that stands for it. */
  backend?: string;
}

/** Servers on this machine are named by the port that they listen on by default. */
export const presets: Readonly<Record<string, Preset>> = {
  openai: {
    url: 'https://api.openai.com',
    dialects: ['chat', 'responses'],
    key: { env: 'OPENAI_API_KEY', header: 'authorization' },
    provider: 'openai',
    backend: 'openai',
  },
  anthropic: {
    url: 'https://api.anthropic.com',
    dialects: ['messages'],
    key: { env: 'ANTHROPIC_API_KEY', header: 'x-api-key' },
    provider: 'anthropic',
    backend: 'anthropic',
  },
  google: {
    url: 'https://generativelanguage.googleapis.com',
    dialects: ['gemini'],
    key: { env: 'GEMINI_API_KEY', header: 'x-goog-api-key' },
    provider: 'google',
    backend: 'google',
  },
  openrouter: {
    url: 'https://openrouter.ai/api',
    dialects: ['chat', 'responses', 'messages'],
    key: { env: 'OPENROUTER_API_KEY', header: 'authorization' },
    provider: 'openrouter',
    backend: 'openrouter',
  },
  ollama: {
    url: 'http://127.0.0.1:11434',
    dialects: ['chat', 'responses', 'messages'],
    free: true,
    backend: 'ollama',
  },
  'lm-studio': {
    url: 'http://127.0.0.1:1234',
    dialects: ['chat', 'responses', 'messages'],
    free: true,
    backend: 'lm-studio',
  },
  vllm: { url: 'http://127.0.0.1:8000', dialects: ['chat', 'responses', 'messages'], free: true },
  'llama-cpp': {
    url: 'http://127.0.0.1:8080',
    dialects: ['chat', 'responses', 'messages'],
    free: true,
    backend: 'llama-cpp',
  },
};

/** The preset that a URL is that of, with what else stands there; undefined = none. */
export function presetAt(url: URL): Preset | undefined {
  return Object.values(presets).find((preset) => new URL(preset.url).host === url.host);
}
