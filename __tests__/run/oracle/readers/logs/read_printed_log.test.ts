import fc from 'fast-check';
import { LOG_FORMATS, type LogFormat } from '../../../../../src/contract/checks/check.js';
import { testReportSchema } from '../../../../../src/record/tests/test_report.js';
import { readReport, writePassingReport } from '../../../../../src/run/oracle/readers/read_report.js';
import { sampled } from '../../../../extent.js';

const read = (format: LogFormat, text: string) => readReport('log', new TextEncoder().encode(text), '/work', format);

/** Tests of a log by outcome, and the count of a summary. */
function outlineLog(format: LogFormat, text: string) {
  const reading = read(format, text);
  if (!reading.ok) return reading.reason;
  const { tests, counted } = reading.report;
  const found = tests.map(({ path, outcome }) => `${outcome} ${path.join('|')}`);
  return counted === undefined ? found : [...found, `of ${counted}`];
}

/** What each runner prints, and the tests in it. */
const LOGS: Record<LogFormat, [log: string, tests: string[]]> = {
  ant: ['  [junit] [PASS]  a.Java(b.C)\n  [junit] [ERR] d\n[junit] Tests run: 2\n', ['passed a.Java(b.C)', 'failed d']],
  cargo: [
    'running 3 tests\ntest a::b ... ok\ntest a::c ... FAILED\ntest a::d ... ignored\ntest src/lib.rs - x (line 1) ... ok\n',
    ['passed a::b', 'failed a::c', 'skipped a::d', 'passed src/lib.rs - x (line 1)'],
  ],
  cucumber: ['Feature: adds ....F\nScenario: takes  ...\n', ['failed Feature: adds', 'passed Scenario: takes ']],
  django: [
    'test_a (m.C) ... ok\ntest_b (m.C)\nSays it ... skipped "no"\ntest_c (m.C) ... printed\nok\nFAIL: test_d (m.C)\ntest_e (m.C) ... ERROR\n',
    [
      'passed test_a (m.C)',
      'skipped Says it',
      'passed test_c (m.C)',
      'failed test_d',
      'failed test_d (m.C)',
      'failed test_e (m.C)',
    ],
  ],
  doctest: [
    'x\n<doctest binary="t"><TestSuite><TestCase name="a"><SubCase name="b"><Expression success="true"/></SubCase><SubCase name="c"><SubCase name="d"><Expression success="false"/></SubCase></SubCase></TestCase></TestSuite></doctest>\n',
    ['passed a > b', 'failed a > c', 'failed a > d'],
  ],
  'eslint-failures': [
    '  2 passing (1s)\n  1 failing\n\n  1) rules\n       no-x\n         reports:\n     AssertionError: no\n',
    ['failed rules no-x reports:', 'of 2'],
  ],
  googletest: [
    '1: [ RUN      ] A.b\n1: [       OK ] A.b (0 ms)\n1: [  FAILED  ] A.c (1 ms)\n1: [  FAILED  ] A.c\n',
    ['passed A.b', 'failed A.c'],
  ],
  gradle: [
    '> Task :test\na.T > x PASSED\na.T > y\nwarning: late\nFAILED\n> a.T > z PASSED\n',
    ['passed a.T > x', 'failed a.T > y'],
  ],
  'jest-files': ['PASS a.test.js (1.2 s)\nFAIL b.test.js\n PASS c\n', ['passed a.test.js', 'failed b.test.js']],
  'jest-tree': [
    '  ✓ before it ran\n> NODE_ENV=test ./node_modules/.bin/jest -c x\nPASS a.js\n  top\n    inner\n      ✓ adds (3ms)\n    other\n      ✕ takes\n  ● top\n  ✓ after\n',
    ['passed top - inner - adds', 'failed top - other - takes'],
  ],
  jq: ['PASS: tests/a\n  FAIL: tests/b\n# PASS: 1\n', ['passed tests/a', 'failed tests/b']],
  karma: [
    ' ✔ early\nStarting browser Chrome\n\n  render()\n    ✔ adds\n    inner\n      ✖ takes\n\nSUMMARY:\n✔ 1 test\n',
    ['passed render() > adds', 'failed render() > inner > takes'],
  ],
  'karma-failures': [
    'Chrome 96.0 (Linux x86_64) a b FAILED\n\tExpected 1\nChrome 96.0 (Linux x86_64): Executed 2 of 3 (1 FAILED)\n',
    ['failed a b', 'of 2'],
  ],
  maven: [
    '+ mvnd test -B -Dtest=A#b\n[INFO] BUILD SUCCESS\n+ mvnd test -Dtest=A#c\n[INFO] BUILD FAILURE\n+ mvnd test -Dtest=D\n',
    ['passed A#b', 'failed A#c'],
  ],
  micropython: ['pass  a/b.py\nFAIL  a/c.py\nskip  a/d.py\n', ['passed a/b.py', 'failed a/c.py', 'skipped a/d.py']],
  minitest: [
    'A#test_b. c d. = 0.01 s = .\nA#e = 1 s = F\nA#f.  = 1.20 s = E\n',
    ['passed A#test_b. c d', 'failed A#f'],
  ],
  'mocha-failures': [
    '  1 passing (2s)\n  2 failing\n\n  1) docs\n       merge()\n         should not:\n     Error\n  2) a\n b: no\n',
    ['failed docs:merge():should not', 'of 2'],
  ],
  'mocha-spec': [
    '\n  suite\n    ✓ adds (12ms)\n    1) takes\n\n  1 passing (1s)\n  1) suite\n       takes:\n',
    ['passed suite.adds', 'failed suite.takes'],
  ],
  phpunit: [
    'PHPUnit 9\nRound (Tests\\Round)\n ✔ Floor year  [1 ms]\n ✘ Ceil\n ↩ Later\n',
    ['passed Round > Floor year  [1 ms]', 'failed Round > Ceil', 'skipped Round > Later'],
  ],
  redis: [
    '[ok]: XTRIM (2 ms)\n[err]: XADD in tests/unit/a.tcl\n[skip]: slow\n[ok] x\n',
    ['passed XTRIM', 'failed XADD', 'skipped slow'],
  ],
  rspec: ['adds - a_spec.rb[1:2] - passed\nb - failed\nc - pending\n', ['passed adds - a_spec.rb[1:2]', 'failed b']],
  'ruby-unit': [
    '  test: adds:\t.: (0.1)\ntest_b: F\ntest_c: O\nx: other\n',
    ['passed adds', 'failed test_b', 'skipped test_c'],
  ],
  sympy: [
    'test_a ok\ntest_b F\ntest_c E\n____ sympy/a.py:test_b ____\n/x/a.py:12: Warning y\n',
    ['passed test_a', 'failed test_b', 'failed test_c', 'failed sympy/a.py:test_b'],
  ],
};

