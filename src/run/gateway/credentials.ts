import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { bearer } from '../coordination/mcp/tokens.js';
import { endToEnd } from '../egress/forward.js';
import type { Account } from './account.js';
import { withoutKey } from './key_filter.js';
import { KEY_HEADERS, type RequestHeaders } from './request_headers.js';
import type { Upstream } from './upstream.js';

/** Whoever a request is from; `presented` = it had a token, which is nobody's. */
export type Identified = { account: Account; agent: string } | { presented: boolean };

/** Whose token a request has, in any of the places where clients put a key. Every account is asked about every token, found or not. */
export function identify(request: IncomingMessage, query: URLSearchParams, accounts: readonly Account[]): Identified {
  const { headers } = request;
  const tokens = [
    bearer(headers.authorization),
    ...KEY_HEADERS.map((name) => headers[name]),
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

/** What was read is JSON, and what can be read is JSON or events. */
const WHAT_IS_READ = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'accept-encoding': 'identity',
};

/** The fields of a request as the upstream gets them, with its key in place of the token. @param sent those of the agent's that go on */
export function headersOut(sent: RequestHeaders['sent'], upstream: Upstream, bytes: number): OutgoingHttpHeaders {
  return { ...sent, ...WHAT_IS_READ, ...keyHeader(upstream), 'content-length': String(bytes) };
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

/** Parameters of a query that go on. Others can change what is answered so that nobody here could read or count it, such as Gemini's `fields`. */
const PARAMETERS: readonly (readonly [name: string, value: RegExp])[] = [
  ['alt', /^(sse|json)$/],
  ['beta', /^(true|false)$/],
];

/** What of a query goes on, with the `api-version` of the upstream: which one holds is not for the client to say. */
export function queryOut(query: URLSearchParams, { api_version }: Pick<Upstream, 'api_version'>): string {
  const rest = new URLSearchParams(api_version === undefined ? {} : { 'api-version': api_version });
  for (const [name, value] of PARAMETERS) {
    const said = query.get(name);
    if (said !== null && value.test(said)) rest.set(name, said);
  }
  return rest.size === 0 ? '' : `?${rest}`;
}
