import type { DialectName } from '../../../record/model_events.js';

/** What a request wants of the upstream. */
export type ScriptedRoute =
  | { wants: 'answer'; dialect: DialectName }
  | { wants: 'count'; dialect: 'messages' | 'gemini' }
  | { wants: 'models'; dialect: DialectName };

/** Which route a request takes; undefined = there is none. */
export function scriptedRoute(method: string, path: string): ScriptedRoute | undefined {
  if (method === 'GET' && path === '/v1/models') return { wants: 'models', dialect: 'chat' };
  if (method === 'GET' && path === '/v1beta/models') return { wants: 'models', dialect: 'gemini' };
  if (method !== 'POST') return undefined;
  if (path === '/v1/chat/completions') return { wants: 'answer', dialect: 'chat' };
  if (path === '/v1/responses') return { wants: 'answer', dialect: 'responses' };
  if (path === '/v1/messages') return { wants: 'answer', dialect: 'messages' };
  if (path === '/v1/messages/count_tokens') return { wants: 'count', dialect: 'messages' };
  const verb = /^\/v1(?:beta)?\/models\/[^/]+:(\w+)$/.exec(path)?.[1];
  if (verb === 'generateContent' || verb === 'streamGenerateContent') return { wants: 'answer', dialect: 'gemini' };
  return verb === 'countTokens' ? { wants: 'count', dialect: 'gemini' } : undefined;
}

/** The models that the upstream lists, in the way of whoever asks. */
export function modelList(dialect: DialectName, names: readonly string[]): unknown {
  if (dialect === 'gemini') return { models: names.map((name) => ({ name: `models/${name}`, displayName: name })) };
  return { object: 'list', data: names.map((id) => ({ id, object: 'model', created: 0, owned_by: 'gatebench' })) };
}

/** A count of tokens: one for every four bytes, as in answers. */
export function tokenCount(dialect: 'messages' | 'gemini', bytes: number): unknown {
  const tokens = Math.ceil(bytes / 4);
  return dialect === 'gemini' ? { totalTokens: tokens } : { input_tokens: tokens };
}
