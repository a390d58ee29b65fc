import fc from 'fast-check';
import { matchesWildcard } from '../../../src/guard/arguments/matches_wildcard.js';

describe('patterns of rules', () => {
  it.each([
    ['abc', 'abc', true],
    ['abc', 'ab', false],
    ['abc', 'a*', true],
    ['abc', '*c', true],
    ['abc', 'a*c', true],
    ['ac', 'a*c', true],
    ['aba', 'ab*ba', false],
    ['s3 rm x', 's3 * x', true],
    ['a.b', 'a?b', false],
    ['', '*', true],
    ['', '', true],
    ['*', '\\*', true],
    ['a', '\\*', false],
    ['.*', '.\\*', true],
    ['.x', '.\\*', false],
    ['.*x', '.\\**', true],
  ])('%j is %j: %s', (text, pattern, expected) => {
    expect(matchesWildcard(text, pattern)).toBe(expected);
  });

  it('say the same as the expression that they stand for', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.', '/'), maxLength: 12 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 8 });
    fc.assert(
      fc.property(letters, pattern, (text, wanted) => {
        const expression = new RegExp(`^${wanted.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
        expect(matchesWildcard(text, wanted)).toBe(expression.test(text));
      }),
    );
  });
});
