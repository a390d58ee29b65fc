import fc from 'fast-check';
import { createIgnoreMatcher, createNameMatcher } from '../../../src/adapters/harbor/create_name_matcher.js';

describe('a pattern of .dockerignore fits as Docker has it', () => {
  it.each<[pattern: string, fits: string[], others: string[]]>([
    ['a', ['a', 'a/b', 'a/b/c'], ['b/a', 'ab']],
    ['*/a', ['b/a', 'b/a/c'], ['a', 'b/c/a']],
    ['**/a', ['a', 'b/a', 'b/c/a', 'b/a/c'], ['ab', 'b/ab']],
    ['a/**', ['a/b', 'a/b/c'], ['a', 'b/a']],
    ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b/z'], ['a/x', 'b']],
    ['**', ['a', '.b', 'a/b'], []],
    ['*.k?y', ['x.key', '.key', 'x.y.kéy/z'], ['x.ky', 'x/a.key']],
    ['a?', ['a😀'], ['a', 'a/b']],
  ])('%s', (pattern, fits, others) => {
    expect(fits.filter((path) => !createIgnoreMatcher(pattern)(path))).toEqual([]);
    expect(others.filter((path) => createIgnoreMatcher(pattern)(path))).toEqual([]);
  });
});

it('has no sign but the star and the question mark', () => {
  const signs = ['a(b|c)', '(a+)+', '+(a)', '@(a|b)', '{a,b}', '!a', '[a]', 'a.b', '^a$'];
  for (const sign of signs) {
    expect(createNameMatcher(`${sign}*`)(`${sign}x`)).toBe(true);
    for (const name of ['ab', 'ac', 'a', 'aa', 'b', 'axb']) expect(createNameMatcher(sign)(name)).toBe(false);
  }
});

it('fits exactly what the regular expression of a pattern fits', () => {
  const name = fc.stringMatching(/^[ab*?]{1,4}$/).filter((one) => !one.includes('**'));
  const pattern = fc.array(fc.oneof(name, fc.constant('**')), { minLength: 1, maxLength: 4 });
  const path = fc.array(fc.stringMatching(/^[ab]{1,4}$/), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(pattern, path, (parts, names) => {
      const inner = parts.map((part, at) => {
        if (part === '**') return at === parts.length - 1 ? '.+' : '(?:.+/)?';
        return `${part.replaceAll('*', '[^/]*').replaceAll('?', '[^/]')}${at === parts.length - 1 ? '' : '/'}`;
      });
      const expected = new RegExp(`^${inner.join('')}(?:/.*)?$`).test(names.join('/'));
      expect(createIgnoreMatcher(parts.join('/'))(names.join('/'))).toBe(expected);
    }),
    { numRuns: 1000 },
  );
});

it('takes any number of stars on long names, and patterns of any length', () => {
  const name = 'a'.repeat(255);
  expect(createNameMatcher(`${'*a'.repeat(100)}*b`)(name)).toBe(false);
  expect(createNameMatcher(`${'*a'.repeat(255)}*`)(name)).toBe(true);
  const path = Array.from({ length: 15 }, () => name).join('/');
  expect(createIgnoreMatcher(`${'**/*a*a*a/'.repeat(8)}b`)(path)).toBe(false);
  expect(createNameMatcher('*'.repeat(100_000))(name)).toBe(true);
  expect(createIgnoreMatcher(`${'**/'.repeat(50_000)}b`)(path)).toBe(false);
  expect(createIgnoreMatcher(`${'(a|a?)+'.repeat(20_000)}*`)(path)).toBe(false);
});
