import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { findProgram } from '../find_program.js';
import { isCodeFault } from '../is_code_fault.js';
import { restrictDescriptors } from '../restrict_descriptors.js';
import { createResponseReader } from './create_response_reader.js';
import {
  CORE_BYTES,
  type Launcher,
  type LauncherRequest,
  type ProgramDescriptor,
  type ProgramOrder,
  type ResponseListener,
} from './launcher.js';

/** The launcher's program. It stands beside this module, and beside the bundle that has it. */
const SCRIPT = join(import.meta.dirname, 'launcher.pl');

/** Architectures for which the program knows the numbers of calls. */
const ARCHITECTURES: readonly string[] = ['x64', 'arm64'];

/** Checks whether the launcher can run on this machine. */
export const canStartLauncher = (): boolean =>
  findProgram('perl') !== undefined && ARCHITECTURES.includes(process.arch);

/**
 * Starts a small process that starts programs for this one: fork copies the page tables of the process that calls it,
 * which takes milliseconds for one of the size of the harness, and an attempt starts many.
 *
 * @param lose called once, when it ended or could not be started; `answered`: it had said something
 */
export function startLauncher(respond: ResponseListener, lose: (reason: string, answered: boolean) => void): Launcher {
  let answered = false;
  let ended = false;
  const end = (reason: string) => {
    if (!ended) lose(reason, answered);
    ended = true;
  };
  let child: ChildProcess;
  try {
    child = spawnScript();
  } catch (error) {
    if (isCodeFault(error)) throw error;
    queueMicrotask(() => end(`programs cannot be started: ${(error as Error).message}`));
    return { pid: undefined, send: () => {}, hold: () => {} };
  }
  child.on('error', ({ message }) => end(`programs cannot be started: ${message}`));
  child.on('close', (code, signal) => end(`the launcher of programs ended (${signal ?? code})`));
  // Without descriptors left it has no streams, and an error follows.
  const [input, output] = [child.stdin as Socket | undefined, child.stdout as Socket | undefined];
  const read = createResponseReader(respond);
  output?.on('data', (chunk: Buffer) => {
    answered = true;
    read(chunk);
  });
  input?.on('error', () => {}); // it ended, which is reported
  const hold = (held: boolean) => {
    for (const one of [child, input, output]) held ? one?.ref() : one?.unref();
  };
  hold(false);
  return { pid: child.pid, send: (id, request) => void input?.write(encodeRequest(id, request)), hold };
}

function spawnScript(): ChildProcess {
  const { stdio, close } = restrictDescriptors(['pipe', 'pipe', 'ignore']);
  try {
    // A process group of its own: an interruption by the terminal lets programs end, as it lets this process.
    const options = { cwd: '/', env: {}, stdio, detached: true };
    return spawn(findProgram('perl') ?? 'perl', [SCRIPT, process.arch, String(CORE_BYTES)], options);
  } finally {
    close();
  }
}

/**
 * Encodes a request as one frame: its length, the number of the program, a letter, and fields. Numbers have 32 bits,
 * little endian, and each field is its length and its bytes.
 */
function encodeRequest(id: number, request: LauncherRequest): Buffer {
  if ('start' in request) return encodeFrame(id, 'S', listOrderFields(request.start));
  if ('kill' in request) return encodeFrame(id, 'K', [String(request.kill)]);
  if ('feed' in request) return encodeFrame(id, 'F', [String(request.feed), request.bytes]);
  return encodeFrame(
    id,
    'C',
    request.calls.flatMap((call) => [String(call.length), ...call.map(String)]),
  );
}

function listOrderFields({ file, args, cwd, env, user, descriptors, output_bytes }: ProgramOrder) {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [
    ...[file, cwd, String(user?.uid ?? ''), String(user?.gid ?? ''), String(output_bytes)],
    ...[String(descriptors.length), ...descriptors.flatMap(listDescriptorFields)],
    ...[String(variables.length), ...variables, ...args],
  ];
}

function listDescriptorFields(descriptor: ProgramDescriptor): [string, string | Uint8Array] {
  if (descriptor === 'output') return ['o', ''];
  if (descriptor === 'fed') return ['f', ''];
  if ('input' in descriptor) return ['i', descriptor.input];
  return 'read' in descriptor ? ['r', descriptor.read] : ['w', descriptor.write];
}

function encodeFrame(id: number, letter: string, fields: readonly (string | Uint8Array)[]): Buffer {
  const sizes = fields.map((field) => (typeof field === 'string' ? Buffer.byteLength(field) : field.length));
  const frame = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + 4 + size, 9));
  frame.writeUInt32LE(frame.length - 4, 0);
  frame.writeUInt32LE(id, 4);
  frame.write(letter, 8, 'latin1');
  let offset = 9;
  for (const [i, field] of fields.entries()) {
    const size = sizes[i] ?? 0;
    offset = frame.writeUInt32LE(size, offset);
    if (typeof field === 'string') frame.write(field, offset);
    else frame.set(field, offset);
    offset += size;
  }
  return frame;
}
