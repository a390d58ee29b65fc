import { outline, readFixture } from './outline.js';

describe('vitest --reporter=json', () => {
  it('titles and files; files that could not run, that have no tests or a failed hook are suite failures', () => {
    expect(outline(readFixture('vitest-json', 'vitest/vitest4.json'))).toEqual([
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
      'suite   test/broken.test.ts',
      'suite   test/empty.test.ts',
      'suite   test/hook.test.ts',
    ]);
  });

  it('says nothing of an unhandled rejection: that is only in the exit status', () => {
    expect(outline(readFixture('vitest-json', 'vitest/vitest4-unhandled.json'))).toEqual([
      'passed  leaves a rejection behind (test/unhandled.test.ts)',
    ]);
  });
});
