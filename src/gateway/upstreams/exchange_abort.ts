import { setMaxListeners } from 'node:events';

/** Reason why an exchange was aborted. */
export type ExchangeAbortReason =
  | 'client-gone'
  | 'slow-client'
  | 'stopped'
  | 'cap-reached'
  | 'upstream-timeout'
  | 'answer-too-large';

/** Abort controller of an exchange that keeps the first reason. */
export class ExchangeAbort {
  reason: ExchangeAbortReason | undefined;
  private readonly controller = new AbortController();
  private readonly watched: { signal: AbortSignal; listener: () => void }[] = [];

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  abort(reason: ExchangeAbortReason): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.controller.abort(reason);
  }

  /**
   * Aborts when a signal does. `AbortSignal.any` would not do: signals that live as long as the run would keep every
   * exchange alive.
   */
  abortOn(signal: AbortSignal | undefined, reason: ExchangeAbortReason): this {
    if (signal?.aborted) this.abort(reason);
    else if (signal) {
      const listener = () => this.abort(reason);
      signal.addEventListener('abort', listener, { once: true });
      // One listener per exchange.
      setMaxListeners(0, signal);
      this.watched.push({ signal, listener });
    }
    return this;
  }

  /** Removes all listeners. Call it when the exchange is over. */
  release(): void {
    for (const { signal, listener } of this.watched.splice(0)) signal.removeEventListener('abort', listener);
  }
}
