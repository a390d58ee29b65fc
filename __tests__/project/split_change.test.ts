import type { Project } from '../../src/project/project.js';
import { rankChange } from '../../src/project/rank_change.js';
import { listTestPatterns, splitChange } from '../../src/project/split_change.js';

/** A project with tests by name and support files in fixtures/. */
function givenProject(runner = 'jest', tests = /(\.test\.[jt]s|_test\.(?:go|rs)|(?:^|\/)test_[^/]*\.py)$/): Project {
  return {
    ecosystem: 'node',
    folder: '',
    tools: {},
    setup: [],
    setup_candidates: [],
    environment: {},
    build: [],
    tests: { runner, report: 'junit', why: '', createCommand: (files) => files.join(' ') },
    isTestFile: (path) => tests.test(path),
    isTestSupport: (path) => path.includes('fixtures/'),
    notes: [],
  };
}

it('splits a change into hidden tests, their support, and the reference solution', () => {
  const split = splitChange(
    [
      { path: 'src/a.js', deleted: false, added: 'x' },
      { path: 'docs/a.md', deleted: false, added: 'x' },
      { path: 'src/a.test.js', deleted: false, added: 'x' },
      { path: 'test/fixtures/a.json', deleted: false, added: 'x' },
      { path: 'src/old.js', deleted: true },
      { path: 'src/old.test.js', deleted: true },
    ],
    givenProject(),
  );
  expect(split).toEqual({
    tests: ['src/a.test.js'],
    support: ['test/fixtures/a.json'],
    source: ['src/a.js', 'docs/a.md', 'src/old.js'],
    mixed: [],
    removed_tests: ['src/old.test.js'],
  });
});

it.each([
  ['src/lib.rs', 'fn f() {}\n    #[test]\n    fn works() {}'],
  ['src/lib.rs', '#[tokio::test]\nasync fn works() {}'],
  ['src/lib.rs', '#[cfg(test)]\nmod tests {}'],
  ['pkg/a.py', '    >>> f(1)\n    2'],
  ['src/a.ts', 'if (import.meta.vitest) {}'],
])('tells that %s holds tests as well: %j', (path, added) => {
  expect(splitChange([{ path, deleted: false, added }], givenProject())).toMatchObject({
    source: [path],
    mixed: [path],
  });
});

describe('the rank of a change', () => {
  const change = (subject: string, ...files: [path: string, lines?: number][]) => ({
    subject,
    body: '',
    files: files.map(([path, lines = 10]) => ({ path, lines, deleted: false })),
  });
  const rank = (...given: Parameters<typeof change>) => {
    const judged = rankChange(change(...given), givenProject());
    return 'rank' in judged ? judged.rank : Number.NEGATIVE_INFINITY;
  };

  it('is higher for repairs, and lower for chores, large changes and changed manifests', () => {
    const [source, test] = [['a.js'], ['a.test.js']] as [string][];
    const plain = rank('Add x', source!, test!);
    expect(rank('Fix x', source!, test!)).toBeGreaterThan(plain);
    expect(rank('Release 1.2', source!, test!)).toBeLessThan(plain);
    expect(rank('Add x', ['a.js', 400], test!)).toBeLessThan(plain);
    expect(rank('Add x', source!, test!, ['package.json'])).toBeLessThan(plain);
  });

  it.each<[string, Parameters<typeof change>, string]>([
    ['no test', ['Fix', ['a.js']], 'changes no test'],
    ['tests only', ['Fix', ['a.test.js'], ['README.md'], ['package-lock.json'], ['fixtures/a']], 'changes tests only'],
    ['a manifest only', ['Fix', ['a.test.js'], ['package.json']], 'changes tests only'],
    ['a flood', ['Fix', ['a.test.js'], ['a.js', 5000]], 'is large: 2 files, 5000 lines'],
  ])('leaves out %s', (_, given, reason) => {
    expect(rankChange(change(...given), givenProject())).toEqual({ reason });
  });
});

it('lists folders of tests, and single tests beside the source', () => {
  const paths = [
    'src/a.js',
    'src/a.test.js',
    'test/b.test.js',
    'test/fixtures/x',
    'lib/__tests__/c.test.js',
    'README.md',
  ];
  expect(listTestPatterns(paths, givenProject())).toEqual(['lib/__tests__/**', 'src/a.test.js', 'test/**']);
  const many = Array.from({ length: 200 }, (_, at) => `src/${at}.test.js`);
  expect(listTestPatterns([...many, 'test/b.test.js', 'x/test_a.py'], givenProject())).toEqual([
    '**/*.test.js',
    '**/test_*.py',
    'test/**',
  ]);
  expect(listTestPatterns(['src/[id].test.js'], givenProject())).toEqual(['src/\\[id\\].test.js']);
});
