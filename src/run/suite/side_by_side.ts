import type { NotBegun } from '../../record/schedule.js';
import { choose, type Envelopes, type Job } from './schedule.js';
import type { Ledger } from './spending.js';

/** How one try ended. */
export interface Settled {
  /** null = nobody knows: its ceiling counts. */
  cost_usd: number | null;
  /** Why it has to be made again; absent = it is done. */
  again?: string | undefined;
}

export interface Terms {
  width: number;
  envelopes: Envelopes;
  /** Further tries of one attempt. */
  retries: number;
  /** Has what earlier processes spent; goes on from there. */
  ledger: Ledger;
  /** Milliseconds that the suite has taken so far. */
  elapsed_ms(): number;
  signal: AbortSignal;
}

/** What the schedule tells of what it does, before it does it. */
export interface Told<J> {
  leave(job: J, because: NotBegun): void;
  retry(job: J, next: number, reason: string): void;
}

/**
 * Makes attempts side by side, as `choose` says. Nothing is begun once the signal is aborted; what runs is waited for. One that throws
 * stops the others from being begun, and its error is thrown when the rest has ended.
 *
 * A try that has to be made again goes to the end of the line: whatever was wrong with the machine or the network has time to pass.
 */
export async function sideBySide<J extends Job>(
  jobs: readonly J[],
  { width, envelopes, retries, ledger, elapsed_ms, signal }: Terms,
  perform: (job: J, which: number) => Promise<Settled>,
  told: Told<J>,
): Promise<void> {
  const waiting = [...jobs];
  const running = new Set<J>();
  const tries = new Map<J, number>();
  let fault: { error: unknown } | undefined;
  let wake = () => {};
  const begin = async (job: J) => {
    const which = (tries.get(job) ?? 0) + 1;
    tries.set(job, which);
    running.add(job);
    try {
      const { cost_usd, again } = await perform(job, which);
      ledger.spend(job, cost_usd ?? job.ceiling_usd);
      if (again !== undefined && which <= retries) {
        told.retry(job, which + 1, again);
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
      : choose({ width, envelopes, spent: ledger, running: [...running], waiting, elapsed_ms: elapsed_ms() });
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
    else told.leave(job, choice.because);
  }
  if (signal.aborted) for (const job of waiting) told.leave(job, 'interrupted');
  if (fault) throw fault.error;
}
