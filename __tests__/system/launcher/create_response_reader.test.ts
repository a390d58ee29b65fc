import fc from 'fast-check';
import { createResponseReader } from '../../../src/system/launcher/create_response_reader.js';

describe('responses of the launcher', () => {
  it('are read whatever the chunks in which they come', () => {
    const frame = (id: number, body: Buffer) => {
      const head = Buffer.alloc(8);
      head.writeUInt32LE(4 + body.length, 0);
      head.writeUInt32LE(id, 4);
      return Buffer.concat([head, body]);
    };
    const output = (bytes: Uint8Array) => Buffer.concat([Buffer.from('D\u0001\0\0\0', 'latin1'), bytes]);
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 8 }),
        fc.array(fc.nat(20), { minLength: 1 }),
        (texts, cuts) => {
          const all = Buffer.concat(texts.map((bytes, id) => frame(id, output(bytes))));
          const heard: [number, string][] = [];
          const read = createResponseReader((id, response) => {
            if (response.kind === 'output') heard.push([id, response.bytes.toString('hex')]);
          });
          for (let at = 0, i = 0; at < all.length; i++) {
            const end = at + 1 + cuts[i % cuts.length]!;
            read(all.subarray(at, end));
            at = end;
          }
          expect(heard).toEqual(texts.map((bytes, id) => [id, Buffer.from(bytes).toString('hex')]));
        },
      ),
    );
  });
});
