import fc from 'fast-check';
import type { z } from 'zod';
import { checkSchema } from '../../../src/contract/contract_schema.js';
import { addNearestTests } from '../../../src/judge/rubric/checks/add_nearest_tests.js';
import {
  evaluateRequiredTests as findRequired,
  resolveRequiredNames,
} from '../../../src/record/tests/evaluate_required_tests.js';
import {
  formatTestId,
  formatTestName,
  listTestAliases,
  TEST_ALIAS_RANK,
  type TestCase,
  type TestReport,
} from '../../../src/record/tests/test_report.js';
import { itInFull } from '../../extent.js';

const requiredTests = (...[names, report]: Parameters<typeof findRequired>) =>
  addNearestTests(findRequired(names, report), report);

const check = (fail_to_pass: string[], more: Partial<z.input<typeof checkSchema>> = {}) =>
  checkSchema.parse({ id: 'unit', run: 'true', report: 'tap', fail_to_pass, ...more });

const names = (fail_to_pass: string[], more: Partial<z.input<typeof checkSchema>> = {}, base_passed?: string[]) =>
  resolveRequiredNames(check(fail_to_pass, more), base_passed);

type Row = [string[], TestCase['outcome'], Partial<TestCase>?];
const report = (...tests: Row[]): TestReport => ({
  tests: tests.map(([path, outcome, more]) => ({ path, outcome, ...more })),
  suite_failures: [],
});

/** Returns the status of required tests by name. */
const standings = (...args: Parameters<typeof requiredTests>) =>
  Object.fromEntries(requiredTests(...args).map(({ name, standing }) => [name, standing]));

// Holds K5
describe('a required test', () => {
  it('is found by its name, whatever the white space in the title: names are read off printed logs', () => {
    expect(
      requiredTests(
        names(['watch > takes the proxy as first argument', 'spans two lines'], { pass_to_pass: ['two  blanks '] }),
        report(
          [['watch', 'takes the proxy as first argument '], 'passed'],
          [['spans\n  two lines'], 'failed'],
          [['two blanks'], 'passed'],
        ),
      ),
    ).toEqual([
      { name: 'watch > takes the proxy as first argument', list: 'fail_to_pass', standing: 'passed' },
      { name: 'spans two lines', list: 'fail_to_pass', standing: 'failed' },
      { name: 'two  blanks ', list: 'pass_to_pass', standing: 'passed' },
    ]);
  });

  it('must have passed in every test that its name stands for', () => {
    expect(
      standings(names(['counts', 'gone']), report([['a', 'counts'], 'passed'], [['b', 'counts '], 'skipped'])),
    ).toEqual({ counts: 'skipped', gone: 'missing' });
  });
});

describe('of the tests that a name may stand for, those count of which it is the most specific name', () => {
  it.each<[string, string, Row[], string]>([
    [
      'the full name before a title in another suite',
      'adds',
      [
        [['adds'], 'failed'],
        [['other', 'adds'], 'passed'],
      ],
      'failed',
    ],
    [
      'the id of the file before the same titles elsewhere',
      'a.test.js > adds',
      [
        [['adds'], 'passed', { file: 'a.test.js' }],
        [['a.test.js', 'x', 'adds'], 'failed'],
      ],
      'passed',
    ],
    [
      'file and full name before file and title',
      'a.test.js: adds',
      [
        [['adds'], 'passed', { file: 'a.test.js' }],
        [['deep', 'adds'], 'failed', { file: 'a.test.js' }],
      ],
      'passed',
    ],
    [
      'the node id of pytest',
      'tests/test_a.py::test_x',
      [
        [['test_x'], 'passed', { file: 'tests/test_a.py', classname: 'tests.test_a' }],
        [['test_x'], 'failed', { file: 'tests/test_b.py', classname: 'tests.test_b' }],
      ],
      'passed',
    ],
    [
      'a full name that two files have stands for both',
      'test_x',
      [
        [['test_x'], 'passed', { file: 'tests/test_a.py' }],
        [['test_x'], 'failed', { file: 'tests/test_b.py' }],
      ],
      'failed',
    ],
    [
      'the base name stands for all rows of a parametrised test',
      'tests/test_a.py::test_x',
      [
        [['test_x[1]'], 'passed', { file: 'tests/test_a.py' }],
        [['test_x[[2]-3]'], 'failed', { file: 'tests/test_a.py' }],
        [['test_xy[1]'], 'failed', { file: 'tests/test_a.py' }],
      ],
      'failed',
    ],
    [
      'and the id of a test without parameters for no row',
      'tests/test_a.py::test_x',
      [
        [['test_x'], 'passed', { file: 'tests/test_a.py' }],
        [['test_x[2]'], 'failed', { file: 'tests/test_a.py' }],
        [['TestB', 'test_x'], 'failed', { file: 'tests/test_a.py' }],
      ],
      'passed',
    ],
  ])('%s', (_, name, rows, standing) => {
    expect(standings(names([name]), report(...rows))).toEqual({ [name]: standing });
    expect(standings(names([name]), report(...rows.toReversed()))).toEqual({ [name]: standing });
  });
});

