import type { DialectName } from '../../record/events/model_payloads.js';
import type { ModelRoute } from './dialect.js';

/** Match of a request with the routes of the gateway. */
type RouteMatch =
  | { kind: 'model'; route: ModelRoute }
  /** List of models, or one model; `chat` includes the list that Anthropic's clients ask for. */
  | { kind: 'list'; dialect: 'chat' | 'gemini'; model: string | null }
  /** Unknown path, with the dialect that the path suggests. */
  | { kind: 'nowhere'; dialect: DialectName; message: string };

const postRoutes: ReadonlyMap<string, ModelRoute> = new Map([
  ['/chat/completions', { dialect: 'chat', operation: 'generate' }],
  ['/responses', { dialect: 'responses', operation: 'generate' }],
  ['/responses/input_tokens', { dialect: 'responses', operation: 'count-tokens' }],
  ['/messages', { dialect: 'messages', operation: 'generate' }],
  ['/messages/count_tokens', { dialect: 'messages', operation: 'count-tokens' }],
]);

const geminiMethods = ['generateContent', 'streamGenerateContent', 'countTokens'];

/** Decoded names of models in paths, without path traversal. */
const MODEL = /^(?!.*\.\.)[\w.@:+/ -]{1,256}$/;

/**
 * Finds the route of a request. OpenAI's and Anthropic's paths are valid without `/v1` too, since clients differ about
 * the base URL.
 *
 * @param target path and query, as in the request line
 */
export function findRoute(method: string, target: string): RouteMatch {
  const path = target.replace(/\?.*$/s, '').replace(/(.)\/$/, '$1');
  const route = method === 'POST' ? postRoutes.get(path.replace(/^\/v1(?=\/)/, '')) : undefined;
  if (route) return { kind: 'model', route };
  const models = /^(?:\/(v1|v1beta|v1alpha))?\/models(?:\/([^/].*))?$/.exec(path);
  if (models === null) return createUnknownRoute(method, path);
  const [, version, rest] = models;
  if (method === 'POST' && rest !== undefined) return parseGeminiRoute(rest) ?? createUnknownRoute(method, path);
  const model = rest === undefined ? null : decodeModelName(rest);
  if (method !== 'GET' || model === undefined) return createUnknownRoute(method, path);
  return { kind: 'list', dialect: version === undefined || version === 'v1' ? 'chat' : 'gemini', model };
}

/** Parses `MODEL:method`. Parsers detect by themselves if a stream comes as events (`?alt=sse`) or as an array. */
function parseGeminiRoute(rest: string): RouteMatch | undefined {
  const colon = rest.lastIndexOf(':');
  const model = decodeModelName(rest.slice(0, Math.max(0, colon)));
  const method = rest.slice(colon + 1);
  if (model === undefined || !geminiMethods.includes(method)) return undefined;
  const operation = method === 'countTokens' ? 'count-tokens' : 'generate';
  return { kind: 'model', route: { dialect: 'gemini', operation, model, stream: method === 'streamGenerateContent' } };
}

function decodeModelName(text: string): string | undefined {
  try {
    const name = decodeURIComponent(text);
    return MODEL.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** Signs of a dialect in a path that is no route. */
const PATH_SIGNS: readonly (readonly [DialectName, RegExp])[] = [
  ['gemini', /^\/v1(beta|alpha)\/|:\w+$/],
  ['messages', /\/messages(\/|$)/],
  ['responses', /\/responses(\/|$)/],
];

function createUnknownRoute(method: string, path: string): RouteMatch {
  const [dialect] = PATH_SIGNS.find(([, sign]) => sign.test(path)) ?? (['chat'] as const);
  const twice = /^\/v1\/v1(\/|$)/.test(path) ? '; the base URL of the client has /v1 once too often' : '';
  const shown = `${method} ${path}`.slice(0, 200);
  return {
    kind: 'nowhere',
    dialect,
    message:
      `this gateway has no ${shown}${twice}; it has POST /v1/chat/completions, /v1/responses, /v1/messages, ` +
      '/v1/messages/count_tokens, /v1beta/models/MODEL:generateContent, :streamGenerateContent, :countTokens, ' +
      'and GET /v1/models',
  };
}
