import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { SessionOrder } from '../backend.js';
import { type FirstProcess, firstProcess } from '../first_process.js';
import { onlyTheseDescriptors } from '../pipes.js';
import { askEngine, type Engine, firstComplaint, removeContainers } from './engine.js';
import { isFirstProcess } from './host_process.js';
import { type Container, FIRST_PROCESS, runOptions } from './options.js';
import { makeProcReadOnly } from './read_only_proc.js';

/** A started container. It lives by our end of its first process's input: when we die, it ends and is removed. */
export interface RunningContainer {
  name: string;
  id: string;
  /** Its first process, seen from here. */
  first: FirstProcess;
  /** Stops all its processes, where there is no freezer of our own; asking twice is asking once. */
  pause(): Promise<void>;
  unpause(): void;
  /** Ends it with all its processes; resolves when the engine has removed it. */
  end(): Promise<void>;
}

/** First processes of the containers of this process that run. */
export const firstProcesses = new Set<number>();

/** How long a container may take to start, and to be removed, in milliseconds. */
const START_MS = 60_000;
const END_MS = 10_000;

/** Starts a container and waits for its first process. Throws with what the engine complains about. */
export async function startContainer(
  engine: Engine,
  order: SessionOrder,
  container: Container,
): Promise<RunningContainer> {
  const child = launch(engine, runOptions(order, container));
  const gone = new Promise<void>((resolve) => child.once('error', () => resolve()).once('close', () => resolve()));
  const remove = () => removeContainers(engine, [container.name]);
  const end = async () => {
    child.stdin?.end();
    const patience = new AbortController();
    await Promise.race([gone, delay(END_MS, undefined, { signal: patience.signal }).then(remove, () => undefined)]);
    patience.abort();
    child.kill('SIGKILL');
  };
  try {
    const word = await firstWord(child, gone);
    if (word === 'elsewhere') throw new Error(ELSEWHERE);
    const answer = await askEngine(engine, ['inspect', '--format', '{{.State.Pid}} {{.Id}}', container.name]);
    const [, pid, id] = /^(\d+) ([0-9a-f]{64})\s*$/.exec(answer.stdout) ?? [];
    if (pid === undefined || id === undefined) throw new Error(firstComplaint(answer.complaint) || 'it is gone');
    // Its number says nothing here when the engine runs on another machine, or we in a container beside its own.
    if (!isFirstProcess(Number(pid), FIRST_PROCESS)) throw new Error(ELSEWHERE);
    const first = firstProcess(Number(pid));
    firstProcesses.add(first.pid);
    void gone.then(() => firstProcesses.delete(first.pid));
    await makeProcReadOnly(first.pid);
    let pausing: Promise<void> | undefined;
    return {
      pause() {
        pausing ??= askEngine(engine, ['pause', container.name]).then(({ status, complaint }) => {
          if (status !== 0) throw new Error(`${engine.name} cannot pause: ${firstComplaint(complaint)}`);
        });
        return pausing;
      },
      unpause() {
        void pausing?.then(
          () => askEngine(engine, ['unpause', container.name]),
          () => undefined,
        );
        pausing = undefined;
      },
      name: container.name,
      id,
      first,
      async end() {
        first.kill(); // nothing in it has to be asked; where that is not ours to do, the end of its input does it
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Why a container that started cannot be used: it shows the file system of another machine, or of the one around us. */
export const ELSEWHERE = 'the engine does not see the folders and processes that we see';

function launch(engine: Engine, options: readonly string[]): ChildProcess {
  const { stdio, close } = onlyTheseDescriptors(['pipe', 'pipe', 'pipe']);
  try {
    // A process group of its own: an interrupt at the terminal is for us to act on.
    const child = spawn(engine.program, options, { stdio, cwd: '/', detached: true });
    child.stdin?.on('error', () => {});
    return child;
  } finally {
    close();
  }
}

/** What the first process says when it is there. */
function firstWord(child: ChildProcess, gone: Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    let complaint = '';
    const fail = (why: string) => reject(new Error(firstComplaint(complaint) || why));
    const timer = setTimeout(() => fail(`no container after ${START_MS} ms`), START_MS);
    child.once('error', (error) => fail(error.message));
    void gone.then(() => fail('the container ended at once'));
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(0, 10_000);
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('latin1')).slice(0, 100);
      const word = /^(ready|elsewhere)\n/.exec(said)?.[1];
      if (word === undefined) return;
      clearTimeout(timer);
      resolve(word);
    });
  });
}
