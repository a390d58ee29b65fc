import { costWithin, positive, positiveInteger } from './options.js';

/** Token bucket: bursts of `capacity`, then `refillPerSecond` units per second. Starts full. */
export class TokenBucket {
  #capacity;
  #perMs;
  #tokens;
  #latest;

  constructor({ capacity, refillPerSecond }) {
    this.#capacity = positiveInteger('capacity', capacity);
    this.#perMs = positive('refillPerSecond', refillPerSecond) / 1000;
    this.#tokens = capacity;
    this.#latest = undefined;
  }

  /** The largest burst. */
  get limit() {
    return this.#capacity;
  }

  /** Admits a request of `cost` units at time `now`, or refuses it. */
  take(now, cost = 1) {
    const answer = this.peek(now, cost);
    if (!answer.allowed) return answer;
    this.#tokens -= cost;
    return { allowed: true, remaining: Math.floor(this.#tokens), retryAfterMs: 0 };
  }

  /** What `take` would answer, without admitting anything. */
  peek(now, cost = 1) {
    costWithin(this.#capacity, cost);
    this.#refill(now);
    const remaining = Math.floor(this.#tokens);
    if (cost <= this.#tokens) return { allowed: true, remaining, retryAfterMs: 0 };
    return { allowed: false, remaining, retryAfterMs: Math.ceil((cost - this.#tokens) / this.#perMs) };
  }

  /** True when the bucket is full: the instance can be forgotten without changing any answer. */
  idle(now) {
    this.#refill(now);
    return this.#tokens === this.#capacity;
  }

  #refill(now) {
    if (this.#latest !== undefined && now > this.#latest) {
      this.#tokens = Math.min(this.#capacity, this.#tokens + (now - this.#latest) * this.#perMs);
    }
    this.#latest = Math.max(this.#latest ?? now, now);
  }
}
