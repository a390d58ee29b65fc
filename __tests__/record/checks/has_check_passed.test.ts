import * as fc from 'fast-check';
import { checkSchema, REPORT_FORMATS } from '../../../src/contract/contract_schema.js';
import { judgeCheckRun } from '../../../src/judge/rubric/checks/check_outcome.js';
import { hasCheckLoaded, hasCheckPassed, listKnownTests } from '../../../src/record/checks/has_check_passed.js';
import type { TestReportResult } from '../../../src/record/events/event.js';
import { execution, report } from '../../judge/rubric/given_record.js';

const names = fc.uniqueArray(fc.constantFrom('adds', 'subtracts', 'divides'), { maxLength: 3 });
const reading: fc.Arbitrary<TestReportResult> = fc.oneof(
  fc.constantFrom<TestReportResult>({ state: 'none' }, { state: 'missing' }, { state: 'unreadable', reason: 'no' }),
  fc
    .tuple(names, names, names, fc.subarray(['hidden/a.js']))
    .map(([passed, failed, skipped, suites]) => report({ passed, failed, skipped }, suites)),
);
const ended = fc
  .tuple(fc.constantFrom('exit' as const, 'signal' as const, 'timeout' as const), fc.constantFrom(0, 1, 126, null))
  .map(([cause, exit_code]) => execution({ cause, exit_code }));
const check = fc
  .tuple(fc.constantFrom(...REPORT_FORMATS), names, names)
  .map(([format, fail_to_pass, pass_to_pass]) =>
    checkSchema.parse({ id: 'unit', run: 'true', report: format, fail_to_pass, pass_to_pass }),
  );

describe('an execution passes for those who look at it once more', () => {
  it('exactly when it passes for the judge', () => {
    fc.assert(
      fc.property(check, ended, reading, (one, execution, read) => {
        const { outcome } = judgeCheckRun(one, { check: 'unit', run: 1, execution, report: read });
        expect(hasCheckPassed(one, { execution, report: read })).toBe(outcome === 'pass');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a check comes as far as its tests', () => {
  const tap = checkSchema.parse({ id: 'unit', run: 'true', report: 'tap', fail_to_pass: ['adds', 'subtracts'] });
  const failed = execution({ exit_code: 1 });
  const suites = ['hidden/a.js'];
  it.each<[string, boolean, TestReportResult]>([
    ['when a required test fails', true, report({ failed: ['adds'] })],
    ['when a required test fails and a file does not load', true, report({ failed: ['adds'] }, suites)],
    ['when another test fails', true, report({ passed: ['adds', 'subtracts'], failed: ['divides'] })],
    ['when one of its tests is left out', true, report({ passed: ['adds'], failed: ['divides'] })],
    ['not without a report', false, { state: 'missing' }],
    ['not with a broken report', false, { state: 'unreadable', reason: 'no' }],
    ['not with an empty report', false, report({})],
    ['not when a file fails in their place', false, report({ failed: ['/work/hidden/a.test.js'] })],
    ['not when a file with some of them does not load', false, report({ passed: ['adds'] }, suites)],
    ['not when none of them is there', false, report({ failed: ['divides'] })],
  ])('%s', (_, loads, read) => {
    expect(hasCheckLoaded(tap, { execution: failed, report: read }, listKnownTests(tap, undefined))).toBe(loads);
  });

  it('by the tests that it reported before, where it requires none', () => {
    const free = checkSchema.parse({ id: 'unit', run: 'true', report: 'tap' });
    const known = listKnownTests(free, report({ passed: ['a > b'] }));
    expect(known).toEqual(['a > b']);
    expect(hasCheckLoaded(free, { execution: failed, report: report({ failed: ['a > b'] }) }, known)).toBe(true);
    expect(hasCheckLoaded(free, { execution: failed, report: report({ failed: ['x'] }) }, known)).toBe(false);
  });

  it('as far as anybody can tell, by exit status, when it passes, and when it is stopped', () => {
    const status = checkSchema.parse({ id: 'unit', run: 'true' });
    const none = { state: 'none' } as const;
    expect(hasCheckLoaded(status, { execution: failed, report: none }, [])).toBe(true);
    expect(hasCheckLoaded(tap, { execution: execution(), report: { state: 'missing' } }, [])).toBe(true);
    expect(hasCheckLoaded(tap, { execution: execution({ cause: 'timeout', exit_code: null }), report: none }, [])).toBe(
      true,
    );
  });
});
