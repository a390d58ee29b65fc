import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { withTimeLimit } from '../../../system/open_time_limit.js';
import { isRequestError } from './publishing_faults.js';

interface GitHubClientOptions {
  token: string;
  /** value of GITHUB_API_URL: https://api.github.com, or that of a GitHub Enterprise Server */
  api_url: string;
  /** timeout of one request with its response (default 15 s) */
  timeout_ms?: number;
  /** maximum total wait for rate limits (default 2 minutes); a longer wait is an error at once */
  patience_ms?: number;
  /** time for open requests, and for cancelling the check run, after an interruption (default 3 s) */
  grace_ms?: number;
  /** for tests: writes are not spaced, and waits are a thousand times shorter */
  fast?: boolean;
}

/** Client of the GitHub API. `pause(n)` waits before the n-th repetition of a write whose outcome is unknown. */
export interface GitHubClient {
  octokit: Octokit;
  token: string;
  /** Milliseconds to wait for GitHub after an interruption. */
  grace_ms: number;
  /** Slug of the token's app, once a response named it. */
  app?: string;
  pause(attempt: number): Promise<void>;
}

export const MAX_RETRIES = 3;

const GitHubApi = Octokit.plugin(throttling, retry);

/**
 * Creates a client that repeats reads and updates, waits for rate limits and spaces its writes. It repeats a request at
 * most 3 times after server errors and broken connections. The waits for rate limits are bounded by `patience_ms`, each
 * request by `timeout_ms`.
 */
export function createGitHubClient({
  token,
  api_url,
  timeout_ms = 15_000,
  patience_ms = 120_000,
  grace_ms = 3_000,
  fast = false,
}: GitHubClientOptions): GitHubClient {
  const second = fast ? 1 : 1000;
  let waited = 0;
  const mayWait = (seconds: number, repeated: number) => {
    const longer = waited + seconds * 1000;
    if (repeated >= MAX_RETRIES || longer > patience_ms) return false;
    waited = longer;
    return true;
  };
  const wait = (seconds: number, _options: object, _octokit: unknown, repeated: number) => mayWait(seconds, repeated);
  const group = fast ? unspacedGroup : undefined;
  const octokit = new GitHubApi({
    auth: token === '' ? undefined : token,
    baseUrl: api_url.replace(/\/+$/, ''),
    userAgent: 'gatebench',
    log: { debug() {}, info() {}, warn() {}, error() {} },
    request: { fetch: createTimeoutFetch(timeout_ms) },
    // 429 is handled by throttling; with both plugins it would be repeated nine times.
    retry: { retries: MAX_RETRIES, retryAfterBaseValue: second, doNotRetry: [400, 401, 403, 404, 410, 422, 429, 451] },
    throttle: {
      onRateLimit: wait,
      onSecondaryRateLimit: wait,
      retryAfterBaseValue: second,
      ...omitUndefined({ write: group, notifications: group }),
    } as never,
  });
  repeatPlainLimits(octokit, { second_ms: second, mayWait });
  const pause = (attempt: number) => new Promise<void>((resolve) => setTimeout(resolve, attempt ** 2 * second));
  return { octokit, token, grace_ms, pause };
}

/** Throttling group that does not space requests. */
const unspacedGroup = {
  key: () => ({
    schedule: async (_options: object, job: (...args: unknown[]) => unknown, ...args: unknown[]) => job(...args),
  }),
};

/** Creates a fetch that reads the body within the timeout. Octokit would take a truncated body for an empty one. */
function createTimeoutFetch(timeout_ms: number): typeof fetch {
  return (input, init) =>
    withTimeLimit(init?.signal ?? undefined, timeout_ms, async (signal) => {
      const response = await fetch(input, { ...init, signal });
      const body = await response.arrayBuffer();
      const { status, statusText, headers } = response;
      return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
    });
}

/** Bounds of the waits for rate limits. */
interface LimitWaits {
  /** Milliseconds of one second; shorter in tests. */
  second_ms: number;
  /** Returns whether to wait so many seconds before repetition `repeated`, from 0, and counts the wait. */
  mayWait(seconds: number, repeated: number): boolean;
}

/**
 * Repeats requests that are refused with 429 and `Retry-After`, in whatever words, after the time that was named.
 *
 * The throttling of Octokit repeats those alone whose message names the secondary limit, or whose headers say that
 * nothing remains; a proxy or a server of one's own says neither. A refused request was not carried out.
 */
function repeatPlainLimits(octokit: Octokit, { second_ms, mayWait }: LimitWaits): void {
  octokit.hook.wrap('request', async (request, options) => {
    for (let repeated = 0; ; repeated++) {
      try {
        return await request(options);
      } catch (error) {
        const seconds = readPlainWait(error);
        if (seconds === undefined || !mayWait(seconds, repeated)) throw error;
        await new Promise<void>((resolve) => setTimeout(resolve, seconds * second_ms));
      }
    }
  });
}

/**
 * Returns the seconds that a plain 429 asks to wait; undefined for other errors, and for those that Octokit repeats.
 */
function readPlainWait(error: unknown): number | undefined {
  if (!isRequestError(error) || error.status !== 429 || error.response === undefined) return undefined;
  const { headers } = error.response;
  if (/\bsecondary rate\b/i.test(error.message) || headers['x-ratelimit-remaining'] === '0') return undefined;
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
