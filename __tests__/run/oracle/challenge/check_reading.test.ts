import { type CheckReading, findFailedTests } from '../../../../src/run/oracle/challenge/check_reading.js';

type Standing = 'passed' | 'failed' | 'skipped';
const reading = (tests: Record<string, Standing>, readable = true): CheckReading => ({
  check: 'unit',
  wall_ms: 1,
  cpu_ms: 1,
  readable,
  tests: new Map(Object.entries(tests)),
  cases: [],
  output: '',
});
const failed = (before: Record<string, Standing>, now: CheckReading) => {
  const found = findFailedTests([now], [reading(before)]);
  return found && Object.fromEntries([...found].map(([test, name]) => [test.replace('unit\0', ''), name]));
};

describe('what a run with wrong expectations shows', () => {
  it('is which tests failed that pass without', () => {
    expect(
      failed({ a: 'passed', b: 'failed', c: 'passed' }, reading({ a: 'failed', b: 'failed', c: 'passed' })),
    ).toEqual({ a: 'a' });
  });

  it('is nothing when the run cannot be read, or a test is gone: something did not load', () => {
    expect(failed({ a: 'passed' }, reading({ a: 'failed' }, false))).toBeUndefined();
    expect(failed({ a: 'passed', b: 'passed' }, reading({ a: 'passed' }))).toBeUndefined();
    expect(failed({ a: 'passed' }, reading({ a: 'skipped' }))).toBeUndefined();
  });

  it('follows rows whose names hold what is expected of them', () => {
    const rows = { 'test_sum[1-2-3]': 'passed', 'test_sum[2-2-4]': 'passed', 'test_sum[2-3-5]': 'passed' } as const;
    const now = reading({ 'test_sum[1-2-3]': 'passed', 'test_sum[2-2-5]': 'failed', 'test_sum[2-3-9]': 'failed' });
    expect(failed(rows, now)).toEqual({ 'test_sum[2-2-4]': 'test_sum[2-2-5]', 'test_sum[2-3-5]': 'test_sum[2-3-9]' });
    expect(failed({ 'adds 1 to 2: 3': 'passed' }, reading({ 'adds 1 to 2: 4': 'failed' }))).toEqual({
      'adds 1 to 2: 3': 'adds 1 to 2: 4',
    });
  });

  it('follows a row whose title has another word, by its place', () => {
    const rows = { 'diff(1, 2) === major': 'passed', 'diff(1, 3) === minor': 'passed', sum: 'passed' } as const;
    const now = reading({ 'diff(1, 2) === mejor': 'failed', 'diff(1, 3) === minor': 'passed', sum: 'passed' });
    expect(failed(rows, now)).toEqual({ 'diff(1, 2) === major': 'diff(1, 2) === mejor' });
  });

  it('does not pair rows of which there are now more or fewer', () => {
    expect(
      failed({ 'a[1]': 'passed', 'a[2]': 'passed' }, reading({ 'a[1]': 'passed', 'a[3]': 'failed', 'a[4]': 'failed' })),
    ).toBeUndefined();
  });
});
