import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { locateProgram } from '../../system/find_program.js';
import { type InitProcess, trackInitProcess } from '../../system/init_process.js';
import { MachineError } from '../../system/is_code_fault.js';
import { runProgramOrThrow } from '../../system/launcher/run_program.js';
import { restrictDescriptors } from '../../system/restrict_descriptors.js';
import type { SessionOptions } from '../sandbox_backend.js';
import { type ContainerEngine, findFirstErrorLine, removeContainers, runEngine } from './container_engine.js';
import { buildRunOptions, type ContainerSpec, INIT_SCRIPT } from './container_spec.js';
import { isContainerInit } from './find_host_process.js';

/**
 * Started container. Its first process reads from a pipe of this process, so the container ends and is removed if this
 * process dies.
 */
export interface RunningContainer {
  name: string;
  id: string;
  /** Its first process, seen from here. */
  first: InitProcess;
  /** Pauses all its processes; used without a freezer of the harness. Repeated calls have no effect. */
  pause(): Promise<void>;
  unpause(): void;
  /** Ends it with all its processes; resolves when the engine has removed it. */
  end(): Promise<void>;
}

/** Host pids of the first processes of all running containers of this process. */
export const containerInitPids = new Set<number>();

/** Maximum times for starting and for removing a container, in milliseconds. */
const START_MS = 60_000;
const END_MS = 10_000;

/**
 * Starts a container and waits for its first process.
 * @throws with the engine's error message
 */
export async function startContainer(
  engine: ContainerEngine,
  session: SessionOptions,
  container: ContainerSpec,
): Promise<RunningContainer> {
  const child = spawnContainer(engine, buildRunOptions(session, container));
  const exit = new Promise<void>((resolve) => child.once('error', () => resolve()).once('close', () => resolve()));
  const remove = () => removeContainers(engine, [container.name]);
  const end = async () => {
    child.stdin?.end();
    const patience = new AbortController();
    await Promise.race([exit, delay(END_MS, undefined, { signal: patience.signal }).then(remove, () => undefined)]);
    patience.abort();
    child.kill('SIGKILL');
  };
  try {
    const word = await readFirstWord(child, exit);
    if (word === 'elsewhere') throw new MachineError(FOREIGN_ENGINE_MESSAGE);
    const answer = await runEngine(engine, ['inspect', '--format', '{{.State.Pid}} {{.Id}}', container.name]);
    const [, pid, id] = /^(\d+) ([0-9a-f]{64})\s*$/.exec(answer.stdout) ?? [];
    if (pid === undefined || id === undefined)
      throw new MachineError(findFirstErrorLine(answer.complaint) || 'it is gone');
    // The pid has no meaning here if the engine runs on another machine or outside this container.
    if (!isContainerInit(Number(pid), INIT_SCRIPT)) throw new MachineError(FOREIGN_ENGINE_MESSAGE);
    const first = trackInitProcess(Number(pid));
    containerInitPids.add(first.pid);
    void exit.then(() => containerInitPids.delete(first.pid));
    await makeProcReadOnly(first.pid);
    let pausing: Promise<void> | undefined;
    return {
      pause() {
        pausing ??= runEngine(engine, ['pause', container.name]).then(({ status, complaint }) => {
          if (status !== 0) throw new MachineError(`${engine.name} cannot pause: ${findFirstErrorLine(complaint)}`);
        });
        return pausing;
      },
      unpause() {
        void pausing?.then(
          () => runEngine(engine, ['unpause', container.name]),
          () => undefined,
        );
        pausing = undefined;
      },
      name: container.name,
      id,
      first,
      async end() {
        first.kill(); // without the right to kill it, closing its input ends it
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Error message for an engine with another file system: that of another machine, or of the machine around this
 * container.
 */
export const FOREIGN_ENGINE_MESSAGE = 'the engine does not see the folders and processes that we see';

function spawnContainer(engine: ContainerEngine, options: readonly string[]): ChildProcess {
  const { stdio, close } = restrictDescriptors(['pipe', 'pipe', 'pipe']);
  try {
    // A process group of its own: this process handles interrupts from the terminal.
    const child = spawn(engine.program, options, { stdio, cwd: '/', detached: true });
    child.stdin?.on('error', () => {});
    return child;
  } finally {
    close();
  }
}

/** Waits for the first line that the container's first process prints. */
function readFirstWord(child: ChildProcess, gone: Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    const fail = (reason: string) => reject(new MachineError(findFirstErrorLine(stderr) || reason));
    const timer = setTimeout(() => fail(`no container after ${START_MS} ms`), START_MS);
    child.once('error', (error) => fail(error.message));
    void gone.then(() => fail('the container ended at once'));
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(0, 10_000);
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout = (stdout + chunk.toString('latin1')).slice(0, 100);
      const word = /^(ready|elsewhere)\n/.exec(stdout)?.[1];
      if (word === undefined) return;
      clearTimeout(timer);
      resolve(word);
    });
  });
}

/**
 * Makes the /proc of a container read-only, as it is under bubblewrap. Otherwise a tested program can write into the
 * memory of its runner (/proc/PID/mem) on kernels without Yama. Engines have no option for that, so root enters the
 * container's mount namespace; nothing of the image is executed. With AppArmor a runtime writes to /proc whenever it
 * starts a command, so /proc stays writable; those kernels have Yama.
 *
 * @param first host pid of the container's first process
 */
async function makeProcReadOnly(first: number): Promise<void> {
  if (process.getuid?.() !== 0 || hasAppArmor()) return;
  const options = ['--namespace', String(first), '--no-mtab', '--internal-only'];
  await runProgramOrThrow(locateProgram('mount'), [
    ...options,
    ...['--options', 'remount,bind,ro,nosuid,nodev,noexec', '/proc'],
  ]);
}

function hasAppArmor(): boolean {
  try {
    return readFileSync('/sys/module/apparmor/parameters/enabled', 'latin1').startsWith('Y');
  } catch {
    return false;
  }
}
