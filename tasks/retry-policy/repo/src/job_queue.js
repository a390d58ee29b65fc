import { EventEmitter } from 'node:events';
import { sleep as realSleep } from './clock.js';

/**
 * Jobs in memory, `concurrency` at a time, in the order of `push`.
 *
 * Events: `done` {id, payload, result, attempts}, `retry` {id, payload, error, attempts, delayMs},
 * `dead` {id, payload, error, attempts}.
 */
export class JobQueue extends EventEmitter {
  #handler;
  #concurrency;
  #attempts;
  #baseMs;
  #maxMs;
  #sleep;
  #ready = [];
  #running = 0;
  #waiting = 0;
  #lastId = 0;
  #idle = [];

  constructor(handler, { concurrency = 1, attempts = 5, baseMs = 100, maxMs = 5000, sleep = realSleep } = {}) {
    super();
    this.#handler = handler;
    this.#concurrency = concurrency;
    this.#attempts = attempts;
    this.#baseMs = baseMs;
    this.#maxMs = maxMs;
    this.#sleep = sleep;
  }

  /** Jobs that run, wait for a slot, or wait for their next attempt. */
  get size() {
    return this.#ready.length + this.#running + this.#waiting;
  }

  /** Adds a job and returns its id. */
  push(payload) {
    this.#lastId += 1;
    this.#ready.push({ id: this.#lastId, payload, attempts: 0 });
    queueMicrotask(() => this.#fill());
    return this.#lastId;
  }

  /** Resolves when there is nothing left to do. */
  idle() {
    if (this.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #fill() {
    while (this.#running < this.#concurrency && this.#ready.length > 0) {
      this.#running += 1;
      this.#run(this.#ready.shift());
    }
    if (this.size === 0) {
      for (const resolve of this.#idle.splice(0)) resolve();
    }
  }

  async #run(job) {
    job.attempts += 1;
    const { id, payload, attempts } = job;
    try {
      const result = await this.#handler(payload, attempts);
      this.emit('done', { id, payload, result, attempts });
    } catch (error) {
      if (attempts < this.#attempts) {
        let delayMs = this.#baseMs;
        for (let i = 1; i < attempts; i++) delayMs *= 2;
        if (delayMs > this.#maxMs) delayMs = this.#maxMs;
        this.emit('retry', { id, payload, error, attempts, delayMs });
        this.#again(job, delayMs);
      } else {
        this.emit('dead', { id, payload, error, attempts });
      }
    }
    this.#running -= 1;
    this.#fill();
  }

  /** The job waits outside of its slot. */
  async #again(job, delayMs) {
    this.#waiting += 1;
    await this.#sleep(delayMs);
    this.#waiting -= 1;
    this.#ready.push(job);
    this.#fill();
  }
}
