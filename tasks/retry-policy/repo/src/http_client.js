import { sleep as realSleep } from './clock.js';
import { retryAfterMs } from './retry_after.js';

const RETRY_STATUS = new Set([429, 502, 503, 504]);
const UNSAFE = new Set(['POST', 'PATCH']);
const MAX_DELAY_MS = 10_000;

/** HTTP requests that are tried again. `fetch` is the standard function or one like it. */
export class HttpClient {
  #fetch;
  #attempts;
  #baseMs;
  #maxWaitMs;
  #sleep;
  #random;
  #now;

  constructor({
    fetch = globalThis.fetch,
    attempts = 4,
    baseMs = 200,
    maxWaitMs = 60_000,
    sleep = realSleep,
    random = Math.random,
    now = Date.now,
  } = {}) {
    this.#fetch = fetch;
    this.#attempts = attempts;
    this.#baseMs = baseMs;
    this.#maxWaitMs = maxWaitMs;
    this.#sleep = sleep;
    this.#random = random;
    this.#now = now;
  }

  /** Returns the response, also one with an error status. Throws the last network error. */
  async request(method, url, options = {}) {
    let attempt = 0;
    for (;;) {
      attempt += 1;
      let response;
      try {
        response = await this.#fetch(url, { ...options, method });
      } catch (error) {
        if (UNSAFE.has(method) || attempt === this.#attempts) throw error;
        await this.#sleep(this.#backoff(attempt));
        continue;
      }
      if (!RETRY_STATUS.has(response.status)) return response;
      if (UNSAFE.has(method) && response.status !== 429) return response;
      if (attempt === this.#attempts) return response;
      const asked = retryAfterMs(response.headers.get('retry-after'), this.#now());
      if (asked !== undefined && asked > this.#maxWaitMs) return response;
      await this.#sleep(asked ?? this.#backoff(attempt));
    }
  }

  #backoff(attempt) {
    const delay = Math.min(MAX_DELAY_MS, this.#baseMs * 2 ** (attempt - 1));
    return Math.round(delay / 2 + this.#random() * (delay / 2));
  }
}
