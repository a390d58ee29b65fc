/** Time as the coordinator knows it. */
export interface Clock {
  /**
   * Milliseconds since run start. A process that goes on with an earlier one's log counts from the same start, so that nothing
   * lasts longer, or shorter, for the interruption.
   */
  now_ms(): number;
  /** Calls once, after so many milliseconds or a little earlier or later; returns the function that prevents it. */
  after(ms: number, call: () => void): () => void;
}

const LONGEST_MS = 2 ** 31 - 1;

/** Timers of this process, none of which keeps it alive. */
export function processClock(now_ms: () => number): Clock {
  return {
    now_ms,
    after(ms, call) {
      const timer = setTimeout(call, Math.min(LONGEST_MS, Math.ceil(ms)));
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}
