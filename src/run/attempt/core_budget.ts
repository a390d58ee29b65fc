import type { Execution } from '../../record/events/event.js';

/** Number of cores above which a check is taken to use several by itself; starting a program takes a little over one. */
const MAX_BUSY_CORES = 1.5;

/** Cores of the machine that no attempt of the run needs. Records do not depend on them, except for times. */
export interface CoreBudget {
  /**
   * Takes a spare core for another run of a contract's checks.
   *
   * @param version version id of the contract
   * @returns function that gives it back; undefined if none is free, if no check of the contract has run yet, or if
   * its checks use several cores by themselves
   */
  take(version: string): (() => void) | undefined;
  /** Learns from a check of a contract how many cores it keeps busy. */
  observe(version: string, execution: Pick<Execution, 'usage'>): void;
}

/**
 * Creates the budget of a run.
 *
 * @param cores number of cores of the machine
 * @param width number of attempts side by side, each of which needs one core
 */
export function createCoreBudget(cores: number, width: number): CoreBudget {
  let free = Math.max(0, Math.floor(cores) - width);
  const busy = new Map<string, number>();
  return {
    take(version) {
      const used = busy.get(version);
      if (free === 0 || used === undefined || used > MAX_BUSY_CORES) return undefined;
      free--;
      let taken = true;
      return () => {
        if (taken) free++;
        taken = false;
      };
    },
    observe(version, { usage: { wall_ms, cpu_ms } }) {
      if (cpu_ms === null || wall_ms <= 0) return;
      busy.set(version, Math.max(busy.get(version) ?? 0, cpu_ms / wall_ms));
    },
  };
}
