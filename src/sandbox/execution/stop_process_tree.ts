import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type ProcessStat, readProcessStat } from '../../system/init_process.js';
import { MachineError } from '../../system/is_code_fault.js';

/** Maximum number of rounds for new processes, and the time between rounds in milliseconds. */
const ROUNDS = 200;
const PAUSE_MS = 5;

interface ProcessEntry extends ProcessStat {
  pid: number;
}

/** Process tree that is stopped. */
export interface StoppedProcessTree {
  /** Continues the processes that were stopped here, but not those that the program itself had stopped. */
  continue(): void;
}

/**
 * Stops all processes below a pid namespace's first one with SIGSTOP. For machines without a freezer. It works in
 * rounds, since running processes may start others. No process leaves the tree: orphans become children of the first
 * process. A shell that has just called vfork(2) never reaches the stopped state: it waits in the kernel for its child,
 * which is stopped. It counts as stopped; its own stop is pending.
 *
 * @throws if the tree is not stopped within about a second; all processes continue then
 */
export async function stopProcessTree(first: number): Promise<StoppedProcessTree> {
  const stopped = new Map<number, string>();
  const tree: StoppedProcessTree = {
    continue() {
      const alive = new Map(listProcesses().map(({ pid, born }) => [pid, born]));
      for (const [pid, born] of stopped) if (alive.get(pid) === born) sendSignal(pid, 'SIGCONT');
      stopped.clear();
    },
  };
  const asleep = new Set<string>();
  let quiet = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false;
    const entries = listTreeEntries(first);
    for (const one of entries) {
      const { pid, state, born } = one;
      const key = `${pid} ${born}`;
      if (state === 'Z' || state === 'X' || asleep.has(key)) continue;
      if (stopped.get(pid) === born) {
        if (state !== 'T' && state !== 't' && !waitsForChild(one, entries)) moved = true;
      } else if (state === 'T') {
        asleep.add(key); // by its own doing: SIGCONT at the end would wake it
      } else {
        sendSignal(pid, 'SIGSTOP');
        stopped.set(pid, born);
        moved = true;
      }
    }
    quiet = moved ? 0 : quiet + 1;
    if (quiet === 2) return tree;
    await delay(PAUSE_MS);
  }
  tree.continue();
  throw new MachineError('its processes could not be brought to a stop');
}

/** Returns true for a process in uninterruptible sleep with a stopped child in the same memory: vfork(2). */
function waitsForChild({ pid, state, memory }: ProcessEntry, all: ProcessEntry[]): boolean {
  return (
    state === 'D' && all.some((child) => child.parent === pid && 'Tt'.includes(child.state) && child.memory === memory)
  );
}

function sendSignal(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone meanwhile.
  }
}

/** Lists the pids of a namespace's first process and of all its descendants. */
export function listProcessTree(first: number): number[] {
  return listTreeEntries(first).map(({ pid }) => pid);
}

function listTreeEntries(first: number): ProcessEntry[] {
  const children = new Map<number, ProcessEntry[]>();
  const all = listProcesses();
  for (const one of all) children.set(one.parent, [...(children.get(one.parent) ?? []), one]);
  const tree = all.filter(({ pid }) => pid === first);
  for (const { pid } of tree) tree.push(...(children.get(pid) ?? [])); // it goes on with what is added
  return tree;
}

/** Lists all processes of the machine, from proc_pid_stat(5), which every user may read. */
function listProcesses(): ProcessEntry[] {
  return readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? readProcessStat(Number(name)) : undefined;
    return stat ? [{ pid: Number(name), ...stat }] : []; // processes may end meanwhile
  });
}
