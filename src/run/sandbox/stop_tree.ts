import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Rounds in which processes that came meanwhile are stopped too, and the pause between them in milliseconds. */
const ROUNDS = 200;
const PAUSE_MS = 5;

interface Seen {
  pid: number;
  parent: number;
  state: string;
  born: string;
  /** Virtual and resident size, which two processes of one memory have in common. */
  memory: string;
}

/** A process tree that stands still. */
export interface StoppedTree {
  /** Lets everything go on that was stopped here; what the program itself had stopped stays so. */
  continue(): void;
}

/**
 * Stops every process below the first one of a pid namespace with SIGSTOP, in rounds, since a process may start others until it
 * stands. Nobody gets out of the tree: orphans of a namespace become children of its first process. For machines without
 * a control group that can freeze.
 *
 * A shell that has just started a program by vfork(2) never reaches the stopped state itself: it waits in the kernel until the
 * child has its own memory, and the child stands. It counts as standing; its own stop is pending.
 *
 * @throws when it does not come to rest within about a second; then everything goes on
 */
export async function stopTree(first: number): Promise<StoppedTree> {
  const stopped = new Map<number, string>();
  const tree: StoppedTree = {
    continue() {
      const alive = new Map(processes().map(({ pid, born }) => [pid, born]));
      for (const [pid, born] of stopped) if (alive.get(pid) === born) send(pid, 'SIGCONT');
      stopped.clear();
    },
  };
  const asleep = new Set<string>();
  let quiet = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false;
    const seen = treeBelow(first);
    for (const one of seen) {
      const { pid, state, born } = one;
      const key = `${pid} ${born}`;
      if (state === 'Z' || state === 'X' || asleep.has(key)) continue;
      if (stopped.get(pid) === born) {
        if (state !== 'T' && state !== 't' && !waitsForChild(one, seen)) moved = true;
      } else if (state === 'T') {
        asleep.add(key); // by its own doing: SIGCONT at the end would wake it
      } else {
        send(pid, 'SIGSTOP');
        stopped.set(pid, born);
        moved = true;
      }
    }
    quiet = moved ? 0 : quiet + 1;
    if (quiet === 2) return tree;
    await delay(PAUSE_MS);
  }
  tree.continue();
  throw new Error('its processes could not be brought to a stop');
}

/** In uninterruptible sleep, with a stopped child in the same memory: vfork(2). */
function waitsForChild({ pid, state, memory }: Seen, all: Seen[]): boolean {
  return (
    state === 'D' && all.some((child) => child.parent === pid && 'Tt'.includes(child.state) && child.memory === memory)
  );
}

function send(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone meanwhile.
  }
}

/** Numbers of the first process of a pid namespace and of all below it: nobody gets out of that tree. */
export function processTree(first: number): number[] {
  return treeBelow(first).map(({ pid }) => pid);
}

function treeBelow(first: number): Seen[] {
  const children = new Map<number, Seen[]>();
  const all = processes();
  for (const one of all) children.set(one.parent, [...(children.get(one.parent) ?? []), one]);
  const found = all.filter(({ pid }) => pid === first);
  for (let at = 0; at < found.length; at++) found.push(...(children.get(found[at]!.pid) ?? []));
  return found;
}

/** Every process of the machine, from proc_pid_stat(5), which everybody may read of everybody. */
function processes(): Seen[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'latin1');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      const memory = `${fields[20]} ${fields[21]}`;
      return [{ pid: Number(name), state: fields[0] ?? '', parent: Number(fields[1]), born: fields[19] ?? '', memory }];
    } catch {
      return []; // gone meanwhile
    }
  });
}