describe('a name of titles alone takes the worst of the tests that it may mean', () => {
  it.each<[string, string, Row[]]>([
    [
      'a test of a suite with the same title',
      'adds',
      [
        [['adds'], 'passed'],
        [['other', 'adds'], 'failed'],
      ],
    ],
    [
      'a row',
      'test_x',
      [
        [['test_x'], 'passed'],
        [['test_x[2]'], 'failed'],
      ],
    ],
    [
      'a row of another file',
      'test_x',
      [
        [['test_x[1]'], 'passed', { file: 'a.py' }],
        [['TestB', 'test_x[1]'], 'failed', { file: 'b.py' }],
      ],
    ],
  ])('%s', (_, name, rows) => {
    for (const order of [rows, rows.toReversed()]) {
      const [found] = requiredTests(names([name]), report(...order));
      expect(found).toEqual({
        name,
        list: 'fail_to_pass',
        standing: 'failed',
        because: expect.stringMatching(/ failed, which the name may mean as well$/),
      });
    }
  });

  it('but not of those in quarantine', () => {
    const quarantine = [{ test: 'other > adds', reason: 'r', owner: 'o', expires: '2030-01-01' }];
    const rows: Row[] = [
      [['adds'], 'passed'],
      [['other', 'adds'], 'failed'],
    ];
    expect(standings(names(['adds'], { quarantine }), report(...rows))).toEqual({ adds: 'passed' });
  });
});

describe('a test that the report calls passed', () => {
  it('has failed where a failure that belongs to no test may be its own', () => {
    const [found] = requiredTests(names(['adds']), report([['adds'], 'passed', { disputed: true }]));
    expect(found).toMatchObject({ standing: 'failed', because: expect.stringMatching(/may be its own/) });
  });

  it('on a retry has passed, unless the check has `flaky: fail`', () => {
    const retried = report([['adds'], 'passed', { flaky: true }], [['takes'], 'passed']);
    expect(requiredTests(names(['adds', 'takes']), retried)).toEqual([
      { name: 'adds', list: 'fail_to_pass', standing: 'passed', flaky: true },
      { name: 'takes', list: 'fail_to_pass', standing: 'passed' },
    ]);
    expect(standings(names(['adds', 'takes'], { flaky: 'fail' }), retried)).toEqual({
      adds: 'failed',
      takes: 'passed',
    });
  });
});

describe('a name that holds what changes from run to run', () => {
  it.each([
    ['doctests: line numbers', 'src/lib.rs - add (line 5)', 'src/lib.rs - add (line 12)'],
    ['times', 'adds (3 ms)', 'adds (15 ms)'],
    ['ports', 'asks 127.0.0.1:40123', 'asks 127.0.0.1:51999'],
    ['temporary folders', 'reads /tmp/a-Xy12/f', 'reads /tmp/a-Qq98/f'],
  ])('stands for the test that differs only there: %s', (_, before, now) => {
    for (const required of [names([before]), names(['x'], { pass_to_pass: 'all' }, [before])]) {
      expect(standings(required, report([[now], 'passed']))[before]).toBe('passed');
      expect(standings(required, report([[now], 'failed']))[before]).toBe('failed');
      expect(standings(required, report([[before], 'passed'], [[now], 'failed']))[before]).toBe('passed');
    }
  });
});

