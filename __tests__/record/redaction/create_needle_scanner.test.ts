import fc from 'fast-check';
import { createNeedleScanner, NEEDLE_GAP } from '../../../src/record/redaction/create_needle_scanner.js';

/** Finds needles by definition: removes separators, then searches for each needle. */
const byDefinition = (needles: readonly string[], text: string) => {
  const plain = text.replace(NEEDLE_GAP, '');
  return needles.flatMap((needle, i) => (plain.includes(needle) ? [i] : []));
};

describe('a scan for several needles', () => {
  it.each([
    ['as it is', 'xx secret-1 yy', [0]],
    ['over lines', 'se\ncr\\net\\u000a-%0a1', [0]],
    ['glued and quoted', `'se' + "cr", \`et-1\``, [0]],
    ['with wide spaces', 'se\u00a0c\u3000ret\ufeff-1', [0]],
    ['behind its own beginning', 'secsecsecret-1', [0]],
    ['at the end, cut', 'secret-', []],
    ['with other characters of the same low bytes', 'sec\u0172et-1', []],
    ['both', 'pässwörtsecret-1', [0, 1]],
  ])('finds what is there: %s', (_, text, found) => {
    expect(createNeedleScanner(['secret-1', 'pässwört']).findIn(text)).toEqual(found);
  });

  it('finds what its definition finds, whatever stands between', () => {
    const letter = fc.constantFrom(...'abS1', 'ä', '\u0161', '\\', '%', 'n', 'u', '0', 'a', 'D');
    const piece = fc.oneof(
      { weight: 4, arbitrary: letter },
      fc.constantFrom('\\n', '\\u000a', '%0D', '%0', '\\u000', ' ', '"', '+', '\u2003', '\ufeff', '\u180e'),
    );
    const needle = fc
      .array(letter, { minLength: 4, maxLength: 7 })
      .map((letters) => letters.join('').replace(NEEDLE_GAP, ''));
    const needles = fc.array(
      needle.filter((text) => text.length >= 4),
      { maxLength: 5 },
    );
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(needles, text, fc.nat(60), (all, around, at) => {
        const spread = (all[0] ?? '').split('').join(around.slice(0, 2).replace(/[^\s"+]/g, ''));
        for (const given of [around, around.slice(0, at) + spread + around.slice(at)])
          expect(createNeedleScanner(all).findIn(given)).toEqual(byDefinition(all, given));
      }),
      { numRuns: 2000 },
    );
  });
});
