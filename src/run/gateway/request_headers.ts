import type { DialectName } from '../../record/model_events.js';
import { endToEnd } from '../egress/forward.js';

/** What became of the header fields of an agent's request. Names are in lower case. */
export interface RequestHeaders {
  /** Fields that go on, with their values as they came. */
  sent: Record<string, string>;
  /** Names of fields that do not. */
  dropped: string[];
}

/** Fields in which clients present their token, besides Authorization. */
export const KEY_HEADERS = ['x-api-key', 'x-goog-api-key', 'api-key'] as const;

/** Fields that the gateway writes anew, or that say who asks: a client has to send them, so that it is not told that they were dropped. */
export const HEADERS_OF_OURS: ReadonlySet<string> = new Set([
  ...['authorization', ...KEY_HEADERS, 'host', 'expect'],
  ...['content-length', 'content-encoding', 'content-type', 'accept', 'accept-encoding'],
]);

/**
 * Fields that providers document for a format and that change nothing but the answer. All others are dropped: proxies in front of models take
 * a host from a field (`x-portkey-custom-host`, `helicone-target-url`, `x-envoy-…`) and would send the provider's key there; organisations and
 * projects say whose account is charged; an idempotency key could fetch the answer of another attempt; telemetry says where and by whom a
 * client is run.
 */
const DOCUMENTED: Readonly<Record<DialectName, ReadonlySet<string>>> = {
  chat: new Set(['user-agent', 'openai-beta']),
  responses: new Set(['user-agent', 'openai-beta']),
  messages: new Set(['user-agent', 'anthropic-version', 'anthropic-beta']),
  gemini: new Set(['user-agent', 'x-goog-api-client']),
};

/**
 * Selects the header fields of a request that go on to an upstream.
 *
 * @param raw names and values in turn, as they came
 * @param allowed further names, in lower case, that the operator allows for the upstream
 */
export function requestHeaders(
  raw: readonly string[],
  dialect: DialectName,
  allowed: readonly string[] = [],
): RequestHeaders {
  const sent: Record<string, string> = {};
  const dropped = new Set<string>();
  for (const [name, value] of endToEnd(raw)) {
    const lower = name.toLowerCase();
    if (HEADERS_OF_OURS.has(lower)) continue;
    if (!DOCUMENTED[dialect].has(lower) && !allowed.includes(lower)) dropped.add(lower);
    else sent[lower] = Object.hasOwn(sent, lower) ? `${sent[lower]}, ${value}` : value;
  }
  return { sent, dropped: [...dropped] };
}
