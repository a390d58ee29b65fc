import type { DialectName } from '../../record/events/model_payloads.js';
import type { JsonObject, ModelRoute } from '../dialects/dialect.js';
import type { Upstream } from './upstream.js';

type UpstreamLocation = Pick<Upstream, 'url' | 'base' | 'api_version'>;

const paths: Readonly<Record<Exclude<DialectName, 'gemini'>, Record<ModelRoute['operation'], string>>> = {
  chat: { generate: '/chat/completions', 'count-tokens': '/chat/completions' },
  responses: { generate: '/responses', 'count-tokens': '/responses/input_tokens' },
  messages: { generate: '/messages', 'count-tokens': '/messages/count_tokens' },
};

/**
 * Builds the path of an endpoint behind the URL of an upstream, from the parsed route only, whatever form the client
 * used.
 *
 * @param client_path the client's path, for Gemini's version if the upstream does not set one
 */
export function buildEndpointPath(
  { base }: Pick<UpstreamLocation, 'base'>,
  route: ModelRoute,
  model: string,
  client_path = '',
): string {
  const { dialect, operation, stream } = route;
  const counts = operation === 'count-tokens';
  if (dialect === 'messages' && base === 'raw-predict') {
    const verb = stream && !counts ? 'streamRawPredict' : 'rawPredict';
    return `/models/${counts ? 'count-tokens' : encodeModelName(model)}:${verb}`;
  }
  if (dialect !== 'gemini') return `${isVersioned(base) ? '/v1' : ''}${paths[dialect][operation]}`;
  const version = /^\/(v1|v1beta|v1alpha)\//.exec(client_path)?.[1] ?? 'v1beta';
  const method = counts ? 'countTokens' : stream ? 'streamGenerateContent' : 'generateContent';
  return `${isVersioned(base) ? `/${version}` : ''}/models/${encodeModelName(model)}:${method}`;
}

const isVersioned = (base: UpstreamLocation['base']): boolean => base === undefined || base === 'versioned';

/** Encodes a model's name for a path. Providers keep the `@` of a version as it is. */
const encodeModelName = (model: string): string =>
  model
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%40', '@'))
    .join('/');

/** Field that Vertex expects in the body of Anthropic's messages; the model is in the path. */
const VERTEX_VERSION = 'vertex-2023-10-16';

/** Returns the body in the form of the upstream, where that differs from the format; token counts keep the model. */
export function toUpstreamBody(
  { base }: Pick<UpstreamLocation, 'base'>,
  { dialect, operation }: ModelRoute,
  body: JsonObject,
): JsonObject {
  if (base !== 'raw-predict' || dialect !== 'messages') return body;
  const { model, anthropic_version: _, ...rest } = body;
  return operation === 'count-tokens' ? { ...rest, model } : { ...rest, anthropic_version: VERTEX_VERSION };
}

/** Builds the path, with its query, under which an upstream lists its models. */
export function buildModelListPath({
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

/** Builds the address of a path behind the URL of an upstream. */
export const buildAddress = ({ url }: Pick<UpstreamLocation, 'url'>, path: string): string =>
  `${url.origin}${url.pathname.replace(/\/+$/, '')}${path}`;

/** Builds the address of a format's requests for display; Gemini's contains MODEL. */
export function buildEndpointAddress(upstream: UpstreamLocation, dialect: DialectName): string {
  const path = buildEndpointPath(upstream, { dialect, operation: 'generate' }, 'MODEL');
  const query = upstream.api_version === undefined ? '' : `?api-version=${upstream.api_version}`;
  return `${buildAddress(upstream, path)}${query}`;
}

/** Builds the base URL with its version, as records name an upstream. */
export function buildBaseAddress({
  base,
  dialects,
  ...location
}: UpstreamLocation & Pick<Upstream, 'dialects'>): string {
  const version = !isVersioned(base) ? '' : dialects.every((dialect) => dialect === 'gemini') ? '/v1beta' : '/v1';
  return buildAddress(location, version);
}
