import { createPathMatcher, createPatternMatcher } from '../../../src/project/parsing/create_path_matcher.js';

describe('globs of repositories', () => {
  const cases: [globs: string[], path: string, matches: boolean][] = [
    [['**/?(*.)+(spec|test).[jt]s?(x)'], 'src/a.spec.tsx', true],
    [['**/?(*.)+(spec|test).[jt]s?(x)'], 'src/aspec.tsx', false],
    [['test'], 'test/a/b.js', true],
    [['./test/'], 'testing/a.js', false],
    [['test/**/*.js', '!test/x/**'], 'test/x/a.js', false],
    [['['], 'a', false],
    [['*a*a*a*a*a*b'], 'a'.repeat(300), false],
    [['+(a|a)b'], 'a'.repeat(300), false],
    [['{a,}'.repeat(60)], 'a'.repeat(300), false],
  ];
  it.each(cases)('%j: %s', (globs, path, matches) => {
    expect(createPathMatcher(globs)(path)).toBe(matches);
  });
});

describe('regular expressions of repositories', () => {
  it('are used if their cost is low', () => {
    const matches = createPatternMatcher('(/__tests__/.*|(\\.|/)(test|spec))\\.(jsx?|tsx?)$')!;
    expect(['/a/__tests__/b.js', '/a.spec.ts', '/a.js'].map(matches)).toEqual([true, true, false]);
  });

  it.each(['(a|a)*$', '(a+)+$', '(a?){50}', 'a?'.repeat(30), '.*.*.*.*x', '(a)\\1', '(', 'a'.repeat(300)])(
    '%s is not',
    (pattern) => {
      expect(createPatternMatcher(pattern)).toBeUndefined();
    },
  );
});
