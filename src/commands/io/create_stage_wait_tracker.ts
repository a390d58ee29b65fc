/** Interval of reminders in milliseconds. */
export const REMINDER_INTERVAL_MS = 10_000;
/** Time in milliseconds before a stage is worth a line. */
const QUIET_PERIOD_MS = 5_000;

/** Tracker of the stages that attempts are in, for reminders. */
interface StageWaitTracker {
  enter(attempt: string, stage: string): void;
  leave(attempt: string): void;
  /** Returns a line for each attempt that has been in its stage for five seconds or longer. */
  formatLines(): string[];
}

/** Creates a tracker. @param now milliseconds of a monotonic clock */
export function createStageWaitTracker(now: () => number): StageWaitTracker {
  const busy = new Map<string, { stage: string; since: number }>();
  return {
    enter: (attempt, stage) => void busy.set(attempt, { stage, since: now() }),
    leave: (attempt) => void busy.delete(attempt),
    formatLines: () =>
      [...busy].flatMap(([attempt, { stage, since }]) => {
        const waited_ms = now() - since;
        return waited_ms < QUIET_PERIOD_MS
          ? []
          : [`… ${attempt} · ${stage} · ${Math.floor(waited_ms / 1000)} s so far`];
      }),
  };
}