// Holds G11
describe('the log of every runner', () => {
  it.each(LOG_FORMATS)('%s names its tests', (format) => {
    const [log, tests] = LOGS[format];
    expect(outlineLog(format, log)).toEqual(tests);
    // Line ends of another system, and colours.
    expect(outlineLog(format, log.replaceAll('\n', '\r\n').replaceAll('\r\n', '\x1b[0m\r\n'))).toEqual(tests);
  });

  it.each(LOG_FORMATS)('%s can be forged by whoever prints it, which validation tries', (format) => {
    const reading = read(format, writePassingReport('log', ['test_adds'], format));
    if (!reading.ok) throw new Error(reading.reason);
    expect(reading.report.tests.length + (reading.report.counted ?? 0)).toBeGreaterThan(0);
    expect(reading.report.tests.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  });

  it.each(LOG_FORMATS)('%s without a test is no report', (format) => {
    for (const text of [' \n', 'Segmentation fault (core dumped)\n', '{"a": 1}\n', '\0\x1b['.repeat(1000)])
      expect(read(format, text)).toEqual({ ok: false, reason: expect.any(String) });
  });

  it.each(LOG_FORMATS)('%s is read in any text, in time that grows with its length', (format) => {
    const pieces = [' ', '.', 'F', '=', ':', '(', ')', '\t', '1)', 'ok', 'PASS', '>', '[', ' - passed', 'Error', '\n'];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 60 }), (parts) => {
        const reading = read(format, parts.join(''));
        if (reading.ok) testReportSchema.parse(reading.report);
      }),
      { numRuns: 30 },
    );
    for (const piece of pieces) expect(typeof read(format, LOGS[format][0] + piece.repeat(20_000)).ok).toBe('boolean');
  });
});

