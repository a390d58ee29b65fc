import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { locateProgram } from '../../system/find_program.js';
import { MachineError } from '../../system/is_code_fault.js';
import { runProgramOrThrow } from '../../system/launcher/run_program.js';
import { openNamedPipe } from '../execution/standard_streams.js';
import type { SandboxCommand } from '../sandbox_backend.js';
import { COMMANDS_PATH } from './container_spec.js';

/**
 * Files of one command in the folder that the container mounts at `COMMANDS_PATH`: a script, its input, and named
 * pipes. The engine's own streams do not carry output. Pipes carry it unchanged, can be reopened by name, and keep the
 * engine's standard error for messages of the engine.
 */
export interface CommandPipes {
  /** The script's path inside; unique, so that the process that runs it can be found from outside. */
  script: string;
  stdout: Socket;
  stderr: Socket;
  /** Number of the waiting process in its own pid namespace. Never resolves when the command is not reached. */
  waiting: Promise<number>;
  /**
   * Returns the fault of the working directory, if the script reported one. Reported only before the command begins.
   */
  complaint(): string | undefined;
  /** Lets the waiting process begin. */
  begin(): void;
  /**
   * Closes the harness's copies of the pipe ends that the command writes to. Both streams then end with their last
   * writer.
   */
  closeChildEnds(): void;
  dispose(): Promise<void>;
}

/**
 * Creates the script and pipes of one command.
 * @param environment all of the variables: those of engine and image are dropped
 * @throws if a value contains NUL
 */
export async function openCommandPipes(
  folder: string,
  command: Pick<SandboxCommand, 'argv' | 'stdin'>,
  cwd: string,
  environment: Record<string, string>,
): Promise<CommandPipes> {
  const name = randomUUID();
  const toPath = (kind: string) => join(folder, `${name}.${kind}`);
  const inside = (kind: string) => `${COMMANDS_PATH}/${name}.${kind}`;
  const pipes = ['out', 'err', 'state', 'gate'].map(toPath);
  const remove = () => Promise.all([...pipes, toPath('sh'), toPath('in')].map((path) => rm(path, { force: true })));
  try {
    await runProgramOrThrow(locateProgram('mkfifo'), ['-m', '0666', '--', ...pipes]);
    if (command.stdin !== undefined) await writeFile(toPath('in'), command.stdin, { mode: 0o644 });
    const input = command.stdin === undefined ? '/dev/null' : inside('in');
    await writeFile(toPath('sh'), buildScript({ ...command, cwd, environment, inside, input }), { mode: 0o644 });
  } catch (error) {
    await remove();
    throw error;
  }
  const [stdout, stderr, state] = [
    openNamedPipe(toPath('out')),
    openNamedPipe(toPath('err')),
    openNamedPipe(toPath('state')),
  ];
  // Open in both directions: writing never waits for a reader that may never come.
  const gate = openSync(toPath('gate'), constants.O_RDWR | constants.O_NONBLOCK);
  let open = [stdout.theirs, stderr.theirs, state.theirs];
  let state_text = '';
  const waiting = new Promise<number>((resolve) => {
    state.ours.on('data', (chunk: Buffer) => {
      state_text = (state_text + chunk.toString('latin1')).slice(0, 200);
      const pid = /^(\d+)\n/.exec(state_text)?.[1];
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
    complaint: () => (/^\d+\ncwd\n/.test(state_text) ? `cannot enter the directory ${cwd}` : undefined),
    begin: () => void writeSync(gate, 'go\n'),
    closeChildEnds: handOver,
    async dispose() {
      handOver();
      closeSync(gate);
      for (const { ours } of [stdout, stderr, state]) ours.destroy();
      await remove();
    },
  };
}

interface ScriptSpec {
  argv: readonly string[];
  cwd: string;
  environment: Record<string, string>;
  inside: (kind: string) => string;
  input: string;
}

/**
 * Builds the shell script around a command. The shell stays the command's parent and keeps the engine's streams open:
 * an engine asks for the exit status once they are closed, which would be too early. It redirects its own standard
 * error, which belongs to the engine.
 */
function buildScript({ argv, cwd, environment, inside, input }: ScriptSpec): string {
  const variables = Object.entries({ PWD: cwd, ...environment }).map(([name, value]) => `${name}=${value}`);
  const words = [...variables, ...argv];
  if ([cwd, ...words].some((word) => word.includes('\0'))) throw new MachineError('a path or a variable contains NUL');
  return [
    'exec 2> /dev/null',
    `echo "$$" > ${inside('state')}`,
    `read -r go < ${inside('gate')} || exit 125`,
    `cd -- ${quoteWord(cwd)} || { echo cwd > ${inside('state')}; exit 125; }`,
    // In a shell of its own: the outer one would report a signal on the command's standard error.
    `(exec env -i ${words.map(quoteWord).join(' ')} < ${input} > ${inside('out')} 2> ${inside('err')})`,
    'exit $?\n',
  ].join('\n');
}

const quoteWord = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
