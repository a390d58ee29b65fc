import type { EventPayload } from '../../record/events/event.js';
import type { RunDirectory } from '../../record/storage/run_directory.js';
import { combinePausableSessions, type PausableSession } from '../../sandbox/sandbox_backend.js';
import { MachineError } from '../../system/is_code_fault.js';
import type { RollbackResult } from '../../workspace/changes/roll_back_workspace.js';
import type { BreakerTrip } from './breakers/base/breaker.js';

/**
 * Function that restores the files of the agent's workspace to a tree; null = the initial one.
 * @throws if they do not match afterwards
 */
export type TreeRestorer = (tree: string | null) => Promise<RollbackResult>;

/** Options of the rollback controller. */
interface RollbackControllerOptions {
  run: RunDirectory;
  restore_tree: TreeRestorer | undefined;
  /** All sessions in which something of the agent may run. */
  present: () => readonly PausableSession[];
  /** Commands that are running. */
  running: () => number;
  /** Ends the agent's part because the workspace does not match the record. */
  fail: (fault: Error) => void;
}

/**
 * Rolls the agent's workspace back to its last good tree, with all its sessions paused. A test stage has a view on top
 * of the workspace, so a rollback waits for its end.
 */
export interface RollbackController {
  /** Takes it back, or notes that it has to be. */
  restore(trip: BreakerTrip, alert_seq: number): Promise<void>;
  /** Performs the rollback that had to wait for the end of a test stage. */
  runPostponed(): Promise<void>;
  /** Returns the message for the agent about a rollback, once. */
  takeNotice(): string | undefined;
  /** Subscribes to messages for the agent about rollbacks. The returned function unsubscribes. */
  onNotice(tell: (notice: string) => unknown): () => void;
  /** Records that a postponed rollback will not happen. */
  close(): void;
}

/** Creates the rollback controller of an attempt. */
export function createRollbackController({
  run,
  restore_tree: put_back,
  present,
  running,
  fail,
}: RollbackControllerOptions): RollbackController {
  const { log } = run;
  const listeners = new Set<(notice: string) => unknown>();
  let waiting: { trip: BreakerTrip; alert_seq: number } | undefined;
  let notice: string | undefined;

  async function takeBack({ trip, alert_seq }: { trip: BreakerTrip; alert_seq: number }): Promise<void> {
    try {
      if (put_back === undefined) throw new MachineError('there is no workspace to take back');
      const goOn = await pauseAll(present(), running() > 0);
      try {
        const restored: EventPayload<'intervention'>['restored'] = await put_back(trip.good_tree ?? null);
        const state = trip.good_tree == null ? 'as it began' : 'as it last passed a build or test cycle';
        const files = `${restored.written} files put back, ${restored.removed} removed`;
        const detail = `the workspace is ${state}: ${files}, ${restored.kept} that no patch holds kept`;
        log.append('intervention', 'monitor', { action: 'rollback', alert_seq, detail, restored });
        notice = [
          `${trip.message}. The harness took the workspace back: it is ${state} (${files}).`,
          'Ignored files and .git are as you left them. Begin from there.',
        ].join(' ');
        for (const tell of listeners) tell(notice);
      } finally {
        await goOn();
      }
    } catch (error) {
      const message = `the workspace could not be taken back: ${(error as Error).message}`.slice(0, 1000);
      const { stage } = log;
      const code = 'rollback-failed';
      log.append('alert', 'monitor', { code, severity: 'warning', stage, message, signals: { alert_seq } });
      fail(new Error(message, { cause: error }));
    }
  }

  return {
    async restore(trip, alert_seq) {
      if (log.stage === 'test') waiting = { trip, alert_seq };
      else await takeBack({ trip, alert_seq });
    },
    async runPostponed() {
      const due = waiting;
      waiting = undefined;
      if (due) await takeBack(due);
    },
    takeNotice() {
      const text = notice;
      notice = undefined;
      return text;
    },
    onNotice(tell) {
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
    close() {
      if (waiting)
        log.append('note', 'harness', { text: "the workspace was not taken back: the agent's part is over" });
      waiting = undefined;
    },
  };
}

/**
 * Pauses all sessions. The returned function resumes them.
 *
 * @throws if they cannot be paused while commands run; where nothing can be paused, nothing may run
 */
async function pauseAll(sessions: readonly PausableSession[], busy: boolean): Promise<() => Promise<void>> {
  const all = combinePausableSessions(sessions);
  try {
    await all.pause?.();
  } catch (error) {
    if (busy) throw error;
    return async () => undefined;
  }
  return async () => all.resume?.();
}
