import { positive, positiveInteger } from './options.js';

/**
 * One algorithm instance per key.
 *
 * A Map keeps insertion order, and a key that is used is moved to its end: the first key is always the
 * least recently used one.
 */
export class RateLimiter {
  #create;
  #idleMs;
  #maxKeys;
  #entries = new Map();

  constructor({ create, idleMs = 600_000, maxKeys = 10_000 }) {
    if (typeof create !== 'function') throw new TypeError('create must be a function that returns an algorithm');
    this.#create = create;
    this.#idleMs = positive('idleMs', idleMs);
    this.#maxKeys = positiveInteger('maxKeys', maxKeys);
  }

  /** Number of keys that are remembered. */
  get size() {
    return this.#entries.size;
  }

  /** Admits or refuses a request of `cost` units for `key` at time `now`. */
  take(key, now, cost = 1) {
    const entry = this.#entry(key, now);
    const answer = entry.algorithm.take(now, cost);
    return { ...answer, limit: entry.algorithm.limit };
  }

  /** What `take` would answer for `key`; an unknown key is not remembered by asking. */
  peek(key, now, cost = 1) {
    const algorithm = this.#entries.get(key)?.algorithm ?? this.#create(key);
    return { ...algorithm.peek(now, cost), limit: algorithm.limit };
  }

  /** Forgets everything about `key`. Returns whether it was known. */
  reset(key) {
    return this.#entries.delete(key);
  }

  /** Forgets keys that were last used more than `idleMs` ago and hold no state. Returns how many. */
  sweep(now) {
    let swept = 0;
    for (const [key, entry] of this.#entries) {
      if (now - entry.usedAt <= this.#idleMs) break;
      if (!entry.algorithm.idle(now)) continue;
      this.#entries.delete(key);
      swept += 1;
    }
    return swept;
  }

  #entry(key, now) {
    let entry = this.#entries.get(key);
    if (entry) {
      this.#entries.delete(key);
    } else {
      entry = { algorithm: this.#create(key), usedAt: now };
      if (this.#entries.size >= this.#maxKeys) {
        const [oldest] = this.#entries.keys();
        this.#entries.delete(oldest);
      }
    }
    entry.usedAt = now;
    this.#entries.set(key, entry);
    return entry;
  }
}
