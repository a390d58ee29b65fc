import { setMaxListeners } from 'node:events';

/** Why an exchange that was under way was broken off. */
export type CutReason =
  | 'client-gone'
  | 'slow-client'
  | 'stopped'
  | 'cap-reached'
  | 'upstream-timeout'
  | 'answer-too-large';

/** Breaks off what is under way, for the first of the reasons that there may be. */
export class Cut {
  reason: CutReason | undefined;
  private readonly controller = new AbortController();
  private readonly watched: { signal: AbortSignal; listener: () => void }[] = [];

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  now(reason: CutReason): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.controller.abort(reason);
  }

  /** Breaks off when a signal says so. Not `AbortSignal.any`: signals that live as long as the run would remember every exchange. */
  when(signal: AbortSignal | undefined, reason: CutReason): this {
    if (signal?.aborted) this.now(reason);
    else if (signal) {
      const listener = () => this.now(reason);
      signal.addEventListener('abort', listener, { once: true });
      // One for every exchange.
      setMaxListeners(0, signal);
      this.watched.push({ signal, listener });
    }
    return this;
  }

  /** Nothing is under way any more. */
  release(): void {
    for (const { signal, listener } of this.watched.splice(0)) signal.removeEventListener('abort', listener);
  }
}
