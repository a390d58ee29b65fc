import type { DialectName, JsonObject, Route } from './dialects/dialect.js';
import type { Upstream } from './upstream.js';

type Place = Pick<Upstream, 'url' | 'base' | 'api_version'>;

const paths: Readonly<Record<Exclude<DialectName, 'gemini'>, Record<Route['operation'], string>>> = {
  chat: { generate: '/chat/completions', 'count-tokens': '/chat/completions' },
  responses: { generate: '/responses', 'count-tokens': '/responses/input_tokens' },
  messages: { generate: '/messages', 'count-tokens': '/messages/count_tokens' },
};

/**
 * Returns the path of an endpoint behind the URL of an upstream, in its usual form, whichever of its forms the client wrote; it is made of
 * what was understood and of nothing else.
 *
 * @param asked the client's path, of which Gemini's version is kept where the upstream does not say its own
 */
export function endpointPath({ base }: Pick<Place, 'base'>, route: Route, model: string, asked = ''): string {
  const { dialect, operation, stream } = route;
  const counts = operation === 'count-tokens';
  if (dialect === 'messages' && base === 'raw-predict')
    return `/models/${counts ? 'count-tokens' : nameInPath(model)}:${stream && !counts ? 'streamRawPredict' : 'rawPredict'}`;
  if (dialect !== 'gemini') return `${isVersioned(base) ? '/v1' : ''}${paths[dialect][operation]}`;
  const version = /^\/(v1|v1beta|v1alpha)\//.exec(asked)?.[1] ?? 'v1beta';
  const method = counts ? 'countTokens' : stream ? 'streamGenerateContent' : 'generateContent';
  return `${isVersioned(base) ? `/${version}` : ''}/models/${nameInPath(model)}:${method}`;
}

const isVersioned = (base: Place['base']): boolean => base === undefined || base === 'versioned';

/** Providers write the `@` of a model's version as it is. */
const nameInPath = (model: string): string =>
  model
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%40', '@'))
    .join('/');

/** What Vertex wants in the body of Anthropic's messages in place of the model, which is in the path. */
const VERTEX_VERSION = 'vertex-2023-10-16';

/** Returns the body as an upstream wants it, where that is not as the format has it; counting keeps the model. */
export function upstreamBody(
  { base }: Pick<Place, 'base'>,
  { dialect, operation }: Route,
  body: JsonObject,
): JsonObject {
  if (base !== 'raw-predict' || dialect !== 'messages') return body;
  const { model, anthropic_version: _, ...rest } = body;
  return operation === 'count-tokens' ? { ...rest, model } : { ...rest, anthropic_version: VERTEX_VERSION };
}

/** Returns the path, with its query, under which an upstream lists its models. */
export function modelListPath({
  base,
  dialects,
  api_version,
}: Pick<Upstream, 'base' | 'dialects' | 'api_version'>): string {
  const isGemini = dialects.every((dialect) => dialect === 'gemini');
  const query = new URLSearchParams({
    ...(isGemini ? { pageSize: '1000' } : {}),
    ...(api_version === undefined ? {} : { 'api-version': api_version }),
  });
  const version = !isVersioned(base) ? '' : isGemini ? '/v1beta' : '/v1';
  return `${version}/models${query.size === 0 ? '' : `?${query}`}`;
}

/** Returns the address of a path behind the URL of an upstream. */
export const addressOf = ({ url }: Pick<Place, 'url'>, path: string): string =>
  `${url.origin}${url.pathname.replace(/\/+$/, '')}${path}`;

/** Returns the whole address that requests of a format go to, for people: Gemini's has MODEL in it. */
export function endpointAddress(upstream: Place, dialect: DialectName): string {
  const path = endpointPath(upstream, { dialect, operation: 'generate' }, 'MODEL');
  return `${addressOf(upstream, path)}${upstream.api_version === undefined ? '' : `?api-version=${upstream.api_version}`}`;
}

/** Returns the base URL with the version that is put behind it, as records name an upstream. */
export function baseAddress({ base, dialects, ...place }: Place & Pick<Upstream, 'dialects'>): string {
  const version = !isVersioned(base) ? '' : dialects.every((dialect) => dialect === 'gemini') ? '/v1beta' : '/v1';
  return addressOf(place, version);
}
