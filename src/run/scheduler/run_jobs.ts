import type { NotStartedReason } from '../../record/planning/plan.js';
import { type BudgetEnvelopes, chooseNextAction, type Job } from './choose_next_action.js';
import type { SpendingLedger } from './spending_ledger.js';

/** Outcome of one try. */
export interface JobOutcome {
  /** Cost in USD; null = unknown: the ceiling counts. */
  cost_usd: number | null;
  /** Reason for a retry; absent = done. */
  retry_reason?: string | undefined;
}

/** Options of the scheduler. */
interface SchedulerOptions {
  width: number;
  envelopes: BudgetEnvelopes;
  /** Further tries of one attempt. */
  retries: number;
  /** Spending of earlier processes, continued here. */
  ledger: SpendingLedger;
  /** Milliseconds that the suite has taken so far. */
  elapsed_ms(): number;
  signal: AbortSignal;
}

/** Listener that the scheduler calls before each action. */
interface SchedulerListener<J> {
  leave(job: J, because: NotStartedReason): void;
  retry(job: J, next: number, reason: string): void;
}

/**
 * Runs jobs concurrently, in the order that `chooseNextAction` decides. After an abort, no job starts, and running ones
 * are awaited. If a job throws, no other starts, and the error is thrown when all running jobs have ended. A retry goes
 * to the end of the queue, so that problems of machine or network have time to pass.
 */
export async function runJobs<J extends Job>(
  jobs: readonly J[],
  { width, envelopes, retries, ledger, elapsed_ms, signal }: SchedulerOptions,
  perform: (job: J, which: number) => Promise<JobOutcome>,
  listener: SchedulerListener<J>,
): Promise<void> {
  const waiting = [...jobs];
  const running = new Set<J>();
  const tries = new Map<J, number>();
  let fault: { error: unknown } | undefined;
  let wake = () => {};
  const begin = async (job: J) => {
    const number = (tries.get(job) ?? 0) + 1;
    tries.set(job, number);
    running.add(job);
    try {
      const { cost_usd, retry_reason: again } = await perform(job, number);
      ledger.spend(job, cost_usd ?? job.ceiling_usd);
      if (again !== undefined && number <= retries) {
        listener.retry(job, number + 1, again);
        waiting.push(job);
      }
    } catch (error) {
      fault ??= { error };
    }
    running.delete(job);
    wake();
  };
  for (;;) {
    const stopped = signal.aborted || fault !== undefined;
    const choice = stopped
      ? 'wait'
      : chooseNextAction({
          width,
          envelopes,
          spending: ledger,
          running: [...running],
          waiting,
          elapsed_ms: elapsed_ms(),
        });
    if (choice === 'wait') {
      if (running.size === 0) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      continue;
    }
    const job = 'begin' in choice ? choice.begin : choice.leave;
    waiting.splice(waiting.indexOf(job), 1);
    if ('begin' in choice) void begin(job);
    else listener.leave(job, choice.because);
  }
  if (signal.aborted) for (const job of waiting) listener.leave(job, 'interrupted');
  if (fault) throw fault.error;
}

/**
 * Runs tasks concurrently, at most `width` at a time, in order. After an abort, no task starts, and running ones are
 * awaited. If a task throws, no other starts, and the error is thrown when all running tasks have ended.
 */
export async function runWithConcurrency<T>(
  tasks: readonly T[],
  width: number,
  signal: AbortSignal,
  perform: (task: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = tasks.entries();
  let fault: { error: unknown } | undefined;
  const worker = async () => {
    while (!signal.aborted && !fault) {
      const { value, done } = queue.next();
      if (done) return;
      const [index, task] = value;
      try {
        await perform(task, index);
      } catch (error) {
        fault ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, tasks.length) }, worker));
  if (fault) throw fault.error;
}
