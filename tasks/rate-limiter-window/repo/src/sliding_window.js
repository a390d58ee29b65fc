import { costWithin, positive, positiveInteger } from './options.js';

/**
 * Sliding window log: the time and cost of every admitted request of the last `windowMs` milliseconds.
 *
 * The log is ordered by time, oldest first. `used` is the sum of the costs in it.
 */
export class SlidingWindow {
  #limit;
  #windowMs;
  #log = [];
  #used = 0;
  #latest = -Infinity;

  constructor({ limit, windowMs }) {
    this.#limit = positiveInteger('limit', limit);
    this.#windowMs = positive('windowMs', windowMs);
  }

  /** Units that may be admitted in one window. */
  get limit() {
    return this.#limit;
  }

  /** Admits a request of `cost` units at time `now`, or refuses it. */
  take(now, cost = 1) {
    const answer = this.peek(now, cost);
    if (!answer.allowed) return answer;
    const time = this.#latest;
    this.#log.push({ time, cost });
    this.#used += cost;
    return { allowed: true, remaining: this.#limit - this.#used, retryAfterMs: 0 };
  }

  /** What `take` would answer, without admitting anything. */
  peek(now, cost = 1) {
    costWithin(this.#limit, cost);
    const time = this.#advance(now);
    this.#expire(time);
    const remaining = this.#limit - this.#used;
    if (cost <= remaining) return { allowed: true, remaining, retryAfterMs: 0 };
    return { allowed: false, remaining, retryAfterMs: this.#wait(time) };
  }

  /** True when nothing is in the window: the instance can be forgotten without changing any answer. */
  idle(now) {
    this.#expire(this.#advance(now));
    return this.#log.length === 0;
  }

  /** The time that counts: never earlier than any time seen before. */
  #advance(now) {
    this.#latest = Math.max(this.#latest, now);
    return this.#latest;
  }

  #expire(now) {
    let gone = 0;
    while (gone < this.#log.length && now - this.#log[gone].time > this.#windowMs) {
      this.#used -= this.#log[gone].cost;
      gone += 1;
    }
    if (gone > 0) this.#log.splice(0, gone);
  }

  /** Milliseconds until a refused request can be admitted. */
  #wait(now) {
    return this.#log[0].time + this.#windowMs - now;
  }
}
