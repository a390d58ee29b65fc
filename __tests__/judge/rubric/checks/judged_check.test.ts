import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import type { EventPayload } from '../../../../src/record/events/event.js';
import { acceptance, evaluated, execution, givenRecord, RED, report } from '../given_record.js';
import { declared, inShort } from '../in_short.js';

// Holds S3
describe('S3: reruns of one check', () => {
  const contract = { acceptance: [declared('unit', { report: 'junit', reruns: 2 })] };
  const lost = { report: { state: 'missing' as const } };
  const runs = (...payloads: Partial<EventPayload<'acceptance_check'>>[]) =>
    evaluated(...payloads.map((payload, i) => acceptance({ ...payload, run: i + 1 })));
  const red = { execution: execution({ exit_code: 1 }), report: RED };

  it.each<[rule: string, runs: Partial<EventPayload<'acceptance_check'>>[], outcome: string, tags: string[]]>([
    ['pass when all pass', [{}, {}, {}], 'pass: unit: 2 tests', []],
    [
      'fail when any fails, even before and after a pass',
      [{}, red, {}],
      'fail: unit: 1 failure: subtracts (runs disagree: pass, fail, pass)',
      ['G3:functional-failure', 'G3:flaky-check'],
    ],
    [
      'fail when one fails and one is in error',
      [lost, red, {}],
      'fail: unit: 1 failure: subtracts (runs disagree: error, fail, pass)',
      ['G3:functional-failure', 'G3:flaky-check'],
    ],
    [
      'are in error when one is and none fails',
      [{}, lost, {}],
      'error: unit: no junit report was written (exit status 0) (runs disagree: pass, error, pass)',
      ['G3:evaluation-error', 'G3:report-missing', 'G3:flaky-check'],
    ],
    ['need not go on after a failure', [red], 'fail: unit: 1 failure: subtracts', ['G3:functional-failure']],
  ])('%s', (_, payloads, why, tags) => {
    const verdict = inShort({ contract, events: runs(...payloads) });
    expect({ why: verdict.whys[2], tags: verdict.tags }).toEqual({ why, tags });
  });

  it('count a required test as passed only when it passed in each of them', () => {
    const named = {
      acceptance: [
        declared('unit', { report: 'junit', reruns: 1, fail_to_pass: ['subtracts'], pass_to_pass: ['adds'] }),
      ],
    };
    const [verdict] = scoreAttempt(givenRecord({ contract: named, events: runs({}, red) })).checks;
    expect(verdict).toEqual({
      check: 'unit',
      kind: 'acceptance',
      layer: 'unit',
      mandatory: true,
      outcome: 'fail',
      reached: true,
      why: 'required test failed: subtracts (runs disagree: pass, fail)',
      runs: 2,
      wall_ms: 2000,
      tests: { passed: 1, failed: 1, skipped: 0 },
      failing: ['subtracts'],
      fail_to_pass: { passed: 0, total: 1 },
      pass_to_pass: { passed: 1, total: 1 },
      evidence: [{ seq: 5, artifact: 'a'.repeat(64), command: 'npm test', contract_path: 'acceptance.0' }],
    });
  });
});

describe('what a failed run printed', () => {
  const named_lines = [{ path: 'src/a.js', line: 2, message: 'SyntaxError: no' }];
  const outputOf = (payload: Partial<EventPayload<'acceptance_check'>>) => {
    const contract = { acceptance: [declared('unit', { report: 'junit' })] };
    const failed = execution({ exit_code: 1, stderr_head: 'first\n\nlast\n' });
    const events = evaluated(acceptance({ execution: failed, ...payload }));
    return scoreAttempt(givenRecord({ contract, events })).checks[0]!.output;
  };

  it('is kept where there is no test report, or one that says only that a file failed', () => {
    const output = { lines: ['first', 'last'], named: named_lines };
    expect(outputOf({ report: { state: 'missing' }, named_lines })).toEqual(output);
    expect(outputOf({ report: report({ failed: ['test/a.test.js'] }), named_lines })).toEqual(output);
  });

  it('is not kept where the report says more, or the run passed', () => {
    expect(outputOf({ report: RED, named_lines })).toBeUndefined();
    expect(outputOf({ execution: execution(), report: report({ passed: ['adds'] }) })).toBeUndefined();
  });
});