/** Calls a reader must not make for each line of a hostile log: it would take minutes, or more memory than there is. */
const ATTACKS: [LogFormat, what: string, log: string][] = [
  ['sympy', 'a head of many files', `_ ${'.py:'.repeat(1990)}\n`.repeat(500)],
  ['eslint-failures', 'numbers without an error', '  1)\n'.repeat(500_000)],
  ['mocha-failures', 'numbers without a colon', '1)\n'.repeat(500_000)],
  ['maven', 'commands before their results', '-Dtest=a\n'.repeat(250_000) + 'BUILD SUCCESS\n'.repeat(250_000)],
  ...(
    [
      ['jest-tree', ' ./node_modules/.bin/jest \n', ' ✓ '],
      ['karma', 'Starting browser\n', ' ✔ '],
      ['mocha-spec', '', '✓ '],
      ['phpunit', `${'x'.repeat(7000)} (a)\n`, '✔ '],
    ] as const
  ).map(([format, start, mark]): [LogFormat, string, string] => {
    const suites = Array.from({ length: 40 }, (_, at) => `${' '.repeat(at + 2)}${'x'.repeat(7000)}\n`).join('');
    const tests = Array.from({ length: 20_000 }, (_, at) => `${mark}${at}\n`).join('');
    return [format, 'long suites above many tests', start + suites + tests];
  }),
];

it.each(sampled(ATTACKS, 4))('reads a log of %s that is made to take long: %s', (format, _, log) => {
  // Reading any of these took longer than a test may, or ended the process.
  const reading = read(format, log);
  if (reading.ok) for (const { path } of reading.report.tests.slice(0, 3)) expect(path[0]!.length).toBeLessThan(1100);
  else expect(reading.reason).toMatch(/no line of the log/);
});

it('needs the name of its runner', () => {
  expect(readReport('log', new TextEncoder().encode('test a ... ok\n'), '/work')).toEqual({
    ok: false,
    reason: 'the check does not say which runner prints the log',
  });
});

/** Three print no passes, and what is written for jest is a test without a suite. */
const NO_PASSES: readonly LogFormat[] = ['eslint-failures', 'karma-failures', 'mocha-failures', 'jest-tree'];

describe('of a test that is printed twice the worst result counts', () => {
  it.each(LOG_FORMATS.filter((format) => !NO_PASSES.includes(format)))('%s', (format) => {
    const [log, tests] = LOGS[format];
    const name = tests.find((test) => test.startsWith('failed '))!.slice('failed '.length);
    const passing = writePassingReport('log', [name], format);
    expect(outlineLog(format, passing)).toEqual([`passed ${name}`]);
    for (const text of [log + passing, passing + log]) expect(outlineLog(format, text)).toContain(`failed ${name}`);
  });
});

