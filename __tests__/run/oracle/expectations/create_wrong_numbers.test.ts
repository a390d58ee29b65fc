import fc from 'fast-check';
import { createWrongNumbers } from '../../../../src/run/oracle/expectations/create_wrong_numbers.js';

const firstTwo = (text: string) => createWrongNumbers(text, 'equal', 7).slice(0, 2).map(Number);

/** How round a number looks: zeros at its end, or a five. */
const roundness = (value: number): number => {
  if (value % 10 === 0 && value > 0) return 1 + roundness(value / 10);
  return value % 5 === 0 ? 0.5 : 0;
};

describe('a wrong number does not give itself away', () => {
  it.each(['5400', '65', '120', '3000000', '15', '40'])('is as round as the true one: %s', (text) => {
    const wrong = firstTwo(text);
    expect(wrong.length).toBe(2);
    expect(wrong.filter((value) => value !== 0 && roundness(value) < roundness(Number(text)))).toEqual([]);
  });

  it.each(['256', '1024', '4096'])('is a power of two where the true one is: %s', (text) => {
    expect(firstTwo(text).map((value) => Math.log2(value) % 1)).toEqual([0, 0]);
  });

  it('is a near miss elsewhere', () => {
    for (const text of ['17', '3', '1999']) {
      for (const value of firstTwo(text)) expect(Math.abs(value - Number(text))).toBeLessThanOrEqual(3);
    }
  });

  it('is another number, and there always is one', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (value, salt) => {
        const wrong = createWrongNumbers(String(value), 'equal', salt);
        expect(wrong.length).toBeGreaterThan(0);
        expect(wrong.map(Number)).not.toContain(value);
      }),
    );
  });

  it('keeps the notation: hexadecimal stays as round in its own digits', () => {
    expect(createWrongNumbers('0x300', 'equal', 7).slice(0, 2)).toEqual([
      expect.stringMatching(/^0x[\da-f]00$/),
      expect.stringMatching(/^0x[\da-f]00$/),
    ]);
  });
});
