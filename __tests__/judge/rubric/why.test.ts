import fc from 'fast-check';
import { andMore, counted, oneLine, seconds } from '../../../src/judge/rubric/why.js';

describe('a why', () => {
  it('is one short line without control characters, whatever the log says', () => {
    expect(oneLine('  a\r\n\tb\u001b[31mc\u2028d\u0000 ')).toBe('a b [31mc d');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (text) => {
        const line = oneLine(text);
        return Array.from(line).length <= 200 && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(line);
      }),
    );
  });

  it('is cut on a code point', () => {
    expect(oneLine('😀😀😀', 2)).toBe('😀…');
    expect(oneLine('😀😀', 2)).toBe('😀😀');
  });

  it('counts as people do', () => {
    expect([counted(1, 'test'), counted(2, 'test'), andMore(1), andMore(3), seconds(1234)]).toEqual([
      '1 test',
      '2 tests',
      '',
      ' (and 2 more)',
      '1.2 s',
    ]);
  });
});