describe('a log of cargo', () => {
  it.each([
    ['should panic', 'test a::b - should panic ... ok\n', ['passed a::b']],
    [
      'doctests, with what they expect',
      'test src/lib.rs - a (line 5) - compile fail ... ok\n',
      ['passed src/lib.rs - a (line 5)'],
    ],
    ['times', 'test a ... ok <0.001s>\ntest b ... FAILED <1.5s>\n', ['passed a', 'failed b']],
    ['a reason to ignore', 'test a ... ignored, slow\n', ['skipped a']],
    ['output before the result', 'test a ... says ok\nmore\nok\ntest b ... half a lineok\n', ['passed a', 'passed b']],
    [
      'output before a failure',
      'test a ... ok\nFAILED\ntest b ... the book\nFAILED\nnote: ok\n',
      ['failed a', 'failed b'],
    ],
    ['a test without an end', 'test a ... ', ['failed a']],
    [
      'a test whose result another one hides, by its summary',
      'running 2 tests\ntest a ... test b ... ok\ntest c ... ok\n\ntest result: ok. 2 passed; 0 failed; 0 ignored\n',
      ['passed a', 'passed c'],
    ],
    [
      'output that looks like tests',
      'running 1 test\ntest ui ... \ntest tests/ui/a.rs ... mismatch\nok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored\n',
      ['passed tests/ui/a.rs'],
    ],
    [
      'a failure that only its summary counts',
      'running 2 tests\ntest a ... \ntest b ... ok\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored\n',
      ['passed b', 'failed a'],
    ],
    ['a list of failures', 'test a ... ok\nfailures:\n\n---- a stdout ----\nboom\n', ['failed a']],
  ])('is read with %s', (_, log, expected) => {
    expect(outlineLog('cargo', log)).toEqual(expected);
  });

  it('contradicts itself where a summary counts a failure that no line shows', () => {
    const contradiction = (log: string) => {
      const reading = read('cargo', log);
      return reading.ok ? reading.report.contradiction : reading.reason;
    };
    const one = 'running 1 test\ntest a ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored\n';
    expect(contradiction(one + one)).toBeUndefined();
    expect(contradiction(one + one.replace('1 passed; 0 failed', '0 passed; 1 failed'))).toBe(
      'a summary counts 1 failed tests, and the lines above show none',
    );
  });
});

it('of jest takes the worst result of a test that two runs print', () => {
  const run = (mark: string) => `> ./node_modules/.bin/jest --verbose\n  s\n    ${mark} adds\nTest Suites: 1\n`;
  for (const log of [run('✓') + run('✕'), run('✕') + run('✓')])
    expect(outlineLog('jest-tree', log)).toEqual(['failed s - adds']);
});

it.each<[LogFormat, string]>([
  ['mocha-spec', '  s\n    ✓ a\n\n  1 passing (1s)\n  1 failing\n'],
  ['mocha-failures', '  1 passing (2s)\n  2 failing\n\n  1) docs\n       adds:\n     Error\n'],
  ['karma-failures', 'Chrome 96.0 (Linux x86_64) a FAILED\nChrome 96.0 (Linux x86_64): Executed 3 of 3 (2 FAILED)\n'],
])('a log of %s contradicts itself where it counts more failures than it names', (format, log) => {
  const reading = read(format, log);
  expect(reading.ok && reading.report.contradiction).toMatch(/^its summar(y|ies) counts? \d failed tests/);
});

it('of mocha-spec is read on where another run follows', () => {
  const run = (mark: string) => `\n  s\n    ✓ first\n    ${mark} adds\n\n  1 passing (1s)\n`;
  const failed = `${run('1)')}  1 failing\n\n  1) s\n       adds:\n     Error\n`;
  expect(outlineLog('mocha-spec', run('✓') + failed)).toEqual(['passed s.first', 'failed s.adds']);
  expect(outlineLog('mocha-spec', failed + run('✓'))).toEqual(['passed s.first', 'failed s.adds']);
});

it('of googletest has no parameters behind the names of failed tests', () => {
  const log = '[  FAILED  ] I/A.b/0, where GetParam() = 5 (0 ms)\n[       OK ] I/A.b/0 (0 ms)\n';
  expect(outlineLog('googletest', log)).toEqual(['failed I/A.b/0']);
});
