/** Clock and timers of the coordinator. */
export interface CoordinationClock {
  /**
   * Returns milliseconds since run start. A process that continues an earlier log counts from the same start, so that
   * an interruption changes no duration.
   */
  now_ms(): number;
  /** Calls a function once after about so many milliseconds; the returned function cancels that. */
  after(ms: number, call: () => void): () => void;
}

const MAX_TIMER_MS = 2 ** 31 - 1;

/** Creates a clock with timers of this process, none of which keeps it alive. */
export function createProcessClock(now_ms: () => number): CoordinationClock {
  return {
    now_ms,
    after(ms, call) {
      const timer = setTimeout(call, Math.min(MAX_TIMER_MS, Math.ceil(ms)));
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}
