import fc from 'fast-check';
import { formatRemainder, formatSeconds, pluralise, toOneLine } from '../../../../src/judge/rubric/text/to_one_line.js';

describe('a why', () => {
  it('is one short line without control characters, whatever the log says', () => {
    expect(toOneLine('  a\r\n\tb\u001b[31mc\u2028d\u0000 ')).toBe('a b [31mc d');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (text) => {
        const line = toOneLine(text);
        return Array.from(line).length <= 200 && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(line);
      }),
    );
  });

  it('is cut on a code point', () => {
    expect(toOneLine('😀😀😀', 2)).toBe('😀…');
    expect(toOneLine('😀😀', 2)).toBe('😀😀');
  });

  it('counts as people do', () => {
    expect([
      pluralise(1, 'test'),
      pluralise(2, 'test'),
      formatRemainder(1),
      formatRemainder(3),
      formatSeconds(1234),
    ]).toEqual(['1 test', '2 tests', '', ' (and 2 more)', '1.2 s']);
  });
});
