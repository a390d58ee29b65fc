import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import { acceptance, evaluated, execution, givenRecord, report, type Said } from '../given_record.js';
import { declared, inShort } from '../in_short.js';

const entry = { test: 'flaky', reason: 'races with the clock', owner: 'the owners of x', expires: '2026-06-30' };
const given = (events: Said[], expires = entry.expires, fail_to_pass = ['adds']) => ({
  contract: {
    acceptance: [
      declared('unit', {
        report: 'junit' as const,
        fail_to_pass,
        pass_to_pass: ['flaky'],
        quarantine: [{ ...entry, expires }],
      }),
    ],
  },
  events: evaluated(...events),
});
const ended = (exit_code: number, ...of: Parameters<typeof report>) =>
  acceptance({ execution: execution({ exit_code }), report: report(...of) });
const findings = (...args: Parameters<typeof given>) =>
  scoreAttempt(givenRecord(given(...args))).findings.map(({ rule, severity, message }) => [rule, severity, message]);

// Holds K5
describe('a required test in quarantine', () => {
  it.each<[string, Said, string]>([
    ['failed', ended(1, { passed: ['adds'], failed: ['flaky'] }), 'failed'],
    ['passed', ended(0, { passed: ['adds', 'flaky'] }), 'passed'],
    ['is missing', ended(0, { passed: ['adds'] }), 'missing'],
  ])('decides nothing and is reported when it %s', (_, event, standing) => {
    expect(inShort(given([event]))).toMatchObject({ status: 'success', tags: [] });
    expect(findings([event])).toEqual([
      [
        'quarantined-test',
        'info',
        `unit: flaky: ${standing}; decides nothing until 2026-06-30 (races with the clock; the owners of x)`,
      ],
    ]);
    const [check] = scoreAttempt(givenRecord(given([event]))).checks;
    expect(check).toMatchObject({ why: '1 required test, 1 in quarantine', pass_to_pass: { passed: 0, total: 0 } });
  });

  it('is no regression and no failing test beside one that fails', () => {
    const verdict = scoreAttempt(givenRecord(given([ended(1, { failed: ['adds', 'flaky'] })])));
    expect(verdict.tags.map(({ id }) => id)).toEqual(['functional-failure', 'missing-fix']);
    expect(verdict.gates[2]!.why).toBe('unit: required test failed: adds');
  });

  it('whose last day is over still decides nothing, and that is a warning', () => {
    const events = [ended(1, { passed: ['adds'], failed: ['flaky'] })];
    // The attempt began on 2026-01-01.
    expect(findings(events, '2026-01-01').map(([rule]) => rule)).toEqual(['quarantined-test']);
    expect(findings(events, '2025-12-31')[1]).toEqual([
      'quarantine-expired',
      'warning',
      'unit: the quarantine of flaky ended on 2025-12-31 (owner: the owners of x): repair the test, or give it a new day',
    ]);
  });

  it('leaves an error where nothing else is required that decides', () => {
    // A pattern, of which every test is in quarantine.
    const events = [ended(0, { passed: ['flaky'] })];
    expect(inShort(given(events, entry.expires, ['fla*']))).toMatchObject({
      status: 'acceptance_error',
      tags: ['G3:evaluation-error', 'G3:oracle-inconsistent'],
    });
  });
});
