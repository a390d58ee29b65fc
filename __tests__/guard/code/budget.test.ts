import fc from 'fast-check';
import { tell } from './given_code.js';

const LANGUAGES = ['python', 'javascript', 'sql', 'perl', 'ruby', 'php', 'awk'] as const;
const FRAGMENTS = [
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  '`',
  '\\',
  '\n',
  ' ',
  '  ',
  ';',
  ',',
  '.',
  ':',
  '=',
  '=>',
  '->',
  '::',
  '${',
  '#{',
  "f'{",
  '/',
  '/*',
  '*/',
  '--',
  '#',
  '$$',
  '<<EOF',
  '%w(',
  'q(',
  'for ',
  ' in ',
  ' if ',
  'def f(a):',
  'function f(a){',
  'f(',
  'x',
  'lambda x: ',
  'eval(',
  'exec(',
  'class A',
  'end',
  'do |x|',
  'return ',
  'import ',
  'os.system(',
  '"rm -rf /"',
  '+',
  '*',
  '9999999',
  '%s',
  'DROP ',
  'TABLE ',
  'WHERE ',
  '@',
  '\u0000',
  '\u{FFFC}',
  'ё',
];

describe('reading code', () => {
  it.each(LANGUAGES)('never throws, whatever it is given: %s', (language) => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 120 }), (parts) => {
        tell(language, parts.join(''));
      }),
      { numRuns: 400 },
    );
  });

  it('refuses code above 64 KiB', () => {
    expect(tell('python', 'x'.repeat(65_537)).problem).toBe('too-long');
  });

  it.each([
    ['brackets', '('.repeat(5000)],
    ['calls', 'eval('.repeat(5000)],
    ['lists', `exec(${'['.repeat(3000)}`],
  ])('refuses %s that are nested too deeply', (_what, code) => {
    expect(tell('python', code).problem).toBe('too-deep');
  });

  it('ends a list that is added to itself again and again', () => {
    const code = `a = ['/srv', '/opt']\n${'a = a + a\n'.repeat(40)}`;
    expect(tell('python', `${code}import os\nos.remove(a[0])\n`).deeds).toEqual(['rm /srv']);
  });

  it('refuses functions that call each other too often', () => {
    const code = Array.from(
      { length: 30 },
      (_, index) => `def f${index}(x):\n  f${index + 1}(x + 'a')\n  f${index + 1}(x + 'b')\n`,
    ).join('');
    expect(tell('python', `${code}f0('')\n`).problem).toBe('too-much');
  });
});
