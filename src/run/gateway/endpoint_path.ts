import type { DialectName, Route } from './dialects/dialect.js';
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
  const isExact = base === 'exact';
  if (dialect !== 'gemini') return `${isExact ? '' : '/v1'}${paths[dialect][operation]}`;
  const version = /^\/(v1|v1beta|v1alpha)\//.exec(asked)?.[1] ?? 'v1beta';
  const method = operation === 'count-tokens' ? 'countTokens' : stream ? 'streamGenerateContent' : 'generateContent';
  const name = model.split('/').map(encodeURIComponent).join('/');
  return `${isExact ? '' : `/${version}`}/models/${name}:${method}`;
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
  const version = base === 'exact' ? '' : isGemini ? '/v1beta' : '/v1';
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
  const version = base === 'exact' ? '' : dialects.every((dialect) => dialect === 'gemini') ? '/v1beta' : '/v1';
  return addressOf(place, version);
}
