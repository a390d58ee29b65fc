import { outline, readFixture, readText } from './outline.js';

describe('go test -json', () => {
  it('parents and subtests, a panic, os.Exit, a build failure, a package without tests', () => {
    expect(outline(readFixture('go-test-json', 'go/test2json.jsonl'))).toEqual([
      'passed  TestSlides',
      'failed  TestBoundary',
      'passed  TestBoundary > counts_once',
      'failed  TestBoundary > a > b',
      'skipped TestRedis',
      'failed  TestExits',
      'suite   example.com/limiter/exits',
      'suite   example.com/limiter/broken',
    ]);
  });

  it('keeps the output of a failed test without the framing, and the compiler output of a failed build', () => {
    const reading = readFixture('go-test-json', 'go/test2json.jsonl');
    const messages = reading.ok
      ? [...reading.report.tests, ...reading.report.suite_failures].flatMap(({ message }) => message ?? [])
      : [];
    expect(messages).toEqual([
      'window_test.go:21: got 5, want 6',
      'did not finish\npanic: boom',
      'exit status 3',
      '# example.com/limiter/broken [example.com/limiter/broken.test]\nbroken/broken_test.go:7:2: undefined: missing\nFAIL\texample.com/limiter/broken [build failed]',
    ]);
  });

  const event = (Action: string, Test?: string) => `${JSON.stringify({ Action, Package: 'p', Test })}\n`;

  it.each([
    [
      'a test that runs twice (-count=2)',
      [event('run', 'A'), event('fail', 'A'), event('run', 'A'), event('pass', 'A'), event('fail')],
      ['failed  A', 'passed  A'],
    ],
    ['a benchmark', [event('run', 'B'), event('bench', 'B'), event('pass')], ['passed  B']],
    ['a stream that breaks off in a test', [event('run', 'A')], ['failed  A', 'suite   p']],
    ['a stream that breaks off between tests', [event('run', 'A'), event('pass', 'A')], ['passed  A', 'suite   p']],
    [
      'a build failure that no package owns',
      ['{"ImportPath":"p","Action":"build-output","Output":"x"}\n'],
      ['suite   p'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(outline(readText('go-test-json', lines.join('')))).toEqual(expected);
  });

  it('keeps lines that are no events as the message of what failed', () => {
    expect(readText('go-test-json', `# p\n./a.go:1:1: syntax error\n{broken\n${event('fail')}`)).toEqual({
      ok: true,
      report: { tests: [], suite_failures: [{ name: 'p', message: '# p\n./a.go:1:1: syntax error\n{broken' }] },
    });
  });

  it('refuses a stream without events', () => {
    expect(readText('go-test-json', 'ok  \tp\t0.01s\n')).toEqual({
      ok: false,
      reason: 'no line is an event of go test -json',
    });
  });

  const output = (Output: string, Test?: string) =>
    `${JSON.stringify({ Action: 'output', Package: 'p', Test, Output })}\n`;

  it.each([
    ['PASS', 'passed', [output('PASS\n'), event('pass')]],
    ['PASS', 'passed', [event('fail', 'B'), output('FAIL\n'), event('fail')]],
    ['SKIP', 'skipped', [event('pass')]],
    ['FAIL', 'failed', [event('fail', 'B'), output('FAIL\n'), event('fail')]],
    // The test program ended early: what it printed is no result.
    ['PASS', 'failed', [event('fail', 'B'), event('fail')]],
  ])('a result of %s behind other output is the result of a test without an end: %s', (word, outcome, rest) => {
    const printed = output(`half a line--- ${word}: A (0.00s)\n`, 'A');
    const reading = readText('go-test-json', [event('run', 'A'), printed, ...rest].join(''));
    expect(reading.ok && reading.report.tests[0]).toMatchObject({ path: ['A'], outcome });
  });

  it('a failure of a package that no test explains may be one of each test, also where it is run again', () => {
    const failed = [event('run', 'A'), event('pass', 'A'), event('fail')];
    const again = [event('run', 'A'), event('pass', 'A'), event('pass')];
    const reading = readText('go-test-json', [...failed, ...again].join(''));
    expect(reading.ok && reading.report.tests.map(({ disputed }) => disputed)).toEqual([true, true]);
    expect(reading.ok && reading.report.suite_failures).toEqual([{ name: 'p' }]);
  });
});
