import { createHash } from 'node:crypto';
import type { CapturedOutput } from '../sandbox_backend.js';

/** Bytes that are kept of a stream: of its beginning, and of its end. */
const HEAD_BYTES = 192 * 1024;
const TAIL_BYTES = 64 * 1024;

/** Marker line that replaces the omitted bytes of a stream. */
export const OMITTED_BYTES_MARKER = /\n\[\.\.\. \d{1,15} bytes omitted \.\.\.\]\n/;

/** Capture of a stream in progress: all bytes are hashed, the beginning and the end are kept. */
interface StreamCapture {
  readonly bytes: number;
  write(chunk: Uint8Array): void;
  /** The capture so far. Call once, after the last chunk. */
  finish(): CapturedOutput;
}

/** Captures a stream in bounded memory. The end is a ring buffer, so tiny chunks cost nothing extra. */
export function captureStream(headBytes = HEAD_BYTES, tailBytes = TAIL_BYTES): StreamCapture {
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let headSize = 0;
  let ring: Buffer | undefined;
  let ringed = 0;
  let bytes = 0;

  function keepTail(chunk: Uint8Array): void {
    ring ??= Buffer.alloc(tailBytes);
    const tail = chunk.subarray(Math.max(0, chunk.length - tailBytes));
    const start = (ringed + chunk.length - tail.length) % tailBytes;
    const first = Math.min(tail.length, tailBytes - start);
    ring.set(tail.subarray(0, first), start);
    ring.set(tail.subarray(first), 0);
    ringed += chunk.length;
  }

  function tail(): Buffer[] {
    if (ring === undefined) return [];
    if (ringed <= tailBytes) return [ring.subarray(0, ringed)];
    const cut = ringed % tailBytes;
    return [ring.subarray(cut), ring.subarray(0, cut)];
  }

  return {
    get bytes() {
      return bytes;
    },
    write(chunk) {
      hash.update(chunk);
      bytes += chunk.length;
      const fits = chunk.subarray(0, headBytes - headSize);
      if (fits.length > 0) {
        // A copy: a short chunk must not keep the whole read buffer alive that it is a view of.
        head.push(Uint8Array.prototype.slice.call(fits));
        headSize += fits.length;
      }
      if (fits.length < chunk.length) keepTail(chunk.subarray(fits.length));
    },
    finish() {
      const omitted = bytes - headSize - Math.min(ringed, tailBytes);
      const marker = omitted > 0 ? [Buffer.from(`\n[... ${omitted} bytes omitted ...]\n`)] : [];
      return {
        sha256: hash.digest('hex'),
        bytes,
        truncated: omitted > 0,
        text: new Uint8Array(Buffer.concat([...head, ...marker, ...tail()])),
      };
    },
  };
}

/** Returns the capture of a stream without any bytes. */
export function createEmptyCapture(): CapturedOutput {
  return captureStream().finish();
}
