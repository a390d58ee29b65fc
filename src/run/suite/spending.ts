import type { Job, Spending } from './schedule.js';

/** What a suite has spent so far: in all, by task, and beyond its plan. */
export interface Ledger extends Spending {
  spend(job: Pick<Job, 'task' | 'extra'>, usd: number): void;
}

export function openLedger(): Ledger {
  const tasks = new Map<string, number>();
  let [total_usd, extra_usd] = [0, 0];
  return {
    get total_usd() {
      return total_usd;
    },
    get extra_usd() {
      return extra_usd;
    },
    of_task: (task) => tasks.get(task) ?? 0,
    spend({ task, extra }, usd) {
      total_usd += usd;
      if (extra) extra_usd += usd;
      tasks.set(task, (tasks.get(task) ?? 0) + usd);
    },
  };
}
