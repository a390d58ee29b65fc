import { createCanaryFile } from '../../src/project/canary_file.js';
import { listTestPatterns } from '../../src/project/list_test_patterns.js';
import type { Project } from '../../src/project/project.js';
import { rankChange } from '../../src/project/rank_change.js';
import { splitChange } from '../../src/project/split_change.js';

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

describe('the canary', () => {
  it.each([
    ['jest', 'src/add.test.js', 'src/gatebench-canary.test.js'],
    ['pytest', 'tests/test_add.py', 'tests/test_gatebench_canary.py'],
    ['go test', 'pkg/add_test.go', 'pkg/gatebench_canary_test.go'],
    ['minitest', 'test/test_add.rb', 'test/test_gatebench_canary.rb'],
    ['rspec', 'spec/add_spec.rb', 'spec/gatebench_canary_spec.rb'],
    ['cargo test', 'tests/add.rs', 'tests/gatebench_canary.rs'],
    ['phpunit', 'tests/AddTest.php', 'tests/GatebenchCanaryTest.php'],
    ['maven', 'src/test/java/org/a/AddTest.java', 'src/test/java/org/a/GatebenchCanaryTest.java'],
  ])('of %s lies beside %s under a name that the runner takes', (runner, path, expected) => {
    const text = 'package add;\nimport org.junit.jupiter.api.Test;\n';
    const canary = createCanaryFile(givenProject(runner, /./), [{ path, text }]);
    expect(canary).toMatchObject({ path: expected, environment: { GATEBENCH_CANARY: '1' } });
    expect(canary!.content).toContain(canary!.test ?? 'GATEBENCH_CANARY');
    expect(canary!.content).toContain('GATEBENCH_CANARY');
  });

  it('in TypeScript is not checked for types, since a build may take test files in', () => {
    const canary = createCanaryFile(givenProject('node:test'), [{ path: 'src/test/v4.test.ts', text: '' }]);
    expect(canary).toMatchObject({ path: 'src/test/gatebench-canary.test.ts' });
    expect(canary!.content).toMatch(/^\/\/ @ts-nocheck\n/);
  });

  it('of JUnit is of the package and the version of the tests beside it', () => {
    const create = (text: string) => createCanaryFile(givenProject('gradle', /./), [{ path: 'ATest.java', text }]);
    expect(create('package a.b;\nimport org.junit.Test;')?.content).toMatch(
      /^package a\.b;[\s\S]*import org\.junit\.Test;/,
    );
    expect(create('import org.junit.jupiter.api.*;')?.content).toMatch(
      /^import static org\.junit\.jupiter\.api\.Assertions/,
    );
    expect(create('import org.testng.annotations.Test;')).toBeUndefined();
  });

  it('of Rust is a program of its own, so that its name selects it', () => {
    const paths = ['tests/it/add.rs', 'src/tests.rs'];
    for (const path of paths)
      expect(createCanaryFile(givenProject('cargo test', /./), [{ path, text: '' }])).toBeUndefined();
  });

  it('takes the next test file where a name cannot be varied, and is absent for unknown runners', () => {
    const only = givenProject('jest', /^(?:all|a\.test)\.js$|canary\.test\.js$/);
    const files = ['all.js', 'a.test.js'].map((path) => ({ path, text: '' }));
    expect(createCanaryFile(only, files)?.path).toBe('gatebench-canary.test.js');
    const mocha = givenProject('mocha', /^test\.js$/);
    expect(createCanaryFile(mocha, [{ path: 'test.js', text: '' }])?.path).toBe('gatebench-canary.js');
    expect(createCanaryFile(givenProject('jest', /^test\.js$/), [{ path: 'test.js', text: '' }])).toBeUndefined();
    expect(createCanaryFile(givenProject('ctest'), files)).toBeUndefined();
    expect(createCanaryFile(givenProject('go test'), [{ path: 'a_test.go', text: '// no package' }])).toBeUndefined();
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
