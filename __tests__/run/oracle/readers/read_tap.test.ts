import { outline, readFixture, readText } from './outline.js';

describe('TAP by the runners that write it', () => {
  it('tape: the comment before the assertions is the title', () => {
    expect(outline(readFixture('tap', 'tape/tape.tap'))).toEqual([
      'passed  allows the first request > should be equal',
      'passed  allows the first request > is truthy',
      'passed  window > should be equal',
      'failed  window > should be six',
      'passed  boundary > counts once',
      'failed  boundary > does not drop',
      'todo    still to do > not yet',
      'skipped skips one > this one',
      'passed  a comment > after the comment',
      'passed  plans two > one',
      'failed  plans two > plan != count',
    ]);
  });

  it.each([
    ['first', ['not ok 1 - a', '# expected: 1', '# got: 2', 'ok 2 - b', 'not ok 3 - c', '# Failed test', 'ok 4 - d']],
    ['later', ['ok 1 - a', 'not ok 2 - b', '# expected: 1', '# got: 2', 'ok 3 - c', 'ok 4 - d']],
  ])('comments after a point that failed, %s, name no test', (_, lines) => {
    const text = [...lines, '1..4', ''].join('\n');
    expect(outline(readText('tap', text)).map((line) => line.replace(/^\w+ +/, ''))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('node-tap: a subtest and its assertions are all tests', () => {
    expect(outline(readFixture('tap', 'node-tap/node-tap.tap'))).toEqual([
      'passed  allows the first request > should be equal',
      'passed  allows the first request',
      'failed  window > should be six',
      'passed  window > boundary > counts once',
      'passed  window > boundary',
      'failed  window',
      'skipped is skipped',
      'todo    still to do',
      'failed  throws > thrown',
      'failed  throws',
      'passed  plans two > one',
      'failed  plans two > test count(1) != plan(2)',
      'failed  plans two',
      'passed  buffered > inside',
      'passed  buffered',
    ]);
  });

  it('a bail-out is a suite failure with its reason, and nothing passes', () => {
    expect(readFixture('tap', 'node-tap/bail-out.tap')).toEqual({
      ok: true,
      report: {
        tests: [
          { path: ['a', 'x'], outcome: 'passed' },
          { path: ['a'], outcome: 'passed', duration_ms: 1.904 },
        ],
        contradiction: 'bail out: database is gone',
        suite_failures: [{ name: 'bail out', message: 'database is gone' }],
      },
    });
  });

  it('vitest: buffered subtests, files are no titles', () => {
    expect(outline(readFixture('tap', 'vitest/vitest4.tap'))).toEqual([
      'failed  test/broken.test.ts',
      'failed  test/empty.test.ts',
      'skipped with a broken hook > cannot run (test/hook.test.ts)',
      'failed  with a broken hook (test/hook.test.ts)',
      'passed  with a broken teardown > runs (test/hook.test.ts)',
      'failed  with a broken teardown (test/hook.test.ts)',
      'passed  allows the first request (test/limiter.test.ts)',
      'failed  refuses the sixth request (test/limiter.test.ts)',
      'skipped is skipped (test/limiter.test.ts)',
      'todo    is still to do (test/limiter.test.ts)',
      'passed  is known to fail (test/limiter.test.ts)',
      'passed  window > slides (test/limiter.test.ts)',
      'passed  window > has <b>"quotes"</b> & entities > here (test/limiter.test.ts)',
      'passed  window > boundary > counts once (test/limiter.test.ts)',
      'failed  window > boundary > does not drop (test/limiter.test.ts)',
      'passed  window > boundary > adds 1 and 2 (test/limiter.test.ts)',
      'passed  window > boundary > adds 3 and 4 (test/limiter.test.ts)',
      'failed  window > boundary (test/limiter.test.ts)',
      'skipped window > skipped suite > is never run (test/limiter.test.ts)',
      'skipped window > skipped suite (test/limiter.test.ts)',
      'passed  window > same name (test/limiter.test.ts)',
      'passed  window > same name (test/limiter.test.ts)',
      'failed  window (test/limiter.test.ts)',
      'passed  leaves a rejection behind (test/unhandled.test.ts)',
    ]);
  });

  it('vitest, flat form', () => {
    expect(outline(readFixture('tap', 'vitest/vitest4-flat.tap'))).toEqual([
      'failed  test/broken.test.ts',
      'failed  test/empty.test.ts',
      'skipped with a broken hook > cannot run (test/hook.test.ts)',
      'passed  with a broken teardown > runs (test/hook.test.ts)',
      'passed  allows the first request (test/limiter.test.ts)',
      'failed  refuses the sixth request (test/limiter.test.ts)',
      'skipped is skipped (test/limiter.test.ts)',
      'todo    is still to do (test/limiter.test.ts)',
      'passed  is known to fail (test/limiter.test.ts)',
      'passed  window > slides (test/limiter.test.ts)',
      'passed  window > has <b>"quotes"</b> & entities > here (test/limiter.test.ts)',
      'passed  window > boundary > counts once (test/limiter.test.ts)',
      'failed  window > boundary > does not drop (test/limiter.test.ts)',
      'passed  window > boundary > adds 1 and 2 (test/limiter.test.ts)',
      'passed  window > boundary > adds 3 and 4 (test/limiter.test.ts)',
      'skipped window > skipped suite > is never run (test/limiter.test.ts)',
      'passed  window > same name (test/limiter.test.ts)',
      'passed  window > same name (test/limiter.test.ts)',
      'passed  leaves a rejection behind (test/unhandled.test.ts)',
    ]);
  });

  it('mocha: the full title is the name, test numbers that repeat are no fault', () => {
    expect(outline(readFixture('tap', 'mocha/mocha.tap'))).toEqual([
      'passed  allows the first request',
      'failed  refuses the sixth request',
      'skipped is skipped',
      'skipped is still to do',
      'failed  with a broken hook "before all" hook for "cannot run"',
      'failed  with a broken hook per test "before each" hook for "cannot run either"',
      'passed  with a broken teardown runs',
      'failed  with a broken teardown "after all" hook for "runs"',
      'passed  window slides',
      'passed  window has <b>"quotes"</b> & entities > here',
      'passed  window same name',
      'passed  window same name',
      'passed  window boundary counts once',
      'failed  window boundary does not drop',
      'skipped window skipped suite is never run',
    ]);
  });

  it('takes the message from the diagnostics of each', () => {
    const messages = ['mocha/mocha.tap', 'tape/tape.tap', 'vitest/vitest4.tap'].map((name) => {
      const reading = readFixture('tap', name);
      return reading.ok ? reading.report.tests.find(({ message }) => message)?.message?.split('\n')[0] : reading.reason;
    });
    expect(messages).toEqual([
      'Expected values to be strictly equal:',
      'Error: should be six',
      "Cannot find module './does-not-exist.js' imported from /work/test/broken.test.ts",
    ]);
  });
});

describe('TAP 13 and 14', () => {
  it.each([
    ['a plan in front', '1..2\nok 1 - a\nnot ok 2 - b\n', ['passed  a', 'failed  b']],
    ['a plan behind', 'ok 1 - a\n1..1\n', ['passed  a']],
    ['points without numbers and dashes', '1..2\nok a\nok\n', ['passed  a', 'passed  ']],
    [
      'directives',
      '1..3\nok 1 a # SKIP why\nnot ok 2 b # TODO later\nok 3 c # todo\n',
      ['skipped a', 'todo    b', 'todo    c'],
    ],
    ['escaped hashes', '1..1\nok 1 - a \\# b\n', ['passed  a # b']],
    ['a skipped file', '1..0 # SKIP no database\n', []],
    ['Windows line ends', 'TAP version 13\r\n1..1\r\nok 1 - a\r\n', ['passed  a']],
    ['a line separator inside a title', '1..2\nok 1 - a\u2028b\nok 2 - c\n', ['passed  a b', 'passed  c']],
    [
      'a streamed subtest',
      '1..1\n    # Subtest: s\n    ok 1 - a\n    1..1\nok 1 - s\n',
      ['passed  s > a', 'passed  s'],
    ],
    ['a buffered subtest', '1..1\nok 1 - s {\n    1..1\n    ok 1 - a\n}\n', ['passed  s > a', 'passed  s']],
    [
      'a subtest that is to do excuses what fails below',
      '1..1\n    # Subtest: s\n    not ok 1 - a\n    1..1\nnot ok 1 - s # TODO\n',
      ['todo    s > a', 'todo    s'],
    ],
    [
      'a suite that fails without a failing test',
      '1..1\n# Subtest: s\n    ok 1 - a\n    1..1\nnot ok 1 - s\n  ---\n  type: suite\n  ...\n',
      ['passed  s > a', 'suite   s'],
    ],
  ])('%s', (_, tap, expected) => {
    expect(outline(readText('tap', `TAP version 14\n${tap}`))).toEqual(expected);
  });

  it.each([
    ['too few points', '1..3\nok 1 - a\n', '1 test points where 3 were planned'],
    ['too many points', '1..1\nok 1 - a\nok 2 - b\n', '2 test points where 1 were planned'],
    ['failing and too few', '1..3\nnot ok 1 - a\n', '1 test points where 3 were planned'],
    ['a number outside the plan', '1..2\nok 1 - a\nok 7 - b\n', '1 test points have a number outside the plan'],
    ['points after a plan behind', 'ok 1 - a\n1..1\nnot ok 2 - b\n', '1 test points after the plan'],
    ['points under a plan of none', '1..0\nok 1 - a\n', '1 test points after the plan'],
    ['no plan', 'ok 1 - a\n', 'no plan: the runner did not finish'],
    ['nothing at all', '', 'no plan: the runner did not finish'],
    [
      'noise, when the stream forbids it',
      'pragma +strict\nnoise\n1..1\nok 1 - a\n',
      'Non-TAP data encountered in strict mode',
    ],
  ])('a suite failure: %s', (_, tap, message) => {
    const reading = readText('tap', `TAP version 14\n${tap}`);
    expect(reading.ok && reading.report.suite_failures).toEqual([{ name: 'plan', message }]);
  });

  it('checks the plan of a subtest, too, and names it', () => {
    const reading = readText('tap', '1..1\n# Subtest: s\n    1..2\n    ok 1 - a\nok 1 - s\n');
    expect(reading.ok && reading.report.suite_failures).toEqual([
      { name: 's', message: '1 test points where 2 were planned' },
    ]);
  });

  it('keeps the tests of a subtest in which the stream breaks off', () => {
    expect(outline(readText('tap', '1..1\n# Subtest: s\n    ok 1 - a\n    not ok 2 - b\n'))).toEqual([
      'passed  s > a',
      'failed  s > b',
      'suite   s',
      'suite   plan',
    ]);
  });

  it('refuses subtests 65 levels deep', () => {
    const deep = `${' '.repeat(4 * 65)}ok 1 - a\n`;
    expect(readText('tap', `TAP version 14\n${deep}`)).toEqual({
      ok: false,
      reason: 'subtests nest deeper than 64 levels',
    });
  });

  it('is not led astray by what YAML can do', () => {
    const diagnostic =
      '  ---\n  a: &x [*x]\n  __proto__: {ok: true}\n  b: !!js/function "x"\n  operator: equal\n  ...\n';
    expect(outline(readText('tap', `1..1\nnot ok 1 - a\n${diagnostic}`))).toEqual(['failed  a']);
  });

  it('reads on after a diagnostic of any size, and keeps its beginning', () => {
    const diagnostic = `  ---\n  message: |\n${`    ${'x'.repeat(96)}\n`.repeat(1000)}  ...\n`;
    expect(readText('tap', `1..2\nnot ok 1 - a\n${diagnostic}ok 2 - b\n`)).toEqual({
      ok: true,
      report: {
        tests: [
          { path: ['a'], outcome: 'failed', message: `${`${'x'.repeat(96)}\n`.repeat(20)}${'x'.repeat(60)}` },
          { path: ['b'], outcome: 'passed' },
        ],
        suite_failures: [],
      },
    });
  });
});

describe('a stream with more in its names or in its text than one run', () => {
  it('of bats --timing has names without the times', () => {
    const timed = '1..3\nok 1 prints usage in 12ms\nnot ok 2 other in 3ms\nok 3 later # skip\n';
    expect(outline(readText('tap', timed))).toEqual(['passed  prints usage', 'failed  other', 'skipped later']);
    const titles = '1..2\nok 1 ends in 12ms\nok 2 begins\n';
    expect(outline(readText('tap', titles))).toEqual(['passed  ends in 12ms', 'passed  begins']);
  });

  it('may hold several streams, each with a version and a plan', () => {
    const one = 'TAP version 14\n1..1\nok 1 - a\n';
    expect(outline(readText('tap', one + one.replace('ok', 'not ok')))).toEqual(['passed  a', 'failed  a']);
    expect(outline(readText('tap', one.replace('ok 1', 'TAP version 13\nok 1')))).toEqual(['passed  a']);
  });
});
