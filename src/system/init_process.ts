import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * First process of a pid namespace, seen from outside. When it dies, the kernel kills all processes of the namespace
 * before the death completes. Its end is therefore the end of the whole tree, daemons included.
 */
export interface InitProcess {
  readonly pid: number;
  /** False when it is gone already. */
  kill(): boolean;
  /** Waits until the namespace is empty, and kills what remains in it. */
  gone(): Promise<void>;
}

/** Tracks a process by pid and start time. The latter tells it from a later process with the same pid. */
export function trackInitProcess(pid: number): InitProcess {
  const born = findLivingProcess(pid)?.born;
  const isAlive = () => born !== undefined && findLivingProcess(pid)?.born === born;
  const kill = () => {
    if (!isAlive()) return false;
    try {
      return process.kill(pid, 'SIGKILL');
    } catch {
      return false;
    }
  };
  return {
    pid,
    kill,
    async gone() {
      for (let pause = 0; isAlive(); pause = Math.min(20, pause + 1)) {
        kill();
        await delay(pause);
      }
    },
  };
}

/** Finds a process that is not a zombie: a zombie has ended, and its parent may never reap it. */
function findLivingProcess(pid: number): { born: string } | undefined {
  const stat = readProcessStat(pid);
  return stat === undefined || stat.state === 'Z' || stat.state === 'X' ? undefined : { born: stat.born };
}

/** Properties of a process from proc_pid_stat(5). */
export interface ProcessStat {
  state: string;
  /** Pid of the parent. */
  parent: number;
  /** Start time, in clock ticks since boot. */
  born: string;
  /** Virtual and resident size, which two processes that share their memory have in common. */
  memory: string;
}

/**
 * Reads the properties of a process, which every user may read.
 * @returns undefined if there is no such process
 */
export function readProcessStat(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program's name, in parentheses, may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state = '', parent] = fields;
    return { state, parent: Number(parent), born: fields[19] ?? '', memory: `${fields[20]} ${fields[21]}` };
  } catch {
    return undefined;
  }
}
