/**
 * Messages between this process and its launcher. A frame is its length, the number of a program, a letter, and fields;
 * numbers have 32 bits, little endian, and each field is its length and its bytes.
 */

/** Descriptor of a program that the launcher starts. */
export type ProgramDescriptor =
  /** A file or named pipe that is opened for reading or for writing. */
  | { read: string }
  | { write: string }
  /** A pipe whose bytes are given, now (`input`) or with `feed`. It is closed after them. */
  | { input: Uint8Array }
  | 'fed'
  /** A pipe whose bytes come back. */
  | 'output';

/** Program that the launcher starts. */
export interface ProgramOrder {
  /** Absolute path. */
  file: string;
  args: readonly string[];
  cwd: string;
  /** Its whole environment. */
  env: Readonly<Record<string, string>>;
  /** User that it runs as; undefined = the user of this process. */
  user: { uid: number; gid: number } | undefined;
  /** Descriptors from 0 on. It has no others. */
  descriptors: readonly ProgramDescriptor[];
  /** Output in bytes, all descriptors together, after which it is killed and the output cut. */
  output_bytes: number;
}

/** Call of the kernel that Node.js does not offer, as its name and arguments; see `make_system_calls.ts`. */
export type SystemCall = readonly (string | number)[];

/** What the launcher is asked for: program `id` is to start, gets a signal, or gets bytes; or calls are to be made. */
export type LauncherRequest =
  | { start: ProgramOrder }
  | { kill: number }
  | { feed: number; bytes: Uint8Array }
  | { calls: readonly SystemCall[] };

/** What the launcher says. */
export type LauncherResponse =
  /** The program has its descriptors: files and named pipes are open. The launcher says so of itself, as program 0. */
  | { kind: 'open'; pid: number }
  | { kind: 'output'; descriptor: number; bytes: Buffer }
  | { kind: 'exit'; code: number | null; signal: number; exceeded: boolean }
  /** It cannot be started; number of the error. */
  | { kind: 'fault'; error: number }
  /** Calls made before one failed, and the number of its error; 0 = none failed. */
  | { kind: 'calls'; made: number; error: number };

/** Encodes a request as one frame. */
export function encodeRequest(id: number, request: LauncherRequest): Buffer {
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
  let at = 9;
  for (const [i, field] of fields.entries()) {
    at = frame.writeUInt32LE(sizes[i]!, at);
    if (typeof field === 'string') frame.write(field, at);
    else frame.set(field, at);
    at += sizes[i]!;
  }
  return frame;
}

/** Creates a reader of responses, which come in chunks of any size. */
export function createResponseReader(onResponse: (id: number, response: LauncherResponse) => void) {
  let rest: Buffer = Buffer.alloc(0);
  let waiting: Buffer[] = [];
  let missing = 4;
  return (chunk: Buffer): void => {
    waiting.push(chunk);
    missing -= chunk.length;
    if (missing > 0) return;
    rest = waiting.length === 1 ? chunk : Buffer.concat(waiting);
    let at = 0;
    while (rest.length - at >= 4 && rest.length - at >= 4 + rest.readUInt32LE(at)) {
      const end = at + 4 + rest.readUInt32LE(at);
      onResponse(rest.readUInt32LE(at + 4), decodeResponse(rest.subarray(at + 8, end)));
      at = end;
    }
    rest = rest.subarray(at);
    waiting = rest.length === 0 ? [] : [rest];
    missing = (rest.length < 4 ? 4 : 4 + rest.readUInt32LE(0)) - rest.length;
  };
}

function decodeResponse(body: Buffer): LauncherResponse {
  switch (String.fromCharCode(body[0] ?? 0)) {
    case 'O':
      return { kind: 'open', pid: body.length < 5 ? 0 : body.readUInt32LE(1) };
    case 'D':
      return { kind: 'output', descriptor: body.readUInt32LE(1), bytes: body.subarray(5) };
    case 'X':
      return { kind: 'fault', error: body.readUInt32LE(1) };
    case 'C':
      return { kind: 'calls', made: body.readUInt32LE(1), error: body.readUInt32LE(5) };
    default: {
      const signal = body.readUInt32LE(5);
      return {
        kind: 'exit',
        code: signal === 0 ? body.readUInt32LE(1) : null,
        signal,
        exceeded: body.readUInt32LE(9) !== 0,
      };
    }
  }
}
