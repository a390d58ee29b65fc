import type { IncomingMessage } from 'node:http';
import { parseBearerToken } from '../bearer_tokens.js';
import { KEY_HEADERS } from '../upstreams/upstream.js';
import type { RunAccount } from './run_account.js';

/** Identity of a caller; `presented` is true if it had an unknown token. */
type CallerIdentity = { account: RunAccount; agent: string } | { presented: boolean };

/**
 * Identifies the caller by a token, in any place where clients put a key. Every token is compared with every account,
 * so that the time reveals nothing.
 */
export function identifyCaller(
  request: IncomingMessage,
  query: URLSearchParams,
  accounts: readonly RunAccount[],
): CallerIdentity {
  const { headers } = request;
  const tokens = [
    parseBearerToken(headers.authorization),
    ...KEY_HEADERS.map((name) => headers[name]),
    ...query.getAll('key').slice(0, 1),
  ].filter((token) => typeof token === 'string' && token !== '') as string[];
  let found: { account: RunAccount; agent: string } | undefined;
  for (const token of tokens)
    for (const account of accounts) {
      const agent = account.findAgent(token);
      if (agent !== undefined) found ??= { account, agent };
    }
  return found ?? { presented: headers.authorization !== undefined || tokens.length > 0 };
}