describe('a pattern', () => {
  const rows: Row[] = [
    [['parse', 'reads [1]'], 'passed'],
    [['parse', 'reads [22]'], 'passed'],
    [['print', 'is it so?'], 'passed'],
    [['print', 'is it sour'], 'failed'],
    [['print', 'a * b'], 'passed'],
    [['test_x'], 'passed', { file: 'tests/test_a.py' }],
  ];
  it.each([
    ['* is any text, over the whole full name', 'parse > reads *', 'passed'],
    ['? is one character', 'parse > reads [?]', 'passed'],
    ['all that match must have passed', 'print > *', 'failed'],
    ['one must match', 'parse > writes *', 'missing'],
    ['brackets mean themselves', 'parse > reads [12]', 'missing'],
    ['it is not looked for within a name', 'reads*', 'missing'],
    ['ids are names too', 'tests/*::test_?', 'passed'],
    ['a name that is there as it is written is no pattern', 'print > is it so?', 'passed'],
    ['by its title too', 'is it so?', 'passed'],
    ['an escaped wildcard is a character', 'print > a \\* b', 'passed'],
    ['and never a wildcard', 'parse > reads \\*', 'missing'],
  ])('%s', (_, name, standing) => {
    expect(standings(names([name]), report(...rows))).toEqual({ [name]: standing });
  });
});

describe('a file', () => {
  const file = 'tests/test_x.py';
  const of = (...outcomes: TestCase['outcome'][]): Row[] =>
    outcomes.map((outcome, i) => [[`t${i}`], outcome, { file }]);
  it.each<[string, TestReport, string]>([
    ['passes when nothing in it fails and something passes', report(...of('passed', 'skipped')), 'passed'],
    ['fails with one test', report(...of('passed', 'failed')), 'failed'],
    ['is skipped when nothing in it ran', report(...of('skipped', 'todo')), 'skipped'],
    ['is missing when the report does not know it', report([['t'], 'passed', { file: 'tests/test_y.py' }]), 'missing'],
    [
      'fails when it cannot be loaded',
      { tests: report(...of('passed')).tests, suite_failures: [{ name: file }] },
      'failed',
    ],
    ['also where pytest names it as a module', { tests: [], suite_failures: [{ name: 'tests.test_x' }] }, 'failed'],
    [
      'is told by the classname where no file is named',
      report([['TestA', 't'], 'passed', { classname: 'tests.test_x.TestA' }]),
      'passed',
    ],
  ])('%s', (_, reported, standing) => {
    expect(standings(names([], { pass_to_pass: [file] }), reported)).toEqual({ [file]: standing });
  });
});

describe('pass_to_pass: all', () => {
  it('is every test that passes before, each by its own name alone', () => {
    expect(
      requiredTests(
        names(['new'], { pass_to_pass: 'all' }, ['adds', 'is it so?', 'a.py::test_x']),
        report(
          [['new'], 'passed'],
          [['other', 'adds'], 'passed'],
          [['is it sox'], 'passed'],
          [['test_x'], 'passed', { file: 'a.py' }],
        ),
      ),
    ).toEqual([
      { name: 'new', list: 'fail_to_pass', standing: 'passed' },
      { name: 'adds', list: 'pass_to_pass', standing: 'missing', near: ['other > adds'] },
      { name: 'is it so?', list: 'pass_to_pass', standing: 'missing', near: ['is it sox'] },
      { name: 'a.py::test_x', list: 'pass_to_pass', standing: 'passed' },
    ]);
  });

  it('is a problem where nobody knows what passes before', () => {
    expect(names(['new'], { pass_to_pass: 'all' }).problem).toMatch(
      /^pass_to_pass is "all", and the record does not say/,
    );
    expect(names(['new'], { pass_to_pass: 'all' }, []).problem).toBeUndefined();
    expect(names(['new'], { pass_to_pass: ['old'] }).problem).toBeUndefined();
  });
});

describe('a missing name', () => {
  const near = (name: string, ...rows: Row[]) => requiredTests(names([name]), report(...rows))[0]!.near;

  it('is told with the tests of the same title, whatever stands around it', () => {
    expect(near('calc > adds', [['sum', 'adds'], 'passed'], [['x'], 'passed'])).toEqual(['sum > adds']);
    expect(near('test_x[1]', [['test_x[a]'], 'passed'], [['test_x'], 'passed', { file: 't.py' }])).toEqual([
      'test_x[a]',
      't.py::test_x',
    ]);
  });

  it('and with those that differ least, three at most', () => {
    const rows = ['adds numbera', 'adds numberb', 'adds nxmberc', 'adds nxmxerd', 'quite another'].map(
      (title): Row => [[title], 'passed'],
    );
    expect(near('adds numbers', ...rows)).toEqual(['adds numbera', 'adds numberb', 'adds nxmberc']);
    expect(near('zzz', ...rows)).toBeUndefined();
  });
});

