import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from '../backend.js';
import { openBothEnds } from '../pipes.js';
import { COMMANDS } from './options.js';

/**
 * What one command needs of the folder that the container shows at COMMANDS: a script, its input, and named pipes. The engine's
 * own streams are not used for output: real pipes carry it unchanged, can be opened again by name, and leave the engine's
 * standard error to what the engine itself has to say.
 */
export interface CommandRoom {
  /** The script's path inside; unique, so that the process that runs it can be found from outside. */
  script: string;
  stdout: Socket;
  stderr: Socket;
  /** Number of the waiting process in its own pid namespace. Never resolves when the command is not reached. */
  waiting: Promise<number>;
  /** What is wrong with the directory that the command should run in. Only said before the command begins. */
  complaint(): string | undefined;
  /** Lets the waiting process begin. */
  begin(): void;
  /** Closes our copies of the command's ends: then both streams end with their last writer. */
  handOver(): void;
  dispose(): Promise<void>;
}

/** @param environment the whole of it: an engine's and an image's own are dropped. Throws for values that contain NUL. */
export async function openCommandRoom(
  folder: string,
  command: Pick<Command, 'argv' | 'stdin'>,
  cwd: string,
  environment: Record<string, string>,
): Promise<CommandRoom> {
  const name = randomUUID();
  const at = (kind: string) => join(folder, `${name}.${kind}`);
  const inside = (kind: string) => `${COMMANDS}/${name}.${kind}`;
  const pipes = ['out', 'err', 'state', 'gate'].map(at);
  const remove = () => Promise.all([...pipes, at('sh'), at('in')].map((path) => rm(path, { force: true })));
  try {
    await promisify(execFile)('mkfifo', ['-m', '0666', '--', ...pipes]);
    if (command.stdin !== undefined) await writeFile(at('in'), command.stdin, { mode: 0o644 });
    const input = command.stdin === undefined ? '/dev/null' : inside('in');
    await writeFile(at('sh'), script({ ...command, cwd, environment, inside, input }), { mode: 0o644 });
  } catch (error) {
    await remove();
    throw error;
  }
  const [stdout, stderr, state] = [openBothEnds(at('out')), openBothEnds(at('err')), openBothEnds(at('state'))];
  // Open in both directions: writing never waits for a reader that may never come.
  const gate = openSync(at('gate'), constants.O_RDWR | constants.O_NONBLOCK);
  let open = [stdout.theirs, stderr.theirs, state.theirs];
  let said = '';
  const waiting = new Promise<number>((resolve) => {
    state.ours.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('latin1')).slice(0, 200);
      const pid = /^(\d+)\n/.exec(said)?.[1];
      if (pid !== undefined) resolve(Number(pid));
    });
  });
  state.ours.on('error', () => {});
  const handOver = () => {
    for (const descriptor of open) closeSync(descriptor);
    open = [];
  };
  return {
    script: inside('sh'),
    stdout: stdout.ours,
    stderr: stderr.ours,
    waiting,
    complaint: () => (/^\d+\ncwd\n/.test(said) ? `cannot enter the directory ${cwd}` : undefined),
    begin: () => void writeSync(gate, 'go\n'),
    handOver,
    async dispose() {
      handOver();
      closeSync(gate);
      for (const { ours } of [stdout, stderr, state]) ours.destroy();
      await remove();
    },
  };
}

interface Script {
  argv: readonly string[];
  cwd: string;
  environment: Record<string, string>;
  inside: (kind: string) => string;
  input: string;
}

/**
 * The shell around a command. It stays its parent and holds the engine's streams open: an engine asks for the exit status when
 * those are closed, and would get one before there is one. From here on standard error is nobody's but the engine's.
 */
function script({ argv, cwd, environment, inside, input }: Script): string {
  const variables = Object.entries({ PWD: cwd, ...environment }).map(([name, value]) => `${name}=${value}`);
  const words = [...variables, ...argv];
  if ([cwd, ...words].some((word) => word.includes('\0'))) throw new Error('a path or a variable contains NUL');
  return [
    'exec 2> /dev/null',
    `echo "$$" > ${inside('state')}`,
    `read -r go < ${inside('gate')} || exit 125`,
    `cd -- ${quoted(cwd)} || { echo cwd > ${inside('state')}; exit 125; }`,
    // In a shell of its own: the outer one would report a signal on the command's standard error.
    `(exec env -i ${words.map(quoted).join(' ')} < ${input} > ${inside('out')} 2> ${inside('err')})`,
    'exit $?\n',
  ].join('\n');
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
