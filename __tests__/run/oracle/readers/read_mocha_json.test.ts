import { outline, readFixture, readText } from './outline.js';

describe('mocha --reporter json', () => {
  it('suites and title from the full title; a failed hook is a suite failure', () => {
    expect(outline(readFixture('mocha-json', 'mocha/mocha.json'))).toEqual([
      'passed  allows the first request (test/limiter.test.js)',
      'failed  refuses the sixth request (test/limiter.test.js)',
      'skipped is skipped (test/limiter.test.js)',
      'skipped is still to do (test/limiter.test.js)',
      'passed  with a broken teardown > runs (test/hook.test.js)',
      'passed  window > slides (test/limiter.test.js)',
      'passed  window > has <b>"quotes"</b> & entities > here (test/limiter.test.js)',
      'passed  window > same name (test/limiter.test.js)',
      'passed  window > same name (test/limiter.test.js)',
      'passed  window boundary > counts once (test/limiter.test.js)',
      'failed  window boundary > does not drop (test/limiter.test.js)',
      'skipped window skipped suite > is never run (test/limiter.test.js)',
      'suite   with a broken hook "before all" hook for "cannot run"',
      'suite   with a broken hook per test "before each" hook for "cannot run either"',
      'suite   with a broken teardown "after all" hook for "runs"',
    ]);
  });

  const entry = (title: string, more: object = {}) => ({
    title,
    fullTitle: `s ${title}`,
    file: '/work/a.js',
    err: {},
    ...more,
  });
  const failed = entry('t', { duration: 1, err: { message: 'boom', stack: 'Error: boom\n at x' } });
  const passed = entry('t', { duration: 1 });

  it('tells tests of the same name apart by how they ended', () => {
    const report = {
      stats: { tests: 3, failures: 1 },
      tests: [passed, failed, entry('t')],
      failures: [failed],
      pending: [entry('t')],
    };
    expect(readText('mocha-json', JSON.stringify(report))).toEqual({
      ok: true,
      report: {
        tests: [
          { path: ['s', 't'], file: 'a.js', outcome: 'passed', duration_ms: 1 },
          { path: ['s', 't'], file: 'a.js', outcome: 'failed', duration_ms: 1, message: 'Error: boom\n at x' },
          { path: ['s', 't'], file: 'a.js', outcome: 'skipped' },
        ],
        suite_failures: [],
      },
    });
  });

  it('refuses statistics that do not agree with the lists', () => {
    const report = { stats: { tests: 1, failures: 1 }, tests: [passed], failures: [], pending: [] };
    expect(readText('mocha-json', JSON.stringify(report))).toEqual({
      ok: false,
      reason: 'the statistics do not agree with the tests and failures listed',
    });
  });

  it('refuses what a test printed before the report', () => {
    expect(readText('mocha-json', 'hello\n{"stats":{}}')).toEqual({
      ok: false,
      reason: expect.stringMatching(/^not JSON: /),
    });
  });

  const priceTest = (title: string, more: object = {}) => ({
    title,
    fullTitle: `Price ${title}`,
    file: '/w/t.js',
    err: {},
    ...more,
  });
  const report = (tests: object[], failures: object[]) =>
    JSON.stringify({ stats: { tests: tests.length, failures: failures.length }, tests, failures, pending: [] });

  it.each<[string, unknown]>([
    ['without text', {}],
    ['whose message is an object', { message: { code: 1 } }],
    ['that is a string', 'thrown'],
    ['that is nothing', null],
  ])('what stands in failures failed, with an error %s', (_, err) => {
    const failed = priceTest('adds', { duration: 1, err });
    expect(outline(readText('mocha-json', report([failed, priceTest('b', { duration: 1 })], [failed])))).toEqual([
      'failed  Price > adds (/w/t.js)',
      'passed  Price > b (/w/t.js)',
    ]);
  });

  it('a failed hook may be a failure of each test of its suite', () => {
    const hook = priceTest('"after each" hook for "adds"', { err: { message: 'x' } });
    const other = { ...priceTest('c'), fullTitle: 'Other c' };
    const reading = readText('mocha-json', report([priceTest('adds', { duration: 1 }), other], [hook]));
    expect(reading.ok && reading.report.tests.map(({ path, disputed }) => [path[0], disputed])).toEqual([
      ['Price', true],
      ['Other', undefined],
    ]);
  });

  it('a test that passed on a retry is flaky', () => {
    const reading = readText('mocha-json', report([priceTest('adds', { duration: 1, currentRetry: 1 })], []));
    expect(reading.ok && reading.report.tests).toMatchObject([{ outcome: 'passed', flaky: true }]);
  });

  it('lists no more passes than it counts', () => {
    const tests = [priceTest('adds', { duration: 1 })];
    const text = JSON.stringify({ stats: { tests: 1, failures: 0, passes: 0 }, tests, failures: [], pending: [] });
    const reading = readText('mocha-json', text);
    expect(reading.ok && reading.report.contradiction).toBe('it counts 0 passes and lists 1');
  });
});
