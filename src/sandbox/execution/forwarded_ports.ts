import { type ChildProcess, spawn } from 'node:child_process';
import type { Server, Socket } from 'node:net';
import { locateProgram } from '../../system/find_program.js';
import { MachineError } from '../../system/is_code_fault.js';
import type { ForwardedPort } from '../sandbox_backend.js';

/** Forwarded ports of one network namespace. */
export interface ForwardedPorts {
  /** Time that opening took, in milliseconds. */
  opened_ms: number;
  /** Closes the ports and all their connections. */
  close(): void;
}

/** Timeout for opening, in milliseconds; mostly the start of one Node process. */
const PATIENCE_MS = 20_000;

/** Script of a process that listens in a namespace and sends its sockets to its parent, which then kills it. */
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
 * Opens ports on the loopback of the network namespace of a process. A socket belongs to the namespace in which it was
 * created. A short-lived process therefore enters the namespace, listens there, and sends the listening sockets to this
 * process. Nothing has to be installed inside. The loopback must be up. For an ordinary user, `pid` must still be in
 * the user namespace that owns the network.
 *
 * @throws if a port cannot be opened; all others are closed then
 */
export async function openForwardedPorts(pid: number, doors: readonly ForwardedPort[]): Promise<ForwardedPorts> {
  const begun = performance.now();
  const servers: Server[] = [];
  const connections = new Set<Socket>();
  const close = () => {
    for (const server of servers) server.close();
    for (const connection of connections) connection.destroy();
  };
  const child = spawnListener(pid, doors);
  try {
    await receiveServers(child, doors, (server, { accept }) => {
      servers.push(server);
      server.on('error', () => {}); // the namespace has gone
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
    // The child holds the sockets too: while it lives it would take connections.
    await killChild(child);
  }
  return { opened_ms: performance.now() - begun, close };
}

/**
 * Spawns the listener in the namespace. Users other than root enter through the user namespace that owns the network.
 */
function spawnListener(pid: number, doors: readonly ForwardedPort[]): ChildProcess {
  const user = process.getuid?.() === 0 ? [] : ['--user', '--preserve-credentials'];
  const node = [process.execPath, '--input-type=commonjs', '-e', LISTENER, ...doors.map(({ port }) => String(port))];
  return spawn(locateProgram('nsenter'), ['--target', String(pid), '--net', ...user, '--', ...node], {
    cwd: '/',
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

function killChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  return ended;
}

/** Waits for all sockets of the listener. */
function receiveServers(
  child: ChildProcess,
  doors: readonly ForwardedPort[],
  take: (server: Server, door: ForwardedPort) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting = new Map(doors.map((door) => [door.port, door]));
    let stderr = '';
    const fail = (reason: string) => {
      clearTimeout(timeout);
      reject(new MachineError(`cannot open a port inside the sandbox: ${reason}`));
    };
    const timeout = setTimeout(() => fail(`nothing after ${PATIENCE_MS} ms`), PATIENCE_MS);
    child.on('error', (error) => fail(error.message));
    child.stderr?.on('data', (chunk: Buffer) => {
      if (stderr.length < 1000) stderr += chunk.toString();
    });
    child.on('message', (answer: { port?: number; error?: string }, handle) => {
      const door = waiting.get(answer.port ?? -1);
      if (door === undefined || handle === undefined) return fail(answer.error ?? 'no socket came');
      waiting.delete(door.port);
      take(handle as Server, door);
      if (waiting.size > 0) return;
      clearTimeout(timeout);
      resolve();
    });
    child.on('close', (code, signal) => {
      if (waiting.size > 0) fail(stderr.split('\n')[0] || `its process ended (${signal ?? code})`);
    });
  });
}
