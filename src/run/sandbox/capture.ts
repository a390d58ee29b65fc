import { createHash } from 'node:crypto';
import type { CapturedOutput } from './backend.js';

/** How much of a stream is kept, in bytes: enough for a reader, flat for any flood. */
export const HEAD_BYTES = 192 * 1024;
export const TAIL_BYTES = 64 * 1024;

/** A stream being captured: everything is hashed, the beginning and the end are kept. */
export interface Capture {
  readonly bytes: number;
  write(chunk: Uint8Array): void;
  /** The capture so far. Call once, after the last chunk. */
  finish(): CapturedOutput;
}

/** Captures a stream in memory that does not grow with it. The end is a ring, so tiny chunks cost nothing extra. */
export function capture(headBytes = HEAD_BYTES, tailBytes = TAIL_BYTES): Capture {
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let headSize = 0;
  let ring: Buffer | undefined;
  let ringed = 0;
  let bytes = 0;

  function keepTail(chunk: Uint8Array): void {
    ring ??= Buffer.alloc(tailBytes);
    const kept = chunk.subarray(Math.max(0, chunk.length - tailBytes));
    const start = (ringed + chunk.length - kept.length) % tailBytes;
    const first = Math.min(kept.length, tailBytes - start);
    ring.set(kept.subarray(0, first), start);
    ring.set(kept.subarray(first), 0);
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

/** The capture of a stream that never was. */
export function captureNothing(): CapturedOutput {
  return capture().finish();
}
