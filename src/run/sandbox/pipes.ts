import { execFile, type StdioOptions } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, constants, mkdirSync, openSync, readdirSync, readFileSync, unlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * The standard streams of one command, as real pipes. Node connects children by sockets, and a socket cannot be opened
 * again by name: `echo broken > /dev/stderr` would fail only under this harness. A named pipe can, by everybody, which
 * also holds after the command has changed to another user.
 */
export interface StandardStreams {
  stdout: Socket;
  stderr: Socket;
  /** The command's ends: what to put in `stdio`. */
  theirs: (number | 'ignore')[];
  /** Closes the command's ends here; after starting it, or instead. */
  handOver(): void;
  /** Gives the pipes to the next command. Call when both streams have ended. */
  giveBack(): void;
}

/** Makes the streams of commands; with nothing on standard input it is /dev/null. */
export type StreamMaker = (stdin: string | Uint8Array | undefined) => Promise<StandardStreams>;

/** Keeps named pipes in `directory`, which nobody else may enter; they are made when needed and used again. */
export function streamMaker(directory: string): StreamMaker {
  const free: string[] = [];
  mkdirSync(directory, { recursive: true, mode: 0o700 });

  async function twoPipes(): Promise<[string, string]> {
    const again = free.splice(0, 2);
    const [first, second] = again;
    if (first !== undefined && second !== undefined) return [first, second];
    const name = randomBytes(6).toString('hex');
    const paths: [string, string] = [join(directory, `${name}-out`), join(directory, `${name}-err`)];
    await promisify(execFile)('mkfifo', ['-m', '0666', '--', ...paths]);
    return paths;
  }

  return async (stdin) => {
    const input = stdin === undefined ? undefined : await inputFile(directory, stdin);
    const paths = await twoPipes();
    const [stdout, stderr] = [openBothEnds(paths[0]), openBothEnds(paths[1])];
    const descriptors = [input, stdout.theirs, stderr.theirs];
    return {
      stdout: stdout.ours,
      stderr: stderr.ours,
      theirs: descriptors.map((descriptor) => descriptor ?? 'ignore'),
      handOver() {
        for (const descriptor of descriptors.splice(0)) if (descriptor !== undefined) closeSync(descriptor);
      },
      giveBack: () => void free.push(...paths),
    };
  };
}

/** Opens a named pipe without waiting for anybody; the command's end blocks, as programs expect. */
export function openBothEnds(path: string): { ours: Socket; theirs: number } {
  const ours = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const theirs = openSync(path, constants.O_WRONLY);
  return { ours: new Socket({ fd: ours, readable: true, writable: false }), theirs };
}

/** A file without a name. A named pipe would not do: opened again as /dev/stdin it waits for a second writer. */
async function inputFile(directory: string, bytes: string | Uint8Array): Promise<number> {
  const path = join(directory, `input-${randomUUID()}`);
  await writeFile(path, bytes, { mode: 0o644 });
  try {
    return openSync(path, constants.O_RDONLY);
  } finally {
    unlinkSync(path);
  }
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
