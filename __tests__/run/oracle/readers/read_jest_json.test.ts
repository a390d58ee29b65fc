import { outline, readFixture, readText } from './outline.js';

describe('jest --json', () => {
  it('titles, files, pending and todo; a file that could not run is a suite failure, a failed afterAll is one, too', () => {
    expect(outline(readFixture('jest-json', 'jest/jest30.json'))).toEqual([
      'passed  allows the first request (test/limiter.test.js)',
      'failed  refuses the sixth request (test/limiter.test.js)',
      'skipped is skipped (test/limiter.test.js)',
      'todo    is still to do (test/limiter.test.js)',
      'passed  window > slides (test/limiter.test.js)',
      'passed  window > has <b>"quotes"</b> & entities > here (test/limiter.test.js)',
      'passed  window > boundary > counts once (test/limiter.test.js)',
      'failed  window > boundary > does not drop (test/limiter.test.js)',
      'passed  window > boundary > adds 1 and 2 (test/limiter.test.js)',
      'passed  window > boundary > adds 3 and 4 (test/limiter.test.js)',
      'skipped window > skipped suite > is never run (test/limiter.test.js)',
      'passed  window > same name (test/limiter.test.js)',
      'passed  window > same name (test/limiter.test.js)',
      'passed  window > is known to fail (test/limiter.test.js)',
      'failed  with a broken hook > cannot run (test/hook.test.js)',
      'passed  with a broken teardown > runs (test/hook.test.js)',
      'suite   test/hook.test.js',
      'suite   test/syntax.test.js',
      'suite   test/empty.test.js',
      'suite   test/broken.test.js',
    ]);
  });

  it('a file whose tests all passed is a suite failure when a hook failed, with the message without colours', () => {
    const reading = readFixture('jest-json', 'jest/jest30-teardown.json');
    expect(reading).toEqual({
      ok: true,
      report: {
        tests: [
          {
            path: ['with a broken teardown', 'runs'],
            file: 'one/after.test.js',
            outcome: 'passed',
            disputed: true,
            duration_ms: 2,
          },
        ],
        suite_failures: [
          {
            name: 'one/after.test.js',
            message: expect.stringMatching(/^● Test suite failed to run\n\n {4}teardown failed\n/),
          },
        ],
      },
    });
    expect(JSON.stringify(reading)).not.toContain('\\u001b');
  });

  const file = (more: object) => ({ name: '/work/a.test.js', assertionResults: [], status: 'passed', ...more });
  const assertion = (status: string) => ({ ancestorTitles: ['a'], title: 't', status, failureMessages: [] });

  it.each<[title: unknown, name: string]>([
    [[2018, 4, 'x', null], 'a > 2018,4,x,'],
    [7, 'a > 7'],
    [null, 'a > null'],
  ])('a title that is no text is read as old versions of jest print it: %j', (title, name) => {
    const text = JSON.stringify({ testResults: [file({ assertionResults: [{ ...assertion('passed'), title }] })] });
    expect(outline(readText('jest-json', text))).toEqual([`passed  ${name} (a.test.js)`]);
  });

  it('a title that no runner prints makes the report unreadable', () => {
    const text = JSON.stringify({
      testResults: [file({ assertionResults: [{ ...assertion('passed'), title: { toString: 1 } }] })],
    });
    expect(readText('jest-json', text).ok).toBe(false);
  });

  it.each([
    ['passed', 'passed  a > t (a.test.js)'],
    ['failed', 'failed  a > t (a.test.js)'],
    ['pending', 'skipped a > t (a.test.js)'],
    ['skipped', 'skipped a > t (a.test.js)'],
    ['disabled', 'skipped a > t (a.test.js)'],
    ['todo', 'todo    a > t (a.test.js)'],
    ['excellent', 'failed  a > t (a.test.js)'],
    ['constructor', 'failed  a > t (a.test.js)'],
  ])('status %s', (status, expected) => {
    expect(
      outline(
        readText('jest-json', JSON.stringify({ testResults: [file({ assertionResults: [assertion(status)] })] })),
      ),
    ).toEqual([expected]);
  });

  it.each([
    ['testExecError', { testResults: [file({ testExecError: { message: 'boom' } })] }, ['suite   a.test.js']],
    ['an interrupted run', { testResults: [file({})], wasInterrupted: true }, ['suite   run']],
    ['a run that is no success although nothing failed', { testResults: [file({})], success: false }, ['suite   run']],
    ['no tests', { testResults: [], success: true }, []],
  ])('%s', (_, report, expected) => {
    expect(outline(readText('jest-json', JSON.stringify(report)))).toEqual(expected);
  });

  it.each([
    ['{"stats":{}}', 'unexpected shape at testResults: Invalid input: expected array, received undefined'],
    ['[]', 'unexpected shape at the top: Invalid input: expected object, received array'],
    [`{"testResults":${'['.repeat(200)}${']'.repeat(200)}}`, 'JSON nested deeper than 200 levels'],
  ])('refuses %.20s', (text, reason) => {
    expect(readText('jest-json', text)).toEqual({ ok: false, reason });
  });

  it.each([
    ['jest lists the reasons of its retries', { retryReasons: ['boom'], invocations: 2 }],
    ['vitest keeps the messages of what failed before', { failureMessages: ['boom'] }],
  ])('a test that passed on a retry is flaky: %s', (_, more) => {
    const reading = readText(
      'jest-json',
      JSON.stringify({ testResults: [file({ assertionResults: [{ ...assertion('passed'), ...more }] })] }),
    );
    expect(reading.ok && reading.report.tests).toMatchObject([{ outcome: 'passed', flaky: true }]);
  });

  it('may hold several documents', () => {
    const one = JSON.stringify({ testResults: [file({ assertionResults: [assertion('passed')] })] });
    expect(outline(readText('jest-json', `${one}\n${one}`))).toEqual([
      'passed  a > t (a.test.js)',
      'passed  a > t (a.test.js)',
    ]);
    expect(readText('jest-json', `${one} noise ${one}`).ok).toBe(false);
  });

  it.each([
    [{ numFailedTests: 1 }, 'it counts 1 failure and shows none'],
    [{ numRuntimeErrorTestSuites: 2 }, 'it counts 2 failures and shows none'],
    [{ success: false }, 'it is no success, although no test failed'],
    [{ success: false, numFailedTests: 0 }, undefined],
    [{ wasInterrupted: true }, 'the run was interrupted'],
  ])('%j says %s', (more, contradiction) => {
    const report = { testResults: [file({ assertionResults: [assertion('passed')] })], ...more };
    const reading = readText('jest-json', JSON.stringify(report));
    expect(reading.ok && reading.report.contradiction).toBe(contradiction);
  });
});
