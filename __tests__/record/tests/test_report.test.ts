import fc from 'fast-check';
import {
  formatTestId,
  formatTestName,
  listTestAliases,
  TEST_ALIAS_RANK,
  type TestCase,
} from '../../../src/record/tests/test_report.js';

const test = (path: string[], more: Partial<TestCase> = {}): TestCase => ({ path, outcome: 'passed', ...more });

describe('a required name matches a test that a runner reports in another spelling', () => {
  it.each<[string, TestCase, string[]]>([
    [
      'jest',
      test(['window', 'boundary', 'counts once'], { file: '__tests__/window.test.js' }),
      [
        'counts once',
        'window boundary counts once',
        'window > boundary > counts once',
        '__tests__/window.test.js > window boundary counts once',
        '__tests__/window.test.js: counts once',
      ],
    ],
    [
      'vitest in a workspace',
      test(['suite', 'name'], { file: 'packages/x/__tests__/a.spec.ts' }),
      ['packages/x/__tests__/a.spec.ts > suite > name', 'suite > name', 'name'],
    ],
    ['mocha, a full title in TAP', test(['window boundary counts once']), ['window boundary counts once']],
    [
      'mocha, suites and title',
      test(['window boundary', 'counts once']),
      ['window boundary counts once', 'counts once'],
    ],
    [
      'pytest',
      test(['TestB', 'test_c[param-1]'], { classname: 'tests.test_a.TestB' }),
      [
        'tests/test_a.py::TestB::test_c[param-1]',
        'TestB::test_c[param-1]',
        'tests.test_a.TestB.test_c[param-1]',
        'test_c[param-1]',
      ],
    ],
    [
      'pytest with a parameter that looks like a path',
      test(['test_c[x/y::z]'], { classname: 'tests.test_a', file: 'tests/test_a.py' }),
      ['tests/test_a.py::test_c[x/y::z]'],
    ],
    [
      'unittest and Django',
      test(['app.tests.ViewTests', 'test_get'], { classname: 'app.tests.ViewTests' }),
      ['test_get (app.tests.ViewTests)', 'test_get (app.tests.ViewTests.test_get)', 'app.tests.ViewTests.test_get'],
    ],
    [
      'Java',
      test(['com.example.WindowTest', 'slides'], { classname: 'com.example.WindowTest' }),
      [
        'com.example.WindowTest#slides',
        'com.example.WindowTest.slides',
        'WindowTest.slides',
        'WindowTest#slides',
        'com.example.WindowTest > slides',
      ],
    ],
    [
      'Go',
      test(['TestBoundary', 'a', 'b'], { classname: 'example.com/limiter' }),
      ['TestBoundary/a/b', 'example.com/limiter.TestBoundary/a/b', 'example.com/limiter/TestBoundary/a/b'],
    ],
  ])('%s', (_, reported, names) => {
    expect([...listTestAliases(reported).keys()]).toEqual(expect.arrayContaining(names));
  });

  it('and no other test', () => {
    const aliases = [
      ...listTestAliases(test(['window', 'counts once'], { file: 'a.test.js', classname: 'window' })).keys(),
    ];
    expect(
      aliases.filter(
        (name) =>
          !name.endsWith('counts once') &&
          name !== 'counts once (window)' &&
          name !== 'counts once (window.counts once)',
      ),
    ).toEqual([]);
  });
});

describe('aliases', () => {
  const title = fc.string({ minLength: 1, maxLength: 20 });
  const anyTest = fc.record(
    {
      path: fc.array(title, { minLength: 1, maxLength: 5 }),
      outcome: fc.constant('passed' as const),
      file: title,
      classname: title,
    },
    { requiredKeys: ['path', 'outcome'] },
  );

  it('always have the id and the title, and the full name before all others', () => {
    fc.assert(
      fc.property(anyTest, (reported) => {
        const aliases = listTestAliases(reported);
        expect([...aliases.keys()]).toEqual(expect.arrayContaining([formatTestId(reported), reported.path.at(-1)]));
        expect(aliases.get(formatTestName(reported))).toBe(TEST_ALIAS_RANK.exact);
      }),
    );
  });

  it('stay few for a classname of a thousand dots', () => {
    expect(listTestAliases(test(['t'], { classname: 'a.'.repeat(1_000) })).size).toBeLessThan(20);
  });
});

describe('the id of a test', () => {
  it.each<[string, TestCase, string]>([
    [
      "is pytest's node id",
      test(['TestB', 'test_c[1]'], { file: 'tests/test_a.py', classname: 'tests.test_a.TestB' }),
      'tests/test_a.py::TestB::test_c[1]',
    ],
    ['has the file of a runner that names it', test(['a', 'b'], { file: 'src/a.test.js' }), 'src/a.test.js > a > b'],
    ['has the package in Go', test(['TestA', 'b'], { classname: 'example.com/x' }), 'example.com/x > TestA > b'],
    ['has the class once', test(['x.WindowTest', 'slides'], { classname: 'x.WindowTest' }), 'x.WindowTest > slides'],
    ['is the full name where there is nothing else', test(['a', 'b']), 'a > b'],
  ])('%s', (_, reported, id) => {
    expect(formatTestId(reported)).toBe(id);
  });
});
