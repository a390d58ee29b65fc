import fc from 'fast-check';
import {
  maskVolatileParts,
  parseNamePattern,
  unescapeName,
  writeRequiredName,
} from '../../../src/contract/checks/name_pattern.js';

const matches = (pattern: string, name: string) => parseNamePattern(pattern)?.matches(name);

describe('a name is a pattern when it has a wildcard', () => {
  it.each<[string, string, boolean | undefined]>([
    ['a*', 'abc', true],
    ['a*', 'ba', false],
    ['*c', 'abc', true],
    ['a*b*c', 'a-b-b-c', true],
    ['a**c', 'ac', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['t[1]*', 't[1] > x', true],
    ['t[1]*', 't1', false],
    ['{a,b}*', 'a', false],
    ['\\**', '*x', true],
    ['\\**', 'x', false],
    ['C:\\x*', 'C:\\xy', true],
    ['a', 'a', undefined],
    ['a\\?', 'a?', undefined],
  ])('%j over %j: %s', (pattern, name, said) => {
    expect(matches(pattern, name)).toBe(said);
  });

  it('and an escaped name is none, and stands for itself', () => {
    const text = fc.string({ unit: fc.constantFrom('*', '?', '\\', 'a', '[', ' '), maxLength: 12 });
    fc.assert(
      fc.property(text, (name) => {
        const escaped = name.replace(/[*?\\]/g, '\\$&');
        expect(parseNamePattern(escaped)).toBeUndefined();
        expect(unescapeName(escaped) ?? escaped).toBe(name);
      }),
    );
  });

  it('agrees with a regular expression of the same meaning', () => {
    const text = (...units: string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 10 });
    fc.assert(
      fc.property(text('*', '?', 'a', 'b'), text('a', 'b', 'c'), (pattern, name) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`);
        expect(matches(pattern, name) ?? pattern === name).toBe(expression.test(name));
      }),
    );
  });
});

describe('what changes from run to run in the name of a test', () => {
  it.each([
    ['prints usage in 12ms', 'prints usage*'],
    ['adds (3 ms)', 'adds*'],
    ['adds <0.001s>', 'adds*'],
    ['src/lib.rs - add (line 12)', 'src/lib.rs - add (*)'],
    ['fails at src/a.test.js:12:3', 'fails at src/a.test.js*'],
    ['asks http://localhost:40123/x', 'asks http://localhost*/x'],
    ['listens on port 40123', 'listens on port *'],
    ['reads /tmp/abc-Xy/f "x"', 'reads * "x"'],
    ['test_x[<object at 0x7f3a2b1c4d5e>]', 'test_x[<object at *>]'],
    ['keeps 0b54f4a2-6f0a-4d0c-9d0f-0a1b2c3d4e5f', 'keeps *'],
    ['logs 2026-11-28T09:00:12.123Z', 'logs *'],
  ])('%s', (name, masked) => {
    expect(maskVolatileParts(name)).toBe(masked);
  });

  it.each([
    'adds 1 and 2',
    'test_x[1-2]',
    'ends in 12ms and more',
    'takes 3ms',
    '16:30 is late',
    '0x10',
    'port 80',
    'v1.2.3:4',
  ])('is nothing of %s', (name) => {
    expect(maskVolatileParts(name)).toBe(name);
  });

  it('is a wildcard of a required name, in which all else stands for itself', () => {
    expect(writeRequiredName('is it * at /tmp/x?')).toBe('is it \\* at *');
    const parts = fc.array(fc.oneof(fc.string(), fc.constantFrom('*', '?', '\\', ' (3 ms)', '/tmp/a', ':80')));
    fc.assert(
      fc.property(parts, (texts) => {
        const name = `a${texts.join('')}`;
        const pattern = parseNamePattern(writeRequiredName(name));
        if (maskVolatileParts(name) !== name) expect(pattern?.matches(name)).toBe(true);
      }),
    );
  });

  it('is found in time that grows with the name', () => {
    for (const part of ['/tmp/', '(line ', ' in 1', ':1', '1.1.1.1:', '0x1', '[:::', 'port '])
      expect(maskVolatileParts(part.repeat(20_000)).length).toBeGreaterThan(0);
  });
});
