import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { captureStream, createEmptyCapture } from '../../../src/sandbox/execution/capture_stream.js';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a captured stream keeps its beginning and its end, and a digest over everything', () => {
  it('keeps everything that fits', () => {
    const stream = captureStream(4, 4);
    stream.write(Buffer.from('abcde'));
    stream.write(Buffer.from('fgh'));
    expect(stream.finish()).toEqual({
      sha256: sha256(Buffer.from('abcdefgh')),
      bytes: 8,
      truncated: false,
      text: new Uint8Array(Buffer.from('abcdefgh')),
    });
  });

  it('says how much is left out in between', () => {
    const stream = captureStream(4, 4);
    stream.write(Buffer.from('abcdefghi'));
    expect(stream.finish()).toEqual({
      sha256: sha256(Buffer.from('abcdefghi')),
      bytes: 9,
      truncated: true,
      text: new Uint8Array(Buffer.from('abcd\n[... 1 bytes omitted ...]\nfghi')),
    });
  });

  it('is empty, with the digest of nothing, for a command that never ran', () => {
    expect(createEmptyCapture()).toEqual({
      sha256: sha256(Buffer.alloc(0)),
      bytes: 0,
      truncated: false,
      text: new Uint8Array(),
    });
  });

  it('does not depend on how the stream was cut into chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), fc.integer({ min: 1, max: 20 }), (chunks, size) => {
        const all = Buffer.concat(chunks);
        const stream = captureStream(size, size + 3);
        for (const chunk of chunks) stream.write(chunk);
        const omitted = all.length - size - (size + 3);
        const kept =
          omitted > 0
            ? [
                all.subarray(0, size),
                Buffer.from(`\n[... ${omitted} bytes omitted ...]\n`),
                all.subarray(size + omitted),
              ]
            : [all];
        expect(stream.finish()).toEqual({
          sha256: sha256(all),
          bytes: all.length,
          truncated: omitted > 0,
          text: new Uint8Array(Buffer.concat(kept)),
        });
      }),
    );
  });
});
