import type { LauncherResponse, ResponseListener } from './launcher.js';

/**
 * Creates a reader of responses, which come in chunks of any size. A frame is its length, the number of a program, a
 * letter, and numbers or bytes; numbers have 32 bits, little endian.
 */
export function createResponseReader(onResponse: ResponseListener) {
  let rest: Buffer = Buffer.alloc(0);
  let waiting: Buffer[] = [];
  let missing = 4;
  return (chunk: Buffer): void => {
    waiting.push(chunk);
    missing -= chunk.length;
    if (missing > 0) return;
    rest = waiting.length === 1 ? chunk : Buffer.concat(waiting);
    let offset = 0;
    while (rest.length - offset >= 4 && rest.length - offset >= 4 + rest.readUInt32LE(offset)) {
      const end = offset + 4 + rest.readUInt32LE(offset);
      onResponse(rest.readUInt32LE(offset + 4), decodeResponse(rest.subarray(offset + 8, end)));
      offset = end;
    }
    rest = rest.subarray(offset);
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