describe('a test in quarantine', () => {
  const out = (...tests: string[]) => ({
    quarantine: tests.map((test) => ({ test, reason: 'races', owner: 'me', expires: '2099-01-01' })),
  });

  it('is marked, whether it failed or is missing', () => {
    expect(
      requiredTests(
        names(['adds', 'flaky', 'gone'], out('flaky', 'gone')),
        report([['adds'], 'passed'], [['flaky'], 'failed']),
      ),
    ).toEqual([
      { name: 'adds', list: 'fail_to_pass', standing: 'passed' },
      { name: 'flaky', list: 'fail_to_pass', standing: 'missing', quarantined: true },
      { name: 'gone', list: 'fail_to_pass', standing: 'missing', quarantined: true },
    ]);
  });

  it('is left out of the file, the pattern and the rows that it belongs to', () => {
    const rows: Row[] = [
      [['test_a'], 'passed', { file: 't.py' }],
      [['test_b'], 'failed', { file: 't.py' }],
      [['test_c[1]'], 'passed', { file: 't.py' }],
      [['test_c[2]'], 'failed', { file: 't.py' }],
    ];
    const quarantine = out('t.py::test_b', 'test_c[2]');
    expect(standings(names(['t.py', 'test_?', 'test_c'], quarantine), report(...rows))).toEqual({
      't.py': 'passed',
      'test_?': 'passed',
      test_c: 'passed',
    });
  });

  it('leaves a file or a pattern missing from which everything else is gone', () => {
    const rows: Row[] = [[['test_b'], 'failed', { file: 't.py' }]];
    expect(standings(names(['t.py', 'test_?'], out('t.py::test_b')), report(...rows))).toEqual({
      't.py': 'missing',
      'test_?': 'missing',
    });
  });
});

describe('the cost', () => {
  itInFull('does not grow with names times tests', () => {
    const tests = Array.from(
      { length: 20_000 },
      (_, i): Row => [['a suite of tests', `does thing number ${i}`], 'passed'],
    );
    const wanted = tests.map(([path]) => path.join(' > '));
    const found = requiredTests(
      names([...wanted, 'a suite of tests > *'], { pass_to_pass: 'all' }, wanted),
      report(...tests),
    );
    expect(found.filter(({ standing }) => standing === 'passed')).toHaveLength(40_001);
  });

  it('of hostile patterns is bounded', () => {
    const tests = Array.from({ length: 20_000 }, (_, i): Row => [[`${'a'.repeat(60)}${i}`], 'passed']);
    const patterns = Array.from({ length: 2_000 }, (_, i) => `a*a*a*a*a*b${i}`);
    const found = requiredTests(names(patterns), report(...tests));
    expect(new Set(found.map(({ standing }) => standing))).toEqual(new Set(['missing']));
  });
});

describe('a check that accepts something beside a pass', () => {
  const some = report(
    [['was skipped'], 'skipped'],
    [['must fail'], 'todo'],
    [['passes'], 'passed'],
    [['fails'], 'failed'],
  );
  const all = ['was skipped', 'must fail', 'passes', 'fails', 'is absent'];
  type Accepted = NonNullable<z.input<typeof checkSchema>['accept']>[number];
  const accepted = (list: 'fail_to_pass' | 'pass_to_pass', from: TestReport, ...accept: Accepted[]) => {
    const required = names([], { [list]: all, ...(accept.length > 0 ? { accept } : {}) });
    return findRequired(required, from)
      .filter(({ standing }) => standing === 'passed')
      .map((test) => test.accepted ?? test.name);
  };

  it('counts a skipped test as passed if it was to keep passing', () => {
    expect(accepted('pass_to_pass', some, 'skipped')).toEqual(['skipped', 'passes']);
    expect(accepted('fail_to_pass', some, 'skipped')).toEqual(['passes']);
    expect(accepted('pass_to_pass', some)).toEqual(['passes']);
  });

  it('counts an expected failure as passed', () => {
    expect(accepted('fail_to_pass', some, 'expected-failure')).toEqual(['expected-failure', 'passes']);
    const mixed = report([['was skipped'], 'skipped'], [['was skipped'], 'todo']);
    expect(accepted('pass_to_pass', mixed, 'skipped')).toEqual([]);
    expect(accepted('pass_to_pass', mixed, 'skipped', 'expected-failure')).toEqual(['skipped']);
  });

  it('counts a test that is not named as passed, where the report shows that tests ran', () => {
    expect(accepted('fail_to_pass', some, 'unreported')).toEqual(['passes', 'unreported']);
    const counted = { tests: [], suite_failures: [], counted: 3 };
    expect(accepted('fail_to_pass', counted, 'unreported')).toHaveLength(5);
    expect(accepted('fail_to_pass', { tests: [], suite_failures: [] }, 'unreported')).toEqual([]);
  });
});

