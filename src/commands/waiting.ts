/** How often people are told what is going on. */
export const EVERY_MS = 10_000;
/** What takes less time than this is not worth a line. */
const PATIENCE_MS = 5_000;

/** What attempts are busy with, for people who wait: a setup with a network can take minutes without a word. */
export interface Waiting {
  enter(attempt: string, stage: string): void;
  leave(attempt: string): void;
  /** One line for each attempt that has been in its stage for five seconds or longer. */
  lines(): string[];
}

/** @param now milliseconds of any clock that only goes forward */
export function openWaiting(now: () => number): Waiting {
  const busy = new Map<string, { stage: string; since: number }>();
  return {
    enter: (attempt, stage) => void busy.set(attempt, { stage, since: now() }),
    leave: (attempt) => void busy.delete(attempt),
    lines: () =>
      [...busy].flatMap(([attempt, { stage, since }]) => {
        const waited_ms = now() - since;
        return waited_ms < PATIENCE_MS ? [] : [`… ${attempt} · ${stage} · ${Math.floor(waited_ms / 1000)} s so far`];
      }),
  };
}
