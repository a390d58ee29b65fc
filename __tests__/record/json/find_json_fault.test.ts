import fc from 'fast-check';
import { findJsonFault } from '../../../src/record/json/find_json_fault.js';

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
