import type { ExchangeAbort, ExchangeAbortReason } from './exchange_abort.js';

/** Restartable timeout that aborts the exchange. */
export class IdleTimeout {
  private timer: NodeJS.Timeout | undefined;
  private waited: { ms: number; reason: ExchangeAbortReason } | undefined;

  constructor(private readonly cut: ExchangeAbort) {}

  /**
   * Restarts the timeout.
   *
   * @param ms milliseconds until the abort
   * @param reason reason of the abort
   */
  restart(ms: number, reason: ExchangeAbortReason): void {
    if (this.timer && this.waited?.ms === ms && this.waited.reason === reason) return void this.timer.refresh();
    clearTimeout(this.timer);
    this.waited = { ms, reason };
    this.timer = setTimeout(() => this.cut.abort(reason), ms);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
