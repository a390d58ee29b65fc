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

/** Request to the launcher: a program is to start, gets a signal, or gets bytes; or calls of the kernel are to be made. */
export type LauncherRequest =
  | { start: ProgramOrder }
  | { kill: number }
  | { feed: number; bytes: Uint8Array }
  | { calls: readonly SystemCall[] };

/**
 * Encodes a request as one frame: its length, the number of the program, a letter, and fields. Numbers have 32 bits,
 * little endian, and each field is its length and its bytes.
 */
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
