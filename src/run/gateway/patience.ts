import type { Cut, CutReason } from './cut.js';

/** Waits for one thing at a time, and breaks the exchange off when it takes too long. */
export class Patience {
  private timer: NodeJS.Timeout | undefined;
  private waited: { ms: number; reason: CutReason } | undefined;

  constructor(private readonly cut: Cut) {}

  /** From now on so long, in milliseconds, for what would else be the reason to break off. */
  wait(ms: number, reason: CutReason): void {
    if (this.timer && this.waited?.ms === ms && this.waited.reason === reason) return void this.timer.refresh();
    clearTimeout(this.timer);
    this.waited = { ms, reason };
    this.timer = setTimeout(() => this.cut.now(reason), ms);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
