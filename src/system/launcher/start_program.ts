import { constants } from 'node:os';
import { getSystemErrorName } from 'node:util';
import { createNodeLauncher } from './create_node_launcher.js';
import type { Launcher, LauncherRequest, LauncherResponse, ProgramOrder } from './launcher.js';
import { canStartLauncher, startLauncher } from './start_launcher.js';

/** End of a program. */
interface ProgramEnd {
  /** Null if it did not exit by itself. */
  exit_code: number | null;
  /** Signal that ended it. */
  signal: NodeJS.Signals | null;
  /** Why it did not run to its end; '' if it exited, or a signal ended it. */
  fault: string;
}

/** Program that was started, or is being started. */
export interface StartedProgram {
  /** Resolves when its files and named pipes are open, or it has ended. */
  readonly open: Promise<void>;
  /** Resolves when it has ended and its output was read. Never rejects. */
  readonly ended: Promise<ProgramEnd>;
  /** Sends a signal to its process group, unless it has ended. */
  kill(signal: NodeJS.Signals): void;
  /** Writes bytes to a descriptor that is `fed`, and closes it. */
  feed(descriptor: number, bytes: Uint8Array): void;
}

/** Request that waits for responses. */
interface PendingRequest {
  message: LauncherRequest;
  respond(response: LauncherResponse): void;
  lose(reason: string): void;
}

/** The launcher of this process with what it was asked for. */
interface Connection {
  launcher: Launcher;
  pending: Map<number, PendingRequest>;
}

let connection: Connection | undefined;
let next_id = 1;

/** Starts the process that starts programs, for a command that will need it. */
export const prepareLauncher = (): void => void getConnection();

/** Returns the pid of the launcher, which is started if there is none; undefined = it could not be. */
export const getLauncherPid = (): number | undefined => getConnection().launcher.pid;

/**
 * Starts a program through the launcher. A failure is a result, not an exception.
 * @param onOutput called with each piece of output and its descriptor
 */
export function startProgram(
  order: ProgramOrder,
  onOutput: (descriptor: number, bytes: Buffer) => void,
): StartedProgram {
  const paths = order.descriptors.flatMap((one) =>
    typeof one === 'string' || 'input' in one ? [] : Object.values(one),
  );
  const texts = [order.file, order.cwd, ...order.args, ...Object.entries(order.env).flat(), ...paths];
  if (texts.some((text) => text.includes('\0')))
    return createUnstartedProgram('it cannot be started: an argument or a variable contains null bytes');
  let id = 0;
  let pid = 0;
  let opened: () => void = () => {};
  const open = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const ended = new Promise<ProgramEnd>((resolve) => {
    const end = (how: ProgramEnd) => {
      forget(id);
      opened();
      resolve(how);
    };
    id = request(
      { start: order },
      (response) => {
        if (response.kind === 'open') {
          pid = response.pid;
          opened();
        } else if (response.kind === 'output') onOutput(response.descriptor, response.bytes);
        else end(toProgramEnd(order.file, response));
      },
      (fault) => {
        killGroup(pid);
        end({ exit_code: null, signal: null, fault });
      },
    );
  });
  const send = (message: LauncherRequest) => {
    if (connection?.pending.has(id)) connection.launcher.send(id, message);
  };
  return {
    open,
    ended,
    kill: (signal) => send({ kill: constants.signals[signal] }),
    feed: (descriptor, bytes) => send({ feed: descriptor, bytes }),
  };
}

/**
 * Sends a request to the launcher. The program or call keeps this process alive until `forget`.
 * @param lose called when no more responses will come
 * @returns its number
 */
export function request(
  message: LauncherRequest,
  respond: PendingRequest['respond'],
  lose: PendingRequest['lose'],
): number {
  const { launcher, pending } = getConnection();
  const id = next_id++;
  if (pending.size === 0) launcher.hold(true);
  pending.set(id, { message, respond, lose });
  launcher.send(id, message);
  return id;
}

/** Ends a request: no more responses are expected. */
export function forget(id: number): void {
  if (connection?.pending.delete(id) && connection.pending.size === 0) connection.launcher.hold(false);
}

/** Returns the launcher of this process. It does not keep the process alive, and a new one is started if it ended. */
function getConnection(): Connection {
  connection ??= canStartLauncher() ? connectLauncher() : connectNodeLauncher(new Map());
  return connection;
}

function connectLauncher(): Connection {
  const pending: Connection['pending'] = new Map();
  const launcher = startLauncher(
    (id, response) => pending.get(id)?.respond(response),
    (reason, answered) => {
      if (connection?.launcher !== launcher) return;
      connection = undefined;
      // A Perl that does not even start is none; nothing was begun.
      if (!answered && pending.size > 0) connection = connectNodeLauncher(pending);
      else for (const one of [...pending.values()]) one.lose(reason);
    },
  );
  return { launcher, pending };
}

function connectNodeLauncher(pending: Connection['pending']): Connection {
  const launcher = createNodeLauncher((id, response) => pending.get(id)?.respond(response));
  for (const [id, { message }] of pending) launcher.send(id, message);
  return { launcher, pending };
}

/** Kills what a launcher that ended left behind. A sandbox would take its end for the word to begin. */
function killGroup(pid: number): void {
  try {
    if (pid > 0) process.kill(-pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

function toProgramEnd(file: string, response: LauncherResponse): ProgramEnd {
  if (response.kind === 'fault') {
    const fault = `it cannot be started: ${file}: ${getSystemErrorName(-response.error)}`;
    return { exit_code: null, signal: null, fault };
  }
  if (response.kind !== 'exit')
    return { exit_code: null, signal: null, fault: 'the launcher gave an unexpected response' };
  const { code, signal, exceeded } = response;
  if (exceeded) return { exit_code: null, signal: null, fault: 'it wrote more than it may' };
  return { exit_code: code, signal: code === null ? getSignalName(signal) : null, fault: '' };
}

const getSignalName = (number: number): NodeJS.Signals =>
  (Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? 'SIGKILL') as NodeJS.Signals;

function createUnstartedProgram(fault: string): StartedProgram {
  const ended = Promise.resolve({ exit_code: null, signal: null, fault });
  return { open: Promise.resolve(), ended, kill: () => {}, feed: () => {} };
}
