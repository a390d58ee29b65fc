import fc from 'fast-check';
import { createLiteralSearch, type LiteralPrefilter } from '../../../src/run/redaction/literal_prefilter.js';

/** Places of each rule's literals, in order, by comparing at each position. */
function searchPlainly(hints: readonly LiteralPrefilter[], text: string): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let at = 0; at < text.length; at++)
    for (const { text: literal, fold, rule } of hints) {
      const part = text.slice(at, at + literal.length);
      if ((fold ? part.toLowerCase() : part) !== literal) continue;
      const places = found.get(rule) ?? [];
      if (places.at(-1) !== at) found.set(rule, [...places, at]);
    }
  return found;
}

const letters = fc.constantFrom('a', 'b', 'A', 'B', '@', '=', 'é');
const literal = fc
  .array(letters, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))
  .chain((text) => fc.boolean().map((fold) => ({ text: fold ? text.toLowerCase() : text, fold })));

it('finds the places of all literals, of one character as of several, in order', () => {
  fc.assert(
    fc.property(
      fc.array(literal, { minLength: 1, maxLength: 6 }),
      fc.array(letters, { maxLength: 40 }).map((parts) => parts.join('')),
      (literals, text) => {
        const hints = literals.map((one, rule) => ({ ...one, rule }));
        const found = createLiteralSearch(hints)(text, { left: 1_000_000 });
        expect(new Map([...found!].sort(([a], [b]) => a - b))).toEqual(
          new Map([...searchPlainly(hints, text)].sort(([a], [b]) => a - b)),
        );
      },
    ),
  );
});

it('keeps the places of a rule with literals of different lengths in order', () => {
  const hints = ['aa', 'A'].map((text) => ({ text, fold: text === 'aa', rule: 0 }));
  expect(createLiteralSearch(hints)('baAb', { left: 100 })!.get(0)).toEqual([1, 2]);
});

it('finds each of many rules with the same character', () => {
  const hints = Array.from({ length: 300 }, (_, rule) => ({ text: '=', fold: false, rule }));
  expect(createLiteralSearch(hints)('a=b', { left: 1_000 })!.size).toBe(300);
});

it('gives up where there are more places than it may look at', () => {
  expect(createLiteralSearch([{ text: '@', fold: false, rule: 0 }])('@@@', { left: 2 })).toBeUndefined();
});
