import fc from 'fast-check';
import { readImageSize } from '../../../src/gateway/meter/image_size.js';
import { gif, jpeg, png, webp } from './given_images.js';

describe('the size of an image', () => {
  it.each([
    ['PNG', png(1920, 1080)],
    ['GIF', gif(1920, 1080)],
    ['JPEG', jpeg(1920, 1080)],
    ['JPEG behind a preview', jpeg(1920, 1080, 60_000)],
    ['WebP, extended', webp(1920, 1080)],
  ])('is read from its first bytes: %s', (_, bytes) => {
    expect(readImageSize(bytes)).toEqual({ width: 1920, height: 1080 });
  });

  it.each([
    ['text', Buffer.from('hello')],
    ['half a PNG', png(10, 10).subarray(0, 20)],
    ['a PNG without pixels', png(0, 10)],
    ['a PNG larger than any', png(2 ** 31, 10)],
    ['a JPEG without a frame', jpeg(1, 1).subarray(0, 10)],
  ])('is unknown of %s', (_, bytes) => {
    expect(readImageSize(bytes)).toBeUndefined();
  });

  it('is some size or none, whatever the bytes are', () => {
    const heads = [png(1, 1), gif(1, 1), jpeg(1, 1), webp(1, 1)].map((bytes) => bytes.subarray(0, 16));
    fc.assert(
      fc.property(fc.constantFrom(Buffer.alloc(0), ...heads), fc.uint8Array({ maxLength: 200 }), (head, rest) => {
        const size = readImageSize(Buffer.concat([head, rest]));
        if (size) expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
      }),
    );
  });
});
