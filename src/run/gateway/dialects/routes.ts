import type { DialectName, Route } from './dialect.js';

/** Where a request belongs. */
export type Routed =
  | { kind: 'model'; route: Route }
  /** Which models there are, or whether there is this one; `chat` stands for the list that Anthropic's clients ask for too. */
  | { kind: 'list'; dialect: 'chat' | 'gemini'; model: string | null }
  /** Nowhere; the format is that of the clients that ask there, as far as the path shows it. */
  | { kind: 'nowhere'; dialect: DialectName; message: string };

const posts: Readonly<Record<string, Route>> = Object.freeze({
  '/chat/completions': { dialect: 'chat', operation: 'generate' },
  '/responses': { dialect: 'responses', operation: 'generate' },
  '/responses/input_tokens': { dialect: 'responses', operation: 'count-tokens' },
  '/messages': { dialect: 'messages', operation: 'generate' },
  '/messages/count_tokens': { dialect: 'messages', operation: 'count-tokens' },
});

const methods = ['generateContent', 'streamGenerateContent', 'countTokens'];

/** Names of models as they stand in paths, decoded: nothing that leads out of where they stand. */
const MODEL = /^(?!.*\.\.)[\w.@:+/ -]{1,256}$/;

/**
 * Finds where a request belongs. OpenAI's and Anthropic's paths also go without `/v1`, since clients put it into the base URL or not.
 *
 * @param target path and query, as in the request line
 */
export function routeOf(method: string, target: string): Routed {
  const path = target.split('?', 1)[0]!.replace(/(.)\/$/, '$1');
  const below = path.replace(/^\/v1(?=\/)/, '');
  if (method === 'POST' && Object.hasOwn(posts, below)) return { kind: 'model', route: posts[below]! };
  const models = /^(?:\/(v1|v1beta|v1alpha))?\/models(?:\/([^/].*))?$/.exec(path);
  if (models === null) return nowhere(method, path);
  const [, version, rest] = models;
  if (method === 'POST' && rest !== undefined) return geminiRoute(rest) ?? nowhere(method, path);
  const model = rest === undefined ? null : decoded(rest);
  if (method !== 'GET' || model === undefined) return nowhere(method, path);
  return { kind: 'list', dialect: version === undefined || version === 'v1' ? 'chat' : 'gemini', model };
}

/** `MODEL:method`; whether the stream comes as events (`?alt=sse`) or as an array in pieces, readers see by themselves. */
function geminiRoute(rest: string): Routed | undefined {
  const colon = rest.lastIndexOf(':');
  const model = decoded(rest.slice(0, Math.max(0, colon)));
  const method = rest.slice(colon + 1);
  if (model === undefined || !methods.includes(method)) return undefined;
  const operation = method === 'countTokens' ? 'count-tokens' : 'generate';
  return { kind: 'model', route: { dialect: 'gemini', operation, model, stream: method === 'streamGenerateContent' } };
}

function decoded(text: string): string | undefined {
  try {
    const name = decodeURIComponent(text);
    return MODEL.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

function nowhere(method: string, path: string): Routed {
  const dialect: DialectName = /^\/v1(beta|alpha)\/|:\w+$/.test(path)
    ? 'gemini'
    : /\/messages(\/|$)/.test(path)
      ? 'messages'
      : /\/responses(\/|$)/.test(path)
        ? 'responses'
        : 'chat';
  const twice = /^\/v1\/v1(\/|$)/.test(path) ? '; the base URL of the client has /v1 once too often' : '';
  const shown = `${method} ${path}`.slice(0, 200);
  return {
    kind: 'nowhere',
    dialect,
    message: `this gateway has no ${shown}${twice}; it has POST /v1/chat/completions, /v1/responses, /v1/messages, /v1/messages/count_tokens, /v1beta/models/MODEL:generateContent, :streamGenerateContent, :countTokens, and GET /v1/models`,
  };
}
