import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * The number by which we know the process that runs `script` as process `inside` of the container whose first process is
 * `first`. Undefined when there is none to be seen here.
 */
export function hostProcess(first: number, inside: number, script: string): number | undefined {
  const depth = numbersOf(first).length;
  const namespace = namespaceOf(first);
  return readdirSync('/proc')
    .map(Number)
    .find((pid) => {
      if (!Number.isInteger(pid)) return false;
      const numbers = numbersOf(pid);
      if (numbers.length !== depth || numbers.at(-1) !== inside || !argumentsOf(pid).includes(script)) return false;
      // An ordinary user may not look into the first process, which is another user's.
      return namespace === undefined || namespaceOf(pid) === namespace;
    });
}

/** Whether a process is the first one of a pid namespace below ours, running what we started. */
export function isFirstProcess(pid: number, argument: string): boolean {
  const numbers = numbersOf(pid);
  return numbers.length > 1 && numbers.at(-1) === 1 && argumentsOf(pid).includes(argument);
}

/** A process's numbers, from our pid namespace inwards. */
function numbersOf(pid: number): number[] {
  const line = /^NSpid:\s+(.*)$/m.exec(read(`/proc/${pid}/status`))?.[1];
  return line === undefined ? [] : line.split(/\s+/).map(Number);
}

const argumentsOf = (pid: number) => read(`/proc/${pid}/cmdline`).split('\0');

function namespaceOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return undefined;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
