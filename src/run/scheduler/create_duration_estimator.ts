/** Work that remains, for an estimate. */
interface RemainingWork {
  width: number;
  waiting: readonly { task: string; weight: number }[];
  running: readonly { task: string; weight: number; elapsed_ms: number }[];
}

/** Estimator of the remaining time, from the durations of attempts by task. */
interface DurationEstimator {
  add(task: string, wall_ms: number): void;
  /**
   * Estimates the time until everything is done, in milliseconds. Sums the mean of each task (of all tasks for an
   * unknown one), divided by the width, and at least the longest attempt.
   *
   * @returns undefined before the first duration
   */
  remaining_ms(work: RemainingWork): number | undefined;
}

/** Creates an estimator without any durations. */
export function createDurationEstimator(): DurationEstimator {
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
