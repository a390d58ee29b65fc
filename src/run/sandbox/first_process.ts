import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * The first process of a pid namespace, seen from outside. When it dies the kernel kills everything in the namespace,
 * and it does not finish dying before all of that is gone. So its end is the end of the whole tree, daemons included.
 */
export interface FirstProcess {
  readonly pid: number;
  /** False when it is gone already. */
  kill(): boolean;
  /** Resolves when the namespace is empty, killing what is left in it. */
  gone(): Promise<void>;
}

/** Takes hold of a process. Its start time tells it from a later one with the same number. */
export function firstProcess(pid: number): FirstProcess {
  const born = alive(pid)?.born;
  const isAlive = () => born !== undefined && alive(pid)?.born === born;
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

/** A zombie has finished dying; whoever inherited it may never collect it. */
function alive(pid: number): { born: string } | undefined {
  const stat = processStat(pid);
  return stat === undefined || stat.state === 'Z' || stat.state === 'X' ? undefined : { born: stat.born };
}

/** State and start time (clock ticks since boot) of a process, from proc_pid_stat(5). Undefined when there is none. */
export function processStat(pid: number): { state: string; born: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program's name, in parentheses, may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', born: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
