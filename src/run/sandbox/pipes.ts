import { execFile, type StdioOptions } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, constants, mkdirSync, openSync, readdirSync, readFileSync, unlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Real pipes for the output of a command. Node connects children by sockets, and a socket cannot be opened again by
 * name: `echo broken > /dev/stderr` would fail only under this harness. A named pipe can, by everybody, which also
 * holds after the command has changed to another user.
 */
export interface Pipe {
  /** Our end. */
  ours: Socket;
  /** The command's end, a descriptor to hand over and then to close. */
  theirs: number;
  /** Where it was made; give it back when both ends are closed. */
  path: string;
}

/** Standard streams for the commands of one session. Named pipes are made when needed and used again by the next command. */
export interface PipePool {
  /** So many pipes, open at both ends. */
  take(count: number): Promise<Pipe[]>;
  giveBack(pipes: readonly Pipe[]): void;
  /**
   * A standard input as a descriptor: a file that has no name any more, so that it can be opened again as /dev/stdin
   * (a named pipe would block there). The caller closes it.
   */
  input(bytes: string | Uint8Array): Promise<number>;
}

/** Makes a pool in `directory`, which nobody else may enter. */
export function pipePool(directory: string): PipePool {
  const free: string[] = [];
  let made = 0;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return {
    async take(count) {
      const paths = free.splice(0, count);
      const missing = Array.from({ length: count - paths.length }, () => join(directory, `${made++}`));
      if (missing.length > 0) {
        await promisify(execFile)('mkfifo', ['-m', '0666', '--', ...missing]);
      }
      return [...paths, ...missing].map(openBothEnds);
    },
    giveBack(pipes) {
      free.push(...pipes.map(({ path }) => path));
    },
    async input(bytes) {
      const path = join(directory, `input-${randomUUID()}`);
      await writeFile(path, bytes, { mode: 0o644 });
      try {
        return openSync(path, constants.O_RDONLY);
      } finally {
        unlinkSync(path);
      }
    },
  };
}

/** Opens a named pipe without waiting for anybody; the command's end blocks, as programs expect. */
function openBothEnds(path: string): Pipe {
  const ours = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const theirs = openSync(path, constants.O_WRONLY);
  return { ours: new Socket({ fd: ours, readable: true, writable: false }), theirs, path };
}

/**
 * The `stdio` of a child that gets nothing but what is listed. Descriptors that this process itself inherited would
 * pass through to every child, so each of them is covered by /dev/null.
 */
export function onlyTheseDescriptors(stdio: readonly ('ignore' | 'pipe' | number)[]): {
  stdio: StdioOptions;
  close: () => void;
} {
  const covered = [...stdio];
  const inherited = inheritedDescriptors().filter((descriptor) => descriptor >= stdio.length);
  if (inherited.length === 0) return { stdio: covered, close: () => {} };
  const nothing = openSync('/dev/null', 'r+');
  for (const descriptor of inherited) {
    while (covered.length <= descriptor) covered.push('ignore');
    covered[descriptor] = nothing;
  }
  return { stdio: covered, close: () => closeSync(nothing) };
}

let known: number[] | undefined;

/** Descriptors without close-on-exec. Node opens its own with it, so these came with the process and stay the same. */
function inheritedDescriptors(): number[] {
  known ??= readdirSync('/proc/self/fd')
    .map(Number)
    .filter((descriptor) => descriptor > 2 && !closesOnExec(descriptor));
  return known;
}

function closesOnExec(descriptor: number): boolean {
  try {
    const flags = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1];
    return (Number.parseInt(flags ?? '0', 8) & 0o2000000) !== 0;
  } catch {
    return true; // the descriptor of the directory listing itself, closed by now
  }
}
