import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, constants, mkdirSync, openSync, renameSync, unlinkSync, utimesSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { locateProgram } from '../../system/find_program.js';
import type { ProgramDescriptor } from '../../system/launcher/launcher.js';
import { makeSystemCalls, system_calls } from '../../system/launcher/make_system_calls.js';
import { runProgramOrThrow } from '../../system/launcher/run_program.js';

/**
 * Standard streams of one command, as real pipes. Node connects children by sockets, which cannot be opened by name:
 * `echo broken > /dev/stderr` would fail only under this harness. Named pipes can, by every user, even after the
 * command has changed its user.
 */
export interface StandardStreams {
  stdout: Socket;
  stderr: Socket;
  /** Ends of the streams for the `stdio` of the child. */
  child_descriptors: (number | 'ignore')[];
  /** The same ends as files, for a child that another process of this user starts. */
  child_files: ProgramDescriptor[];
  /** Closes the command's ends here; after starting it, or instead. */
  closeChildEnds(): void;
  /** Gives the pipes to the next command. Call when both streams have ended. */
  release(): void;
}

/** Factory of the streams of commands. Without input, standard input is /dev/null. */
export type StreamFactory = (stdin: string | Uint8Array | undefined) => Promise<StandardStreams>;

/** Maker of fresh named pipes: moves two of them to the given paths. */
export type PipeMaker = (paths: readonly [string, string]) => Promise<void>;

/** Pairs of named pipes that one program makes. */
const PAIRS_AT_ONCE = 16;

/**
 * Creates a maker of named pipes for several sessions, which makes many with one program. The first begins at once.
 * @param directory folder of those that nobody has had yet; no other user may enter it
 */
export function createPipeMaker(directory: string): PipeMaker {
  const fresh: string[] = [];
  const make = async () => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const pipes = Array.from({ length: 2 * PAIRS_AT_ONCE }, () => join(directory, randomBytes(6).toString('hex')));
    await makePipes(pipes);
    fresh.push(...pipes);
  };
  const first = make().catch(() => undefined); // who needs pipes tries again
  return async (paths) => {
    await first;
    if (fresh.length < paths.length) await make();
    const pipes = fresh.splice(-paths.length);
    const now = new Date();
    for (const [i, path] of paths.entries()) {
      renameSync(pipes[i]!, path);
      utimesSync(path, now, now); // a command can read them, and they would tell how many came before
    }
  };
}

async function makePipes(paths: readonly string[]): Promise<void> {
  const { made: made_count, error } = await makeSystemCalls(paths.map(system_calls.fifo));
  if (error !== '') await runProgramOrThrow(locateProgram('mkfifo'), ['-m', '0666', '--', ...paths.slice(made_count)]);
}

/**
 * Creates a factory that keeps named pipes in `directory` and reuses them. No other user may enter the directory.
 * @param make maker of pipes; default: a program for each pair
 */
export function createStreamFactory(directory: string, make: PipeMaker = makePipes): StreamFactory {
  const free: string[] = [];
  mkdirSync(directory, { recursive: true, mode: 0o700 });

  async function twoPipes(): Promise<[string, string]> {
    const again = free.splice(0, 2);
    const [first, second] = again;
    if (first !== undefined && second !== undefined) return [first, second];
    const name = randomBytes(6).toString('hex');
    const paths: [string, string] = [join(directory, `${name}-out`), join(directory, `${name}-err`)];
    await make(paths);
    return paths;
  }

  return async (stdin) => {
    const input = stdin === undefined ? undefined : await openInputFile(directory, stdin);
    const paths = await twoPipes();
    const [stdout, stderr] = [openNamedPipe(paths[0]), openNamedPipe(paths[1])];
    const descriptors = [input, stdout.theirs, stderr.theirs];
    return {
      stdout: stdout.ours,
      stderr: stderr.ours,
      child_descriptors: descriptors.map((descriptor) => descriptor ?? 'ignore'),
      child_files: [
        { read: input === undefined ? '/dev/null' : `/proc/${process.pid}/fd/${input}` },
        ...paths.map((write) => ({ write })),
      ],
      closeChildEnds() {
        for (const descriptor of descriptors.splice(0)) if (descriptor !== undefined) closeSync(descriptor);
      },
      release: () => void free.push(...paths),
    };
  };
}

/** Opens both ends of a named pipe without blocking. Writes to the command's end block, as programs expect. */
export function openNamedPipe(path: string): { ours: Socket; theirs: number } {
  const ours = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const child_end = openSync(path, constants.O_WRONLY);
  return { ours: new Socket({ fd: ours, readable: true, writable: false }), theirs: child_end };
}

/**
 * Opens an unlinked file for standard input. A named pipe would not work: reopened as /dev/stdin it waits for a second
 * writer.
 */
async function openInputFile(directory: string, bytes: string | Uint8Array): Promise<number> {
  const path = join(directory, `input-${randomUUID()}`);
  await writeFile(path, bytes, { mode: 0o644 });
  try {
    return openSync(path, constants.O_RDONLY);
  } finally {
    unlinkSync(path);
  }
}
