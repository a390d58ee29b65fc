import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Finds the host pid of the process that runs `script` as process `inside` of a container.
 * @param first host pid of the container's first process
 * @returns undefined if no such process is visible
 */
export function findHostProcess(first: number, inside: number, script: string): number | undefined {
  const depth = readPids(first).length;
  const namespace = readPidNamespace(first);
  return readdirSync('/proc')
    .map(Number)
    .find((pid) => {
      if (!Number.isInteger(pid)) return false;
      const numbers = readPids(pid);
      if (numbers.length !== depth || numbers.at(-1) !== inside || !readArguments(pid).includes(script)) return false;
      // An ordinary user may not look into the first process, which is another user's.
      return namespace === undefined || readPidNamespace(pid) === namespace;
    });
}

/** Returns true for the first process of a nested pid namespace with the given argument. */
export function isContainerInit(pid: number, argument: string): boolean {
  const numbers = readPids(pid);
  return numbers.length > 1 && numbers.at(-1) === 1 && readArguments(pid).includes(argument);
}

/** Reads the pids of a process, from this process's pid namespace inwards. */
function readPids(pid: number): number[] {
  const line = /^NSpid:\s+(.*)$/m.exec(readProcFile(`/proc/${pid}/status`))?.[1];
  return line === undefined ? [] : line.split(/\s+/).map(Number);
}

const readArguments = (pid: number) => readProcFile(`/proc/${pid}/cmdline`).split('\0');

function readPidNamespace(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return undefined;
  }
}

function readProcFile(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
