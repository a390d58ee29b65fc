import type { OutgoingHttpHeaders } from 'node:http';
import { selectEndToEndHeaders } from '../../network/forward_to_destination.js';
import { maskKey } from './create_key_filter.js';
import type { RequestHeaders } from './request_headers.js';
import type { Upstream } from './upstream.js';

/** Content headers: the body is JSON, and the response may be JSON or events. */
const CONTENT_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'accept-encoding': 'identity',
};

/**
 * Builds the header fields of an upstream request, with the provider's key in place of the token.
 *
 * @param sent the agent's fields that are forwarded
 */
export function buildUpstreamHeaders(
  sent: RequestHeaders['sent'],
  upstream: Upstream,
  bytes: number,
): OutgoingHttpHeaders {
  return { ...sent, ...CONTENT_HEADERS, ...buildKeyHeader(upstream), 'content-length': String(bytes) };
}

export function buildKeyHeader({ key }: Upstream): Record<string, string> {
  if (!key) return {};
  return { [key.header]: key.header === 'authorization' ? `Bearer ${key.value}` : key.value };
}

/** Response headers that belong to the upstream's own connection or site. */
const CONNECTION_HEADERS = new Set(['set-cookie', 'alt-svc', 'strict-transport-security']);

/**
 * Selects the response headers for the client.
 *
 * @param resized true if the body has another length or coding than the upstream said
 */
export function selectResponseHeaders(raw: readonly string[], upstream: Upstream, resized: boolean): string[] {
  return selectEndToEndHeaders(raw)
    .filter(([name]) => {
      const lower = name.toLowerCase();
      return (
        !CONNECTION_HEADERS.has(lower) && !(resized && (lower === 'content-length' || lower === 'content-encoding'))
      );
    })
    .flatMap(([name, value]) => [name, maskKey(value, upstream.key?.value)]);
}

/**
 * Query parameters that are forwarded, with their valid values. Others, such as Gemini's `fields`, can change a
 * response so that it cannot be read or metered.
 */
const QUERY_PARAMETERS: readonly (readonly [name: string, value: RegExp])[] = [
  ['alt', /^(sse|json)$/],
  ['beta', /^(true|false)$/],
];

/** Builds the query of an upstream request, with the `api-version` of the upstream, never the client's. */
export function buildUpstreamQuery(query: URLSearchParams, { api_version }: Pick<Upstream, 'api_version'>): string {
  const rest = new URLSearchParams(api_version === undefined ? {} : { 'api-version': api_version });
  for (const [name, value] of QUERY_PARAMETERS) {
    const requested = query.get(name);
    if (requested !== null && value.test(requested)) rest.set(name, requested);
  }
  return rest.size === 0 ? '' : `?${rest}`;
}
