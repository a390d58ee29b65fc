import type { Job, ScheduleSpending } from './choose_next_action.js';

/** Spending of a suite so far: in total, by task, and beyond its plan. */
export interface SpendingLedger extends ScheduleSpending {
  spend(job: Pick<Job, 'task' | 'extra'>, usd: number): void;
}

/** Creates an empty ledger. */
export function createSpendingLedger(): SpendingLedger {
  const tasks = new Map<string, number>();
  let [total_usd, extra_usd] = [0, 0];
  return {
    get total_usd() {
      return total_usd;
    },
    get extra_usd() {
      return extra_usd;
    },
    spent_on_task: (task) => tasks.get(task) ?? 0,
    spend({ task, extra }, usd) {
      total_usd += usd;
      if (extra) extra_usd += usd;
      tasks.set(task, (tasks.get(task) ?? 0) + usd);
    },
  };
}
