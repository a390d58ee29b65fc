import fc from 'fast-check';
import { removeJsonFields } from '../../../src/workspace/snapshot/remove_json_fields.js';

const remove = (text: string, ...pointers: string[]) =>
  removeJsonFields(Buffer.from(text), pointers)?.toString().replaceAll(/\s+/g, '');

it.each<[string, string[], string]>([
  ['{"version":"1","name":"a"}', ['/version'], '{"name":"a"}'],
  [
    '{"packages":{"":{"version":"1"},"a/b":{"version":"2"}}}',
    ['/packages//version'],
    '{"packages":{"":{},"a/b":{"version":"2"}}}',
  ],
  ['{"a/b":1,"c~d":2}', ['/a~1b', '/c~0d'], '{}'],
  ['{"a":[1,2]}', ['/a/0', '/b/c', '/a/length'], '{"a":[1,2]}'],
  ['[1]', ['/0'], '[1]'],
  ['{"__proto__":{"a":1},"b":1}', ['/__proto__/a', '/constructor/name', '/toString'], '{"__proto__":{},"b":1}'],
  ['null', ['/a'], 'null'],
])('removes from %s the fields %j', (text, pointers, left) => expect(remove(text, ...pointers)).toBe(left));

it('takes nothing that is no JSON', () => {
  for (const text of ['', '{', '{}x']) expect(remove(text, '/a')).toBeUndefined();
  expect(removeJsonFields(Buffer.from([0x22, 0xff, 0x22]), [])).toBeUndefined();
});

it('documents that differ only in a removed field become equal, and others do not', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), fc.jsonValue(), (rest, one, other) => {
      const { version: _, ...own } = rest;
      const write = (version: unknown, more: object = {}) => JSON.stringify({ ...own, ...more, version });
      expect(remove(write(one), '/version')).toBe(remove(write(other), '/version'));
      expect(remove(write(one, { further: 1 }), '/version')).not.toBe(remove(write(one, { further: 2 }), '/version'));
    }),
  );
});
