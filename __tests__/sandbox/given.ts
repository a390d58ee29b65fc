import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createBubblewrapBackend } from '../../src/sandbox/bubblewrap/create_bubblewrap_backend.js';
import type { createContainerBackend } from '../../src/sandbox/container/create_container_backend.js';
import type {
  CommandResult,
  SandboxBackend,
  SandboxCommand,
  SandboxProbe,
  Session,
  SessionOptions,
} from '../../src/sandbox/sandbox_backend.js';
import { getSandboxOwner } from '../../src/sandbox/sandbox_owner.js';
import { compileSource } from '../compiled.js';

export const asRoot = process.getuid?.() === 0;
export const MiB = 1024 * 1024;

/** An ordinary user without an account: what a test becomes when it runs as root. */
export const ORDINARY = { uid: 64777, gid: 64777 };

const made: string[] = [];

/** An empty folder that is removed after the test file. */
export function givenFolder(owner = getSandboxOwner()): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatebench-test-'));
  made.push(folder);
  if (asRoot) chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o755);
  return folder;
}

export function removeFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** The backend with a state folder that is removed after the test file. */
type BubblewrapOptions = NonNullable<Parameters<typeof createBubblewrapBackend>[0]>;
type ContainerOptions = Parameters<typeof createContainerBackend>[0];

export function bubblewrap(options: BubblewrapOptions = {}): SandboxBackend {
  return createBubblewrapBackend({ state_dir: givenFolder(), ...options });
}

export const PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';

export function order(workspace: string, more: Partial<SessionOptions> = {}): SessionOptions {
  return {
    workspace,
    limits: { memory_bytes: 256 * MiB, processes: 64, output_bytes: 8 * MiB },
    environment: { PATH },
    ...more,
  };
}

/** Runs one shell line in a session of its own over a fresh workspace. */
export async function shell(
  backend: SandboxBackend,
  line: string,
  more: Partial<SessionOptions> = {},
  command: Partial<SandboxCommand> = {},
): Promise<CommandResult> {
  return inSession(backend, order(givenFolder(), more), (session) =>
    session.exec({ argv: ['/bin/sh', '-c', line], timeout_ms: 600_000, ...command }),
  );
}

export async function inSession<T>(
  backend: SandboxBackend,
  given: SessionOptions,
  act: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await backend.open(given);
  try {
    return await act(session);
  } finally {
    await session.close();
  }
}

export const text = (output: { text: Uint8Array }) => Buffer.from(output.text).toString('utf8');

/** What a test says of a result at a glance. */
export function ending(result: CommandResult) {
  const { cause, exit_code, signal } = result;
  return { cause, exit_code, signal };
}

/** Wall clock and accounting differ from run to run: whether a process is still there does not. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^\S+ \(.*\) [ZX]/s.test(stat);
  } catch {
    return false;
  }
}

/** A result as another process reports it. */
export interface Reported {
  cause: string;
  exit_code: number | null;
  stdout: string;
  stderr: string;
  network_attempts: number | null;
  refused?: CommandResult['refused'];
  source: string;
}

/** A backend that another process makes for itself. */
export type Made = { bubblewrap: BubblewrapOptions } | { container: ContainerOptions };

/**
 * Runs commands in one session, in a process of an ordinary user: the compiled sources are put where that user can read them.
 * @param user by default one without any further rights; of the group that an engine lets in, for that engine
 */
export async function asOrdinaryUser(
  given: SessionOptions,
  lines: readonly string[],
  made: Made = { bubblewrap: {} },
  user = ORDINARY,
): Promise<Reported[]> {
  return (await inProcessOf(user, { given, lines, made })) as Reported[];
}

/** What a backend says of itself in a process of an ordinary user. */
export async function probedByOrdinaryUser(made: Made, user: typeof ORDINARY): Promise<SandboxProbe> {
  return (await inProcessOf(user, { given: {}, made })) as SandboxProbe;
}

async function inProcessOf(user: typeof ORDINARY, input: object): Promise<unknown> {
  const folder = givenFolder(ORDINARY);
  compileSandbox(folder);
  writeFileSync(join(folder, 'main.js'), RUNNER);
  const child = spawn(nodeForEverybody(folder), [join(folder, 'main.js')], {
    cwd: folder,
    env: {
      PATH,
      TMPDIR: tmpdir(),
      GATEBENCH_TEST_SECRET: process.env.GATEBENCH_TEST_SECRET ?? '',
      ...(process.env.DOCKER_HOST === undefined ? {} : { DOCKER_HOST: process.env.DOCKER_HOST }),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(asRoot ? user : {}),
  });
  child.stdin.end(JSON.stringify(input));
  return JSON.parse(await outputOf(child)) as unknown;
}

/** Puts the compiled sources of the sandbox into a folder, for a process of its own: `sandbox` in it. */
export function compileSandbox(folder: string): void {
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  const sources = new URL('../../src/', import.meta.url).pathname;
  const names = ['sandbox', 'system'].flatMap((folder) =>
    readdirSync(join(sources, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const inputs = ['user_error', 'get_workspace_root', 'omit_undefined'].map((name) => `contract/input/${name}.ts`);
  for (const name of [...names, ...inputs]) compileSource(name, folder);
  // Names of errors are compared by this package.
  const found = new URL('../../node_modules/fastest-levenshtein', import.meta.url).pathname;
  cpSync(found, join(folder, 'node_modules/fastest-levenshtein'), { recursive: true, dereference: true });
}

/** This Node, copied where it lies in somebody's private folder. */
function nodeForEverybody(folder: string): string {
  for (let path = process.execPath; path !== '/'; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) !== 0) continue;
    copyFileSync(process.execPath, join(folder, 'node'));
    return join(folder, 'node');
  }
  return process.execPath;
}

const RUNNER = `
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createBubblewrapBackend } from './sandbox/bubblewrap/create_bubblewrap_backend.js';
import { createContainerBackend } from './sandbox/container/create_container_backend.js';
let input = '';
for await (const chunk of process.stdin) input += chunk;
const { given, lines, made } = JSON.parse(input);
const backend = made.container ? createContainerBackend(made.container) : createBubblewrapBackend(made.bubblewrap);
if (lines === undefined) {
  console.log(JSON.stringify(await backend.probe()));
  process.exit();
}
for (const door of given.forwarded_ports ?? []) {
  door.accept = (connection) => connection.once('data', () => connection.end('HTTP/1.0 200 OK\\r\\n\\r\\ndoor ' + door.port + '\\n'));
}
// A holder is a process of this user's, so its number is not known before.
if (given.holder === 1) {
  const holder = spawn('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', 'echo; read -r _'], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  given.holder = holder.pid;
}
const session = await backend.open(given);
const results = [];
for (const line of lines) {
  const result = await session.exec({ argv: ['/bin/sh', '-c', line], timeout_ms: 30000 });
  results.push({
    cause: result.cause,
    exit_code: result.exit_code,
    stdout: Buffer.from(result.stdout.text).toString(),
    stderr: Buffer.from(result.stderr.text).toString() || (result.detail ?? ''),
    network_attempts: result.network_attempts,
    refused: result.refused,
    source: result.usage.source,
  });
}
await session.close();
console.log(JSON.stringify(results));
process.exit();
`;

async function outputOf(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout ?? []) output += String(chunk);
  return output;
}
