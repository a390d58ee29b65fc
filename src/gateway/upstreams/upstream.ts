import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { DialectName } from '../../record/events/model_payloads.js';
import type { ErrorResponse, JsonObject, ModelRoute } from '../dialects/dialect.js';
import type { Steering } from '../steering/steering.js';

/** Upstream: a model provider or server, and the models that it serves. */
export interface Upstream {
  name: string;
  /** Base address of its endpoints; the path of a request is appended. */
  url: URL;
  /**
   * `exact`: endpoints follow the URL directly; `versioned` (default): after `/v1`, for Gemini after `/v1beta`;
   * `raw-predict`: Anthropic's messages as Vertex has them, with the model in the path.
   */
  base?: 'exact' | 'versioned' | 'raw-predict' | undefined;
  /** `api-version` in the query of every request, if it needs one. */
  api_version?: string | undefined;
  /** False if it has no list of models. */
  lists_models?: boolean | undefined;
  /** Patterns of model names (`*` stands for anything); the first upstream that matches is used. */
  models: readonly string[];
  /** Supported formats; a request in another format is rejected, not translated. */
  dialects: readonly DialectName[];
  /** The provider's key and its header; undefined if it needs none. Never recorded. */
  key?: { value: string; header: 'authorization' | 'x-api-key' | 'x-goog-api-key' | 'api-key' } | undefined;
  /** Name of the provider in the price library. */
  provider?: string | undefined;
  /** Text that is recorded instead of a meaningless URL. */
  shown?: string | undefined;
  /** Steering of its models, if they are steered. */
  steering?: Steering | undefined;
  /** The upstream's own names of models, by the requested name. */
  rename?: Readonly<Record<string, string>> | undefined;
  /** Further header fields, in lower case, that agents may send to it. */
  headers?: readonly string[] | undefined;
  /** Maximum silence before its response begins, and between two bytes of it, in milliseconds. */
  first_byte_ms: number;
  idle_ms: number;
}

/** Header fields for tokens, besides Authorization. */
export const KEY_HEADERS = ['x-api-key', 'x-goog-api-key', 'api-key'] as const;

/**
 * Fields that the gateway rewrites, or that authenticate the client. A client has to send them, so they do not count as
 * dropped.
 */
export const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  ...['authorization', ...KEY_HEADERS, 'host', 'expect'],
  ...['content-length', 'content-encoding', 'content-type', 'accept', 'accept-encoding'],
]);

/** Returns true if a model's name matches a pattern, in which `*` stands for anything. Linear in both lengths. */
export function matchesModelPattern(pattern: string, model: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return pattern === model;
  if (!model.startsWith(first)) return false;
  let position = first.length;
  for (const part of parts) {
    const part_start = model.indexOf(part, position);
    if (part_start === -1) return false;
    position = part_start + part.length;
  }
  return model.length - last.length >= position && model.endsWith(last);
}

/** Lists the formats in which a model can be requested, in the order of the upstreams; null = any model. */
export function listDialects(model: string | null, upstreams: readonly Upstream[]): DialectName[] {
  const having = upstreams.filter(
    ({ models }) => model === null || models.some((one) => matchesModelPattern(one, model)),
  );
  return [...new Set(having.flatMap(({ dialects }) => dialects))];
}

/**
 * Finds the first upstream that has the model and supports the format.
 *
 * @returns the upstream, or the error for the client
 */
export function findUpstream(
  model: string,
  dialect: DialectName,
  upstreams: readonly Upstream[],
): { upstream: Upstream } | ErrorResponse {
  const candidates = upstreams.filter(({ models }) => models.some((pattern) => matchesModelPattern(pattern, model)));
  const upstream = candidates.find(({ dialects }) => dialects.includes(dialect));
  if (upstream) return { upstream };
  const shown = JSON.stringify(model.slice(0, 200));
  if (candidates.length > 0) {
    const spoken = [...new Set(candidates.flatMap(({ dialects }) => dialects))].join(', ');
    return {
      status: 400,
      code: 'unsupported-dialect',
      message: `the upstream of the model ${shown} does not understand ${dialect} requests, only ${spoken}`,
    };
  }
  const patterns = upstreams.flatMap(({ models }) => models).slice(0, 20);
  return {
    status: 400,
    code: 'unknown-model',
    message: `no upstream has the model ${shown}; there are: ${patterns.join(', ')}`,
  };
}

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
  const generate = stream ? 'streamGenerateContent' : 'generateContent';
  const method = counts ? 'countTokens' : generate;
  return `${isVersioned(base) ? `/${version}` : ''}/models/${encodeModelName(model)}:${method}`;
}

const isVersioned = (base: UpstreamLocation['base']): boolean => base === undefined || base === 'versioned';

/** Returns the version's part of the path under which an upstream lists its models. */
function getVersionPath(base: UpstreamLocation['base'], dialects: readonly DialectName[]): string {
  if (!isVersioned(base)) return '';
  return dialects.every((dialect) => dialect === 'gemini') ? '/v1beta' : '/v1';
}

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
    ...omitUndefined({ pageSize: isGemini ? '1000' : undefined, 'api-version': api_version }),
  });
  return `${getVersionPath(base, dialects)}/models${query.size === 0 ? '' : `?${query}`}`;
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
  return buildAddress(location, getVersionPath(base, dialects));
}
