/** What is left to do, for an estimate. */
export interface Left {
  width: number;
  waiting: readonly { task: string; weight: number }[];
  running: readonly { task: string; weight: number; elapsed_ms: number }[];
}

/** How long attempts took, by task. */
export interface Durations {
  add(task: string, wall_ms: number): void;
  /**
   * Milliseconds until everything is done: mean of each task, that of all tasks for one that was not seen yet, divided by what runs side by
   * side, and not less than the longest. Undefined before there was any.
   */
  remaining_ms(left: Left): number | undefined;
}

export function openDurations(): Durations {
  const tasks = new Map<string, { sum: number; n: number }>();
  const all = { sum: 0, n: 0 };
  return {
    add(task, wall_ms) {
      const own = tasks.get(task) ?? { sum: 0, n: 0 };
      tasks.set(task, own);
      for (const seen of [own, all]) {
        seen.sum += wall_ms;
        seen.n += 1;
      }
    },
    remaining_ms({ width, waiting, running }) {
      if (all.n === 0) return undefined;
      const expected = (task: string) => {
        const { sum, n } = tasks.get(task) ?? all;
        return sum / n;
      };
      const parts = [
        ...waiting.map(({ task, weight }) => ({ weight, ms: expected(task) })),
        ...running.map(({ task, weight, elapsed_ms }) => ({ weight, ms: Math.max(0, expected(task) - elapsed_ms) })),
      ];
      const work = parts.reduce((sum, { weight, ms }) => sum + weight * ms, 0);
      const longest = parts.reduce((most, { ms }) => Math.max(most, ms), 0);
      return Math.max(longest, work / width);
    },
  };
}
