import { type ChildProcess, spawn } from 'node:child_process';
import type { Server, Socket } from 'node:net';
import type { Door } from './backend.js';
import { findProgram } from './program.js';

/** Doors of one network namespace, open. */
export interface OpenDoors {
  /** How long opening took, in milliseconds. */
  opened_ms: number;
  /** Closes the doors and every connection that came through them. */
  close(): void;
}

/** How long opening may take, in milliseconds; mostly the start of one Node process. */
const PATIENCE_MS = 20_000;

/** A process that listens in the namespace it was started in and hands its sockets over; then it is killed. */
const LISTENER = `
const { createServer } = require('node:net');
const ports = process.argv.slice(1).map(Number);
const fail = (error) => process.send({ error: error.message }, () => process.exit(1));
const next = () => {
  const port = ports.shift();
  if (port === undefined) return;
  const server = createServer();
  server.on('error', fail);
  server.listen({ host: '127.0.0.1', port, backlog: 511, exclusive: true }, () =>
    process.send({ port }, server, { keepOpen: false }, (error) => (error ? fail(error) : next())));
};
next();
`;

/**
 * Opens doors on the loopback of the network namespace that process `pid` is in (K6). A socket belongs for ever to the
 * namespace it was made in, so a short-lived process enters the namespace, listens there and hands the listening
 * sockets to us: connections arrive here without anybody in between, and nothing is needed inside.
 *
 * The loopback must be up, and for an ordinary user `pid` must still be in the user namespace that owns the network.
 *
 * @throws when a door cannot be opened; none is open then
 */
export async function openDoors(pid: number, doors: readonly Door[]): Promise<OpenDoors> {
  const begun = performance.now();
  const servers: Server[] = [];
  const connections = new Set<Socket>();
  const close = () => {
    for (const server of servers) server.close();
    for (const connection of connections) connection.destroy();
  };
  const child = enter(pid, doors);
  try {
    await handedOver(child, doors, (server, { accept }) => {
      servers.push(server);
      server.on('error', () => {}); // nobody to accept for: the namespace is gone
      // A client that has said everything still wants the answer.
      (server as Server & { allowHalfOpen: boolean }).allowHalfOpen = true;
      server.on('connection', (connection) => {
        connections.add(connection);
        connection.on('error', () => {}).on('close', () => connections.delete(connection));
        accept(connection);
      });
    });
  } catch (error) {
    close();
    throw error;
  } finally {
    // It has the sockets too: while it lives it would take connections away from us.
    await killed(child);
  }
  return { opened_ms: performance.now() - begun, close };
}

/** The listener, started in the namespace. Root enters it as it is; others through the user namespace that owns it. */
function enter(pid: number, doors: readonly Door[]): ChildProcess {
  const user = process.getuid?.() === 0 ? [] : ['--user', '--preserve-credentials'];
  const node = [process.execPath, '--input-type=commonjs', '-e', LISTENER, ...doors.map(({ port }) => String(port))];
  return spawn(findProgram('nsenter') ?? 'nsenter', ['--target', String(pid), '--net', ...user, '--', ...node], {
    cwd: '/',
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

function killed(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  return ended;
}

/** Waits for all sockets of the listener. */
function handedOver(
  child: ChildProcess,
  doors: readonly Door[],
  take: (server: Server, door: Door) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting = new Map(doors.map((door) => [door.port, door]));
    let complaint = '';
    const fail = (why: string) => {
      clearTimeout(timeout);
      reject(new Error(`cannot open a port inside the sandbox: ${why}`));
    };
    const timeout = setTimeout(() => fail(`nothing after ${PATIENCE_MS} ms`), PATIENCE_MS);
    child.on('error', (error) => fail(error.message));
    child.stderr?.on('data', (chunk: Buffer) => {
      if (complaint.length < 1000) complaint += chunk.toString();
    });
    child.on('message', (said: { port?: number; error?: string }, handle) => {
      const door = waiting.get(said.port ?? -1);
      if (door === undefined || handle === undefined) return fail(said.error ?? 'no socket came');
      waiting.delete(door.port);
      take(handle as Server, door);
      if (waiting.size > 0) return;
      clearTimeout(timeout);
      resolve();
    });
    child.on('close', (code, signal) => {
      if (waiting.size > 0) fail(complaint.split('\n')[0] || `its process ended (${signal ?? code})`);
    });
  });
}
