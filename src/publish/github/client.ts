import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { Octokit } from '@octokit/rest';

export interface Connection {
  token: string;
  /** GITHUB_API_URL: https://api.github.com, or that of a GitHub Enterprise Server */
  api_url: string;
  /** one request, answer included (default 15 s) */
  timeout_ms?: number;
  /** all waiting for rate limits together (default 2 minutes); a longer wait is given up at once */
  patience_ms?: number;
  /** requests that are under way, or cancel what was announced, once the run is interrupted (default 3 s) */
  grace_ms?: number;
  /** for tests: no spacing of writes, and waits are a thousand times shorter */
  fast?: boolean;
}

/** GitHub as the publishers use it. `pause(n)` waits before the n-th repetition of a write whose fate is unknown. */
export interface GitHub {
  octokit: Octokit;
  token: string;
  /** How long GitHub is waited for once the run is interrupted. */
  grace_ms: number;
  /** Slug of the app that the token is of, once an answer has said it. */
  app?: string;
  pause(attempt: number): Promise<void>;
}

export const RETRIES = 3;

const GitHubApi = Octokit.plugin(throttling, retry);

/**
 * A client that repeats reads and updates at most 3 times after server errors and broken connections, waits as long as rate limits
 * ask (bounded by `patience_ms`), spaces its writes, and gives up on answers that take too long.
 */
export function connect({
  token,
  api_url,
  timeout_ms = 15_000,
  patience_ms = 120_000,
  grace_ms = 3_000,
  fast = false,
}: Connection): GitHub {
  const second = fast ? 1 : 1000;
  let waited = 0;
  const wait = (retryAfter: number, _options: object, _octokit: unknown, retryCount: number) => {
    const longer = waited + retryAfter * 1000;
    if (retryCount >= RETRIES || longer > patience_ms) return false;
    waited = longer;
    return true;
  };
  const octokit = new GitHubApi({
    auth: token === '' ? undefined : token,
    baseUrl: api_url.replace(/\/+$/, ''),
    userAgent: 'gatebench',
    log: { debug() {}, info() {}, warn() {}, error() {} },
    request: { fetch: withTimeout(timeout_ms) },
    // 429 belongs to the rate-limit handling; repeated by both it would be repeated nine times
    retry: { retries: RETRIES, retryAfterBaseValue: second, doNotRetry: [400, 401, 403, 404, 410, 422, 429, 451] },
    throttle: {
      onRateLimit: wait,
      onSecondaryRateLimit: wait,
      retryAfterBaseValue: second,
      ...(fast ? { write: unspaced, notifications: unspaced } : {}),
    } as never,
  });
  const pause = (attempt: number) => new Promise<void>((resolve) => setTimeout(resolve, attempt ** 2 * second));
  return { octokit, token, grace_ms, pause };
}

/** A throttling group that does not space requests. */
const unspaced = {
  key: () => ({
    schedule: async (_options: object, job: (...args: unknown[]) => unknown, ...args: unknown[]) => job(...args),
  }),
};

/** The body is read here, so that the timeout covers it; Octokit would take a body that breaks off for an empty one. */
function withTimeout(timeout_ms: number): typeof fetch {
  return async (input, init) => {
    const timeout = AbortSignal.timeout(timeout_ms);
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const response = await fetch(input, { ...init, signal });
    const body = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
  };
}
