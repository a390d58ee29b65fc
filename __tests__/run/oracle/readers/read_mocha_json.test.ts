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
});
