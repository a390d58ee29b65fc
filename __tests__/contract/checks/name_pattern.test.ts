import fc from 'fast-check';
import { parseNamePattern, unescapeName } from '../../../src/contract/checks/name_pattern.js';

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
