import fc from 'fast-check';
import { findJsonEnd } from '../../../../src/record/json/parts/find_json_end.js';

describe('the end of a JSON value', () => {
  it('is where it stops, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), fc.constantFrom(',"next":1}', '}', ']}'), (value, before, behind) => {
        const text = JSON.stringify(value);
        expect(findJsonEnd(`${before}${text}${behind}`, before.length)).toBe(before.length + text.length);
      }),
    );
  });

  it('is nowhere in a value that is cut off', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.object(), fc.array(fc.string())), fc.nat(), (value, n) => {
        const text = JSON.stringify(value);
        expect(findJsonEnd(text.slice(0, n % text.length), 0)).toBe(-1);
      }),
    );
  });

  it.each<[text: string, end: number]>([
    ['"\\\\"', 4],
    ['"\\\\\\""', 6],
    ['"\\"', -1],
    ['{"}":"]"}', 9],
    ['12', -1],
    ['', -1],
    ['['.repeat(1_000_000), -1],
    [`"${'\\'.repeat(1_000_000)}"`, 1_000_002],
  ])('%#', (text, end) => {
    expect(findJsonEnd(text, 0)).toBe(end);
  });
});
