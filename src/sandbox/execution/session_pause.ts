import type { ControlGroup } from '../cgroup/control_group.js';
import { type StoppedProcessTree, stopProcessTree } from './stop_process_tree.js';

/** Running command that can be paused. */
export interface PausableCommand {
  /**
   * Suspends the whole process tree.
   * @throws if that is impossible
   */
  stop(): Promise<void>;
  /** Continues a suspended tree; no effect otherwise. */
  continue(): void;
}

/** Creates a pause by the control group's freezer, or by signals without one. */
export function createPausableCommand(first: number, group: ControlGroup | undefined): PausableCommand {
  let stopped: StoppedProcessTree | undefined;
  return {
    async stop() {
      if (group?.freeze !== undefined) await group.freeze();
      else stopped = await stopProcessTree(first);
    },
    continue() {
      group?.thaw?.();
      stopped?.continue();
      stopped = undefined;
    },
  };
}

/**
 * Pause of all commands of a session together (requirement R12). Pauses nest: commands continue after the last resume.
 * A command that starts during a pause waits.
 */
export interface SessionPause {
  pause(): Promise<void>;
  resume(): void;
  /** Adds a command. Calls `begin` at once, or after the pause. The caller must call `leave` at the end. */
  enter(member: PauseMember, begin: () => void): void;
  leave(member: PauseMember): void;
}

/** Running command that takes part in the pauses of its session. */
export interface PauseMember extends PausableCommand {
  /** Called when the command's clock stops and continues. */
  setClockRunning(running: boolean): void;
}

/** Creates the pause of a session. */
export function createSessionPause(): SessionPause {
  const members = new Map<PauseMember, (() => void) | undefined>();
  let depth = 0;
  const go = () => {
    for (const [member, begin] of members) {
      members.set(member, undefined);
      member.setClockRunning(true);
      if (begin) begin();
      else member.continue();
    }
  };
  return {
    async pause() {
      depth += 1;
      if (depth > 1) return;
      const running = [...members.keys()];
      for (const member of running) member.setClockRunning(false);
      const stops = await Promise.allSettled(running.map((member) => member.stop()));
      const failed = stops.find((stop) => stop.status === 'rejected');
      if (failed === undefined) return;
      depth -= 1;
      if (depth === 0) go();
      throw failed.reason;
    },
    resume() {
      if (depth === 0) return;
      depth -= 1;
      if (depth === 0) go();
    },
    enter(member, begin) {
      members.set(member, depth > 0 ? begin : undefined);
      if (depth === 0) begin();
      else member.setClockRunning(false);
    },
    leave: (member) => void members.delete(member),
  };
}
