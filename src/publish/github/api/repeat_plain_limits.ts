import type { Octokit } from '@octokit/core';
import { isRequestError } from './fault_reason.js';

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
export function repeatPlainLimits(octokit: Octokit, { second_ms, mayWait }: LimitWaits): void {
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

/** Returns the seconds that a plain 429 asks to wait; undefined for other errors, and for those that Octokit repeats. */
function readPlainWait(error: unknown): number | undefined {
  if (!isRequestError(error) || error.status !== 429 || error.response === undefined) return undefined;
  const { headers } = error.response;
  if (/\bsecondary rate\b/i.test(error.message) || headers['x-ratelimit-remaining'] === '0') return undefined;
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
