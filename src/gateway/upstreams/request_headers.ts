import { selectEndToEndHeaders } from '../../network/forward_to_destination.js';
import type { DialectName } from '../../record/events/model_payloads.js';
import { RESERVED_HEADERS } from './upstream.js';

/** Forwarded and dropped header fields of an agent's request, with names in lower case. */
export interface RequestHeaders {
  /** Forwarded fields, with unchanged values. */
  sent: Record<string, string>;
  /** Names of dropped fields, except those of a connection (hop-by-hop) and those that the gateway writes itself. */
  dropped: string[];
}

/**
 * Forwarded fields by format: those that providers document and that affect only the response. It is an allowlist: a
 * field that is neither here nor allowed by the operator for the upstream is dropped, so a field is added here to be
 * forwarded, and removed to be dropped. Proxies in front of models take a host from a field
 * (`x-portkey-custom-host`, `helicone-target-url`, `x-envoy-…`) and
 * would send the provider's key there. Organisations and projects select the account that is charged, an idempotency
 * key could fetch the response of another attempt, and telemetry describes the client's machine.
 */
const FORWARDED_HEADERS: Readonly<Record<DialectName, ReadonlySet<string>>> = {
  chat: new Set(['user-agent', 'openai-beta']),
  responses: new Set(['user-agent', 'openai-beta']),
  messages: new Set(['user-agent', 'anthropic-version', 'anthropic-beta']),
  gemini: new Set(['user-agent', 'x-goog-api-client']),
};

/**
 * Selects the header fields of a request that are forwarded to an upstream.
 *
 * @param raw names and values in turn, as received
 * @param allowed further names, in lower case, that the operator allows for the upstream
 */
export function selectRequestHeaders(
  raw: readonly string[],
  dialect: DialectName,
  allowed: readonly string[] = [],
): RequestHeaders {
  const sent: Record<string, string> = {};
  const dropped = new Set<string>();
  for (const [name, value] of selectEndToEndHeaders(raw)) {
    const lower = name.toLowerCase();
    if (RESERVED_HEADERS.has(lower)) continue;
    if (!FORWARDED_HEADERS[dialect].has(lower) && !allowed.includes(lower)) dropped.add(lower);
    else sent[lower] = Object.hasOwn(sent, lower) ? `${sent[lower]}, ${value}` : value;
  }
  return { sent, dropped: [...dropped] };
}
