import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import { acceptance, DIGEST, evaluated, execution, givenRecord } from '../given_record.js';
import { declared, inShort } from '../in_short.js';

/** An attempt whose test `adds` passed on a retry. */
function given(more: { flaky?: 'pass' | 'fail'; fail_to_pass?: string[] }) {
  const tests = [
    { path: ['adds'], outcome: 'passed' as const, flaky: true as const },
    { path: ['takes'], outcome: 'passed' as const },
  ];
  const report = { state: 'read' as const, report: { tests, suite_failures: [] }, artifact: DIGEST, bytes: 1 };
  return {
    contract: { acceptance: [declared('unit', { report: 'junit' as const, ...more })] },
    events: evaluated(acceptance({ execution: execution({ exit_code: 0 }), report })),
  };
}

describe('a test that passed on a retry only', () => {
  it.each([[{}], [{ flaky: 'pass' as const }], [{ fail_to_pass: ['adds'] }]])(
    'counts as passed, with a warning and a count of its own: %j',
    (more) => {
      const { status, findings, checks } = scoreAttempt(givenRecord(given(more)));
      expect([status, checks[0]!.tests]).toEqual(['success', { passed: 1, failed: 0, skipped: 0, flaky: 1 }]);
      expect(findings).toMatchObject([
        { rule: 'flaky-test', severity: 'warning', message: 'unit: 1 test passed on a retry only: adds' },
      ]);
    },
  );

  it.each([[{}], [{ fail_to_pass: ['adds'] }]])('fails the check that has `flaky: fail`: %j', (more) => {
    expect(inShort(given({ flaky: 'fail', ...more }))).toMatchObject({ status: 'failure' });
    const [check] = scoreAttempt(givenRecord(given({ flaky: 'fail', ...more }))).checks;
    expect(check!.why).toMatch(/passed on a retry only, and the check has `flaky: fail`/);
  });

  it('decides nothing where it is not required', () => {
    expect(inShort(given({ flaky: 'fail', fail_to_pass: ['takes'] }))).toMatchObject({ status: 'success' });
  });
});
