import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { computeDigest, findJsonFault, sha256, toCanonicalJson } from '../../../src/record/json/compute_digest.js';

const vectors = fileURLToPath(new URL('../../fixtures/jcs/', import.meta.url));
const read = (file: string) => readFileSync(`${vectors}${file}`);
const names = readdirSync(`${vectors}input`).map((file) => file.replace('.json', ''));

// Holds R6
describe('canonical JSON is that of RFC 8785', () => {
  it.each(names)('for the published vector %s, byte for byte', (name) => {
    const bytes = Buffer.from(toCanonicalJson(JSON.parse(read(`input/${name}.json`).toString())));
    expect(bytes).toEqual(read(`output/${name}.json`));
    expect(bytes.toString('hex')).toBe(read(`outhex/${name}.txt`).toString().replace(/\s+/g, ''));
  });

  it.each(
    read('numbers.csv')
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split(',') as [string, string]),
  )('for the number with the bits %s: %s', (bits, expected) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt(`0x${bits}`));
    expect(toCanonicalJson(view.getFloat64(0))).toBe(expected);
  });

  it('is what the library says, also where the keys are in order already', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(toCanonicalJson(value)).toBe(canonicalize(value));
        expect(toCanonicalJson(JSON.parse(toCanonicalJson(value)))).toBe(canonicalize(value));
      }),
      { numRuns: 500 },
    );
  });

  it('is what the library says of values that leave members out or say themselves how they are written', () => {
    const odd = fc.oneof(fc.constant(undefined), fc.constant(Symbol('x')), fc.date({ noInvalidDate: true }));
    const values = fc.object({
      maxDepth: 3,
      key: fc.constantFrom('b', 'a', '2', '10', 'ä', '__proto__'),
      values: [odd, fc.jsonValue()],
    });
    fc.assert(
      fc.property(values, (value) => expect(toCanonicalJson(value)).toBe(canonicalize(value))),
      { numRuns: 500 },
    );
  });

  it('does not depend on the order of keys, and reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = toCanonicalJson(value);
        expect(toCanonicalJson(JSON.parse(text))).toBe(text);
        expect(toCanonicalJson(reversed(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, unknown]>([
    ['a function', () => 1],
    ['nothing', undefined],
    ['not a number', Number.NaN],
    ['a member that is a function', { b: 1, a: () => 1 }],
    ['half a character', { b: '\ud800', a: 1 }],
    ['half a character in a name', { b: 1, '\udc00': 1, a: [] }],
    ['infinity', { a: Number.POSITIVE_INFINITY }],
  ])('refuses %s', (_, value) => {
    expect(() => toCanonicalJson(value)).toThrow();
  });
});

describe('digests', () => {
  it('are SHA-256 in lower-case hexadecimal, of text as UTF-8', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256('é')).toBe(sha256(new Uint8Array([0xc3, 0xa9])));
    expect(computeDigest({ b: 1, a: [true, null] })).toBe(sha256('{"a":[true,null],"b":1}'));
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

describe('where a text stops being JSON', () => {
  it.each<[text: string, at: number]>([
    ['', 0],
    ['{"a":1', 6],
    ['{"a":1,}', 7],
    ['{"a":1 "b":2}', 7],
    ['[1,,2]', 3],
    ['{"a":01}', 6],
    ['{a:1}', 1],
    ['{"a":"x\u0000"}', 7],
    ['\u0000', 0],
    ['{"a":1}}', 7],
    ['{"a":1} {"a":2}', 8],
    ['["\\q"]', 2],
    ['nul', 0],
    ['['.repeat(1_000_000), 1_000_000],
  ])('%#', (text, at) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(findJsonFault(text)).toBe(at);
  });

  it('is the end of every beginning of an object, and never before the place that was spoiled', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (value, n) => {
        const text = JSON.stringify(value);
        const cut = n % text.length;
        const fault = findJsonFault(text.slice(0, cut));
        // A literal or an escape that is cut in the middle is a fault where it begins.
        expect(fault).toBeLessThanOrEqual(cut);
        expect(findJsonFault(`${text.slice(0, cut)}\u0001${text.slice(cut)}`)).toBeLessThanOrEqual(cut);
        expect(findJsonFault(`${text}\u0001`)).toBe(text.length);
      }),
    );
  });
});
