import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { bearer } from '../coordination/mcp/tokens.js';
import { endToEnd } from '../egress/forward.js';
import type { Account } from './account.js';
import { withoutKey } from './key_filter.js';
import type { Upstream } from './upstream.js';

/** Fields in which clients present their token, besides Authorization. */
const KEY_FIELDS = ['x-api-key', 'x-goog-api-key', 'api-key'] as const;

/** Whoever a request is from; `presented` = it had a token, which is nobody's. */
export type Identified = { account: Account; agent: string } | { presented: boolean };

/** Whose token a request has, in any of the places where clients put a key. Every account is asked about every token, found or not. */
export function identify(request: IncomingMessage, query: URLSearchParams, accounts: readonly Account[]): Identified {
  const { headers } = request;
  const tokens = [
    bearer(headers.authorization),
    ...KEY_FIELDS.map((name) => headers[name]),
    ...query.getAll('key').slice(0, 1),
  ].filter((token) => typeof token === 'string' && token !== '') as string[];
  let found: { account: Account; agent: string } | undefined;
  for (const token of tokens)
    for (const account of accounts) {
      const agent = account.holder(token);
      if (agent !== undefined) found ??= { account, agent };
    }
  return found ?? { presented: headers.authorization !== undefined || tokens.length > 0 };
}

/** Fields of a request that never reach an upstream: the token, what is of this machine, and what is written anew. */
const OWN_FIELDS = new Set<string>([
  'authorization',
  ...KEY_FIELDS,
  'cookie',
  'host',
  'expect',
  'content-length',
  'content-encoding',
  'accept-encoding',
  // Says where the workspace lies, at which commit, and by which installation it is worked on.
  'x-codex-turn-metadata',
  'forwarded',
  'via',
  'x-real-ip',
]);

/** The fields of a request as the upstream gets them, with its key in place of the token. */
export function headersOut(raw: readonly string[], upstream: Upstream, bytes: number): OutgoingHttpHeaders {
  const headers: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of endToEnd(raw)) {
    const lower = name.toLowerCase();
    if (OWN_FIELDS.has(lower) || lower.startsWith('x-forwarded-')) continue;
    const known = headers[lower];
    headers[lower] = known === undefined ? value : [known, value].flat();
  }
  return { ...headers, ...keyHeader(upstream), 'accept-encoding': 'identity', 'content-length': String(bytes) };
}

export function keyHeader({ key }: Upstream): Record<string, string> {
  if (!key) return {};
  return { [key.header]: key.header === 'authorization' ? `Bearer ${key.value}` : key.value };
}

/** Fields of an answer that belong to the upstream's own connection, or to its relation with us. */
const THEIR_FIELDS = new Set(['set-cookie', 'alt-svc', 'strict-transport-security']);

/** The fields of an answer as the client gets them. @param resized its body has another length or coding than the upstream said */
export function headersBack(raw: readonly string[], upstream: Upstream, resized: boolean): string[] {
  return endToEnd(raw)
    .filter(([name]) => {
      const lower = name.toLowerCase();
      return !THEIR_FIELDS.has(lower) && !(resized && (lower === 'content-length' || lower === 'content-encoding'));
    })
    .flatMap(([name, value]) => [name, withoutKey(value, upstream.key?.value)]);
}

/** The query without the token. */
export function withoutToken(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  rest.delete('key');
  return rest.size === 0 ? '' : `?${rest}`;
}
