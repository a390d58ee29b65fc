import type { Spending } from './schedule.js';

/** What a suite has spent so far, in all and by task. */
export interface Ledger extends Spending {
  spend(task: string, usd: number): void;
}

export function openLedger(): Ledger {
  const tasks = new Map<string, number>();
  let total_usd = 0;
  return {
    get total_usd() {
      return total_usd;
    },
    of_task: (task) => tasks.get(task) ?? 0,
    spend(task, usd) {
      total_usd += usd;
      tasks.set(task, (tasks.get(task) ?? 0) + usd);
    },
  };
}
