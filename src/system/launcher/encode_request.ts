import type { LauncherRequest, ProgramDescriptor, ProgramOrder } from './launcher.js';

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