describe('of names that differ only in what changes from run to run', () => {
  const required = names(['x'], { pass_to_pass: 'all' }, ['add (line 5)', 'add (line 9)', 'takes (3 ms)']);
  it.each([
    [
      'each has its test, also where lines have moved',
      [
        [['add (line 9)'], 'passed'],
        [['add (line 13)'], 'passed'],
      ],
      ['passed', 'passed'],
    ],
    ['one whose test is gone is missing', [[['add (line 9)'], 'passed']], ['missing', 'passed']],
    ['and so is one of two that moved', [[['add (line 7)'], 'passed']], ['passed', 'missing']],
    [
      'the worst counts for all that moved',
      [
        [['add (line 7)'], 'passed'],
        [['add (line 11)'], 'failed'],
      ],
      ['failed', 'failed'],
    ],
  ] as [string, Row[], string[]][])('%s', (_, rows, expected) => {
    const found = standings(required, report(...rows));
    expect([found['add (line 5)'], found['add (line 9)'], found['takes (3 ms)']]).toEqual([...expected, 'missing']);
  });
});

describe('a name under which a failed test may be required never passes', () => {
  const title = fc.constantFrom('adds', 'takes', 'test_x', 'test_x[1]', 'test_x[2]', 'at /tmp/a1', 'at /tmp/b2');
  const test = fc
    .record({
      path: fc.array(title, { minLength: 1, maxLength: 3 }),
      file: fc.constantFrom(undefined, 'a.test.js', 'tests/test_a.py'),
      classname: fc.constantFrom(undefined, 'tests.test_a.TestB', 'com.acme.Price'),
      outcome: fc.constantFrom('passed', 'failed', 'skipped'),
      disputed: fc.constantFrom(undefined, true),
    })
    .map(({ disputed, ...more }): TestCase => {
      const given = Object.entries(more).filter(([, value]) => value !== undefined);
      const one = Object.fromEntries(given) as unknown as TestCase;
      return disputed && one.outcome === 'passed' ? { ...one, disputed } : one;
    });

  it('unless the name is the id of another one, with its file or class', () => {
    fc.assert(
      fc.property(fc.array(test, { minLength: 1, maxLength: 6 }), fc.nat(), fc.nat(), (tests, which, spelling) => {
        const failed = tests.filter(({ outcome, disputed }) => outcome === 'failed' || disputed);
        const one = failed[which % Math.max(1, failed.length)];
        if (!one) return;
        const aliases = [...listTestAliases(one).keys()];
        const name = aliases[spelling % aliases.length]!;
        const isIdOf = (other: TestCase) =>
          (listTestAliases(other).get(name) ?? 9) % TEST_ALIAS_RANK.row <= TEST_ALIAS_RANK.qualified &&
          formatTestName(other) !== name;
        if (one.disputed || tests.some((other) => other !== one && isIdOf(other))) return;
        expect(standings(names([name]), { tests, suite_failures: [] })[name]).toBe('failed');
      }),
    );
  });

  it('by its own id, among the tests that pass before', () => {
    fc.assert(
      fc.property(fc.array(test, { minLength: 1, maxLength: 6 }), (tests) => {
        for (const one of tests.filter(({ outcome, disputed }) => outcome === 'failed' || disputed)) {
          const id = formatTestId(one);
          const required = names(['x'], { pass_to_pass: 'all' }, [id]);
          expect(standings(required, { tests, suite_failures: [] })[id]).toBe('failed');
        }
      }),
    );
  });
});
