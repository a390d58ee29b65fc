import type { Group } from './control_group.js';
import { type StoppedTree, stopTree } from './stop_tree.js';

/** One running command as far as it can be paused. */
export interface Pausable {
  /** Brings the whole tree to a stop; throws when that is impossible. */
  stop(): Promise<void>;
  /** Lets it go on; does nothing to what is not stopped. */
  go(): void;
}

/** Pauses by the control group's freezer, where it has one, else by signals. */
export function pausable(first: number, group: Group | undefined): Pausable {
  let stopped: StoppedTree | undefined;
  return {
    async stop() {
      if (group?.freeze !== undefined) await group.freeze();
      else stopped = await stopTree(first);
    },
    go() {
      group?.thaw?.();
      stopped?.continue();
      stopped = undefined;
    },
  };
}

/**
 * All commands of a session standing still together (R12). Two questions at once are two pauses: it goes on after the last
 * resume. A command that begins meanwhile waits at its start.
 */
export interface Standstill {
  pause(): Promise<void>;
  resume(): void;
  /** Takes part: `begin` is called at once, or when the standstill is over. Call `leave` at the end. */
  enter(member: Member, begin: () => void): void;
  leave(member: Member): void;
}

export interface Member extends Pausable {
  /** Told when its clock stops and goes on. */
  clock(running: boolean): void;
}

export function standstill(): Standstill {
  const members = new Map<Member, (() => void) | undefined>();
  let depth = 0;
  const go = () => {
    for (const [member, begin] of members) {
      members.set(member, undefined);
      member.clock(true);
      if (begin) begin();
      else member.go();
    }
  };
  return {
    async pause() {
      depth += 1;
      if (depth > 1) return;
      const running = [...members.keys()];
      for (const member of running) member.clock(false);
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
      else member.clock(false);
    },
    leave: (member) => void members.delete(member),
  };
}
