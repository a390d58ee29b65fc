import fc from 'fast-check';
import { toCanonicalJson } from '../../../src/record/json/compute_digest.js';
import { canonicalise } from '../../../src/record/redaction/canonicalise.js';
import { maskStrings } from '../../../src/record/redaction/mask.js';

const mask = (text: string) => text.replaceAll('a', '**');

describe('a value as it will be read back', () => {
  it('is what JSON makes of it, masked, with the same canonical form', () => {
    const values = fc.object({
      maxDepth: 4,
      withNullPrototype: true,
      withDate: true,
      values: [fc.string(), fc.double(), fc.integer(), fc.boolean(), fc.constantFrom(null, undefined, -0, () => 1)],
      key: fc.oneof(fc.string(), fc.constantFrom('a', 'b', 'aa', '__proto__', '10', '9', 'toJSON', 'constructor')),
    });
    fc.assert(
      fc.property(values, fc.constantFrom(undefined, mask), (value, masked) => {
        const read: unknown = JSON.parse(JSON.stringify(value));
        const expected = masked ? maskStrings(masked, read) : read;
        const given = canonicalise(value, masked);
        expect(given).toEqual(expected);
        expect(toCanonicalJson(given)).toBe(toCanonicalJson(expected));
      }),
      { numRuns: 500 },
    );
  });

  it('has its names in order, so that its text is canonical as it is', () => {
    const value = { b: [{ z: 1, y: undefined }, undefined], a: { d: new Date(0), c: Number.NaN } };
    expect(JSON.stringify(canonicalise(value, undefined))).toBe(
      '{"a":{"c":null,"d":"1970-01-01T00:00:00.000Z"},"b":[{"z":1},null]}',
    );
  });

  it('is a copy: what happens to the value later is not in it', () => {
    const value = { list: [{ a: 1 }] };
    const copy = canonicalise(value, undefined);
    value.list[0]!.a = 2;
    expect(copy).toEqual({ list: [{ a: 1 }] });
  });

  it.each<[string, unknown]>([
    ['a number without end', { a: 1n }],
    ['a cycle', cycle()],
  ])('throws at %s, as JSON does', (_, value) => {
    expect(() => JSON.stringify(value)).toThrow();
    expect(() => canonicalise(value, undefined)).toThrow();
  });
});

function cycle(): unknown {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
}
