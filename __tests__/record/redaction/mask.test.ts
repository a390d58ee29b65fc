import fc from 'fast-check';
import { combineMasks, createSecretMatcher } from '../../../src/record/redaction/mask.js';

const mask = (name: string, value: string) => createSecretMatcher(new Map([[name, value]])).mask;

describe('several masks', () => {
  const both = combineMasks([mask('a', 'secret-1234'), mask('b', 'other-5678')]);
  it.each([
    ['nothing', 'nothing is here', 'nothing is here'],
    ['one of them', 'x se\ncret-1234 y', 'x [a] y'],
    ['both, in turn', 'other-5678 secret-1234', '[b] [a]'],
    ['a short text', 'x', 'x'],
  ])('take out what each of them takes out: %s', (_, given, masked) => {
    expect(both(given)).toBe(masked);
    expect(combineMasks([both, mask('c', 'third-9012')])(given)).toBe(masked);
  });

  it('are asked in turn where one of them cannot say what it looks for', () => {
    const upper = (text: string) => text.toUpperCase();
    expect(combineMasks([mask('a', 'secret-1234'), upper])('x secret-1234')).toBe('X [A]');
    expect(combineMasks([])('x')).toBe('x');
  });
});

const VALUE = 'k3Jq9ZpTw7LmX2vBn8RsYd4HcGfUaEoQiPt6';
const search = createSecretMatcher(new Map([['canary 1', VALUE]]));
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** The value as others may write it; base64 as part of a longer text, at each of the three offsets. */
function encodings(value: string): string[] {
  const hex = Buffer.from(value).toString('hex');
  const base64 = ['', 'x', 'xy'].map((before) => Buffer.from(`${before}${value}z`).toString('base64'));
  const percent = hex.replace(/../g, (byte) => `%${byte}`);
  return [value, [...value].reverse().join(''), hex, hex.toUpperCase(), ...base64, percent, percent.toUpperCase()];
}

describe('a known value is found in every form in which it is likely to be passed on', () => {
  it.each([
    ['as it is', `x${VALUE}y`, 'x[canary 1]y'],
    ['broken over lines', `${VALUE.slice(0, 9)}\n  ${VALUE.slice(9)}`, '[canary 1]'],
    ['glued in code', `'${VALUE.slice(0, 9)}' + '${VALUE.slice(9)}'`, "'[canary 1]'"],
    ['escaped in JSON', JSON.stringify(`${VALUE.slice(0, 9)}\n${VALUE.slice(9)}`), '"[canary 1]"'],
    ['backwards', [...VALUE].reverse().join(''), '[canary 1]'],
    ['in hexadecimal', Buffer.from(VALUE).toString('hex'), '[canary 1]'],
    ['percent-encoded', Buffer.from(VALUE).toString('hex').replace(/../g, '%$&'), '[canary 1]'],
    ['in base64', base64(VALUE), expect.stringContaining('[canary 1]')],
    ['in base64, one byte in', base64(`a${VALUE}`), expect.stringContaining('[canary 1]')],
    ['in base64, two bytes in', base64(`ab${VALUE}z`), expect.stringContaining('[canary 1]')],
    ['in base64 of lines', base64(`ab${VALUE}z`).replace(/(.{10})/g, '$1\n'), expect.stringContaining('[canary 1]')],
  ])('%s', (_, text, masked) => {
    expect(search.findNames(text)).toEqual(['canary 1']);
    expect(search.mask(text)).toEqual(masked);
  });

  it('leaves a text without it as it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(search.mask(text)).toBe(text);
        expect(search.findNames(text)).toEqual([]);
      }),
    );
  });

  it('any value in any text and any form is found, and gone from the masked text', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9]{24,40}$/),
        fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
        fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
        fc.nat(20),
        (value, before, after, form) => {
          const known = createSecretMatcher(new Map([['v', value]]));
          const forms = encodings(value);
          const text = `${before}${forms[form % forms.length]}${after}`;
          expect(known.findNames(text)).toEqual(['v']);
          expect(known.mask(text)).not.toContain(forms[form % forms.length]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
