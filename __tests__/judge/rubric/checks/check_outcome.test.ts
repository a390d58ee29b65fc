import type { Check } from '../../../../src/contract/contract_schema.js';
import {
  type CheckOutcome,
  judgeCheckRun,
  listFailingNames,
} from '../../../../src/judge/rubric/checks/check_outcome.js';
import type { EventPayload, ExitCause } from '../../../../src/record/events/event.js';
import { checkRun, execution, GREEN, givenRecord, RED, report } from '../given_record.js';

/** The check `unit` with a report, as a contract gives it. */
function check(more: Partial<Check> = {}): Check {
  return { ...givenRecord().manifest.contract.body.acceptance[0]!, ...more };
}

const NAMED = { fail_to_pass: ['subtracts'], pass_to_pass: ['adds'] };
type Case = [
  rule: string,
  check: Partial<Check>,
  run: Partial<EventPayload<'acceptance_check'>>,
  expected: Partial<CheckOutcome>,
];

function judged(
  declared: Partial<Check>,
  run: Partial<EventPayload<'acceptance_check'>>,
): Omit<CheckOutcome, 'required'> {
  const { required: _, ...rest } = judgeCheckRun(check(declared), checkRun(run));
  return rest;
}

/** A report whose second test failed with a message. */
function withMessage(message: string): typeof RED {
  const tests = [
    { path: ['adds'], outcome: 'passed' as const },
    { path: ['subtracts'], outcome: 'failed' as const, message },
  ];
  return { ...RED, report: { tests, suite_failures: [] } } as typeof RED;
}

describe('one execution of a check, by exit status alone', () => {
  const plain = { report: 'exit-code' as const };
  it.each<Case>([
    ['passes with status 0', plain, { execution: execution() }, { outcome: 'pass', why: 'exit status 0' }],
    [
      'fails with another status',
      plain,
      { execution: execution({ exit_code: 3 }) },
      { outcome: 'fail', why: 'exit status 3' },
    ],
    [
      'is an error when the runner is missing (127)',
      plain,
      { execution: execution({ exit_code: 127, stderr_head: '\nsh: 1: jest: not found\nmore' }) },
      { outcome: 'error', tag: 'runner-missing', why: 'test runner missing or not executable: sh: 1: jest: not found' },
    ],
    [
      'is an error when the runner is not executable (126)',
      plain,
      { execution: execution({ exit_code: 126 }) },
      { outcome: 'error', tag: 'runner-missing', why: 'test runner missing or not executable: exit status 126' },
    ],
    [
      'is an error when it failed and was refused processes',
      plain,
      { execution: execution({ exit_code: 1, forks_refused: 3 }) },
      {
        outcome: 'error',
        tag: 'check-limit',
        why: '3 processes or threads were refused at the limit (budget.processes), so it decides nothing: exit status 1',
      },
    ],
    [
      'is an error when a signal ended it for want of processes',
      plain,
      { execution: execution({ cause: 'signal', signal: 'SIGABRT', exit_code: 134, forks_refused: 1 }) },
      {
        outcome: 'error',
        tag: 'check-limit',
        why: 'a process or thread was refused at the limit (budget.processes), so it decides nothing: was ended by SIGABRT',
      },
    ],
    [
      'passes where it did without the processes that it was refused',
      plain,
      { execution: execution({ forks_refused: 3 }) },
      { outcome: 'pass', why: 'exit status 0' },
    ],
    [
      'fails as ever where nobody counted them',
      plain,
      { execution: execution({ exit_code: 1, forks_refused: null }) },
      { outcome: 'fail', why: 'exit status 1' },
    ],
    [
      'is an error when it has no status at all',
      plain,
      { execution: execution({ exit_code: null }) },
      { outcome: 'error', tag: 'check-crash', why: 'ended without an exit status' },
    ],
    [
      'is an error when a signal ended it',
      plain,
      { execution: execution({ cause: 'signal', signal: 'SIGSEGV', exit_code: 139 }) },
      { outcome: 'error', tag: 'check-crash', why: 'was ended by SIGSEGV' },
    ],
  ])('%s', (_, declared, run, expected) => {
    expect(judged(declared, { report: { state: 'none' }, ...run })).toEqual({ reached: true, ...expected });
  });
});

describe('a check that something else ended reached no decision, whatever its report says', () => {
  it.each<[ExitCause, Partial<CheckOutcome>]>([
    ['timeout', { tag: 'check-timeout', why: 'reached its ceiling of 300 s after 300.5 s' }],
    ['oom', { tag: 'check-oom', why: 'ran out of memory after 300.5 s' }],
    ['cpu-limit', { tag: 'check-limit', why: 'reached its cpu limit after 300.5 s' }],
    ['disk-limit', { tag: 'check-limit', why: 'reached its disk limit after 300.5 s' }],
    ['output-limit', { tag: 'check-limit', why: 'reached its output limit after 300.5 s' }],
    ['cancelled', { tag: 'check-cancelled', why: 'was cancelled after 300.5 s' }],
    ['not-started', { tag: 'check-not-started', why: 'could not be started' }],
  ])('%s', (cause, expected) => {
    for (const reading of [GREEN, RED, { state: 'missing' } as const]) {
      const run = { execution: execution({ cause, exit_code: null, ended_ms: 300_500 }), report: reading };
      expect(judged(NAMED, run)).toEqual({ outcome: 'error', reached: true, ...expected });
    }
  });
});

describe('a check with a report: status and report must agree', () => {
  const failed = execution({ exit_code: 1 });
  it.each<Case>([
    ['passes when both say so', {}, {}, { outcome: 'pass', why: '2 tests' }],
    [
      'fails when both say so',
      {},
      { execution: failed, report: RED },
      { outcome: 'fail', why: '1 failure: subtracts' },
    ],
    [
      'fails with what the assertion expected and got',
      {},
      { execution: failed, report: withMessage('Expected: 6\nReceived: 5') },
      { outcome: 'fail', why: '1 failure: subtracts; expected 6, got 5' },
    ],
    [
      'fails with what the assertion of a required test expected and got',
      { fail_to_pass: ['subtracts'] },
      { execution: failed, report: withMessage('Expected: 6\nReceived: 5') },
      { outcome: 'fail', why: 'required test failed: subtracts; expected 6, got 5' },
    ],
    [
      'is an error when the status is 0 but a test failed',
      {},
      { report: RED },
      { outcome: 'error', tag: 'oracle-inconsistent', why: 'exit status 0, but 1 failure in the report' },
    ],
    [
      'is an error when the status is 0 but a suite failed to load',
      {},
      { report: report({ passed: ['adds'] }, ['broken.test.js']) },
      { outcome: 'error', tag: 'oracle-inconsistent', why: 'exit status 0, but 1 failure in the report' },
    ],
    [
      'is an error when the report passes everything but the status is 1',
      {},
      { execution: failed },
      { outcome: 'error', tag: 'oracle-inconsistent', why: 'exit status 1, but no failure in the report' },
    ],
    [
      'fails when a suite failed to load',
      {},
      { execution: failed, report: report({}, ['x.test.js']) },
      { outcome: 'fail', why: '1 failure: x.test.js' },
    ],
    [
      'is an error when no tests ran',
      {},
      { report: report({}) },
      { outcome: 'error', tag: 'no-tests-ran', why: 'no tests ran' },
    ],
    [
      'is an error when no tests ran and the status is 5',
      {},
      { execution: execution({ exit_code: 5 }), report: report({}) },
      { outcome: 'error', tag: 'no-tests-ran', why: 'no tests ran' },
    ],
    [
      'is an error when every test was skipped',
      {},
      { report: report({ skipped: ['adds'], todo: ['subtracts'] }) },
      { outcome: 'error', tag: 'no-tests-ran', why: 'no tests ran: every test in the report was skipped' },
    ],
    [
      'is an error when the report is missing',
      {},
      { report: { state: 'missing' } },
      { outcome: 'error', tag: 'report-missing', why: 'no junit report was written (exit status 0)' },
    ],
    [
      'is an error when the report was never read',
      {},
      { report: { state: 'none' } },
      { outcome: 'error', tag: 'report-missing', why: 'no junit report was written (exit status 0)' },
    ],
    [
      'is an error when the report cannot be read',
      {},
      { report: { state: 'unreadable', reason: 'cut off\nin line 3' } },
      {
        outcome: 'error',
        tag: 'report-unreadable',
        why: 'the junit report cannot be read: cut off in line 3 (exit status 0)',
      },
    ],
    [
      'names what the runner complained of when its report cannot be read',
      {},
      {
        execution: execution({ exit_code: 1, stderr_head: 'mochaa: not found\nmore\n' }),
        report: { state: 'unreadable', reason: 'the report is empty' },
      },
      {
        outcome: 'error',
        tag: 'report-unreadable',
        why: 'the junit report cannot be read: the report is empty (exit status 1: mochaa: not found)',
      },
    ],
    [
      'says what kept the runner from a required test',
      { fail_to_pass: ['works'] },
      {
        execution: execution({ exit_code: 1 }),
        report: {
          state: 'read',
          artifact: 'a'.repeat(64),
          bytes: 1,
          report: { tests: [], suite_failures: [{ name: 'a.test.js', message: 'Cannot find module x\nat y' }] },
        },
      },
      { outcome: 'fail', why: 'required test did not run: works; a.test.js: Cannot find module x' },
    ],
    [
      'says that a check which failed had tried the network',
      {},
      { execution: execution({ exit_code: 1, network_attempts: 2 }), report: RED },
      { outcome: 'fail', why: expect.stringMatching(/; tried the network 2 times, and checks have none$/) },
    ],
    [
      'is an error when the runner is missing, even with a report of failures',
      {},
      { execution: execution({ exit_code: 127 }), report: RED },
      { outcome: 'error', tag: 'runner-missing', why: 'test runner missing or not executable: exit status 127' },
    ],
    [
      'fails after a crash when the report shows failed tests',
      {},
      { execution: execution({ cause: 'signal', signal: 'SIGABRT', exit_code: 134 }), report: RED },
      { outcome: 'fail', why: '1 failure: subtracts; ended by SIGABRT' },
    ],
    [
      'is an error after a crash with a report that passes everything',
      {},
      { execution: execution({ cause: 'signal', signal: 'SIGKILL', exit_code: null, detail: 'killed' }) },
      { outcome: 'error', tag: 'check-crash', why: 'was ended by SIGKILL (killed)' },
    ],
    [
      'is an error after a crash when only tests failed that are not required',
      { fail_to_pass: ['adds'] },
      { execution: execution({ cause: 'signal', signal: 'SIGKILL', exit_code: null }), report: RED },
      { outcome: 'error', tag: 'check-crash', why: 'was ended by SIGKILL' },
    ],
  ])('%s', (_, declared, run, expected) => {
    expect(judged(declared, run)).toEqual({ reached: true, ...expected });
  });
});

// Holds K5
describe('G3: the named tests must be in the report and must agree with the exit status', () => {
  const failed = execution({ exit_code: 1 });
  it.each<Case>([
    ['passes when all of them passed', NAMED, {}, { outcome: 'pass', why: '2 required tests' }],
    [
      'fails when one of them failed',
      NAMED,
      { execution: failed, report: RED },
      { outcome: 'fail', why: 'required test failed: subtracts' },
    ],
    [
      'passes when only other tests failed and the status says so',
      { fail_to_pass: ['adds'] },
      { execution: failed, report: RED },
      { outcome: 'pass', why: '1 required test' },
    ],
    [
      'fails when one of them was skipped',
      NAMED,
      { report: report({ passed: ['adds'], skipped: ['subtracts'] }) },
      { outcome: 'fail', why: 'required test was skipped: subtracts' },
    ],
    [
      'fails when one of them is still to do',
      NAMED,
      { report: report({ passed: ['adds'], todo: ['subtracts'] }) },
      { outcome: 'fail', why: 'required test was skipped: subtracts' },
    ],
    [
      'is an error, not a failure, when the runner exits 0 but a required test is missing',
      NAMED,
      { report: report({ passed: ['adds'] }) },
      { outcome: 'error', tag: 'oracle-inconsistent', why: 'required test is missing from the report: subtracts' },
    ],
    [
      'fails when a required test is missing because another failed first',
      NAMED,
      { execution: failed, report: report({ failed: ['other'] }) },
      { outcome: 'fail', why: 'required test did not run: subtracts (and 1 more)' },
    ],
    [
      'is an error when the report passes everything but the exit status is 1',
      NAMED,
      { execution: failed },
      { outcome: 'error', tag: 'oracle-inconsistent', why: 'exit status 1, but no failure in the report' },
    ],
    [
      'is an error when the report passes nothing but the exit status is 0',
      NAMED,
      { report: RED },
      { outcome: 'error', tag: 'oracle-inconsistent', why: 'exit status 0, but 1 failure in the report' },
    ],
    [
      'fails when one of two tests of the required name failed',
      { fail_to_pass: ['adds'] },
      { execution: failed, report: report({ passed: ['int > adds'], failed: ['float > adds'] }) },
      { outcome: 'fail', why: 'required test failed: adds' },
    ],
    [
      'finds a test by any of its spellings',
      { fail_to_pass: ['int adds', 'float > adds'] },
      { report: report({ passed: ['int > adds', 'float > adds'] }) },
      { outcome: 'pass', why: '2 required tests' },
    ],
  ])('%s', (_, declared, run, expected) => {
    expect(judged(declared, run)).toEqual({ reached: true, ...expected });
  });

  it('says how every required test stands', () => {
    const run = checkRun({ execution: failed, report: report({ passed: ['a'], failed: ['b'], skipped: ['c'] }) });
    expect(judgeCheckRun(check({ fail_to_pass: ['a', 'b'], pass_to_pass: ['c', 'd'] }), run).required).toEqual([
      { name: 'a', list: 'fail_to_pass', standing: 'passed' },
      { name: 'b', list: 'fail_to_pass', standing: 'failed' },
      { name: 'c', list: 'pass_to_pass', standing: 'skipped' },
      { name: 'd', list: 'pass_to_pass', standing: 'missing' },
    ]);
  });
});

describe('a check that was not run', () => {
  it.each<['patch' | 'build' | 'oracle' | 'interrupted', Partial<CheckOutcome>]>([
    ['patch', { outcome: 'fail' }],
    ['build', { outcome: 'fail' }],
    ['oracle', { outcome: 'error', tag: 'oracle-not-laid' }],
    ['interrupted', { outcome: 'error', tag: 'check-cancelled' }],
  ])('because of %s was not reached', (because, expected) => {
    const run = { not_run: { because, detail: 'why' }, report: { state: 'none' } as const };
    expect(judged({}, run)).toEqual({ reached: false, why: 'not run: why', ...expected });
  });
});

describe('failing tests by name', () => {
  it('puts required tests first, names each once and at most 50', () => {
    const many = report({ failed: ['z', ...Array.from({ length: 60 }, (_, i) => `t${i}`)] }, ['suite']);
    if (many.state !== 'read') throw new Error('unreadable');
    const names = listFailingNames(many.report, [{ name: 'z', list: 'fail_to_pass', standing: 'failed' }]);
    expect(names).toEqual(['z', ...Array.from({ length: 49 }, (_, i) => `t${i}`)]);
  });
});

describe('where the reference solution gives a readable report, a patch without one has prevented it', () => {
  const reference = { readable: true, proven: false, on: 'golden' as const };
  const heldAgainst = (
    declared: Partial<Check>,
    run: Partial<EventPayload<'acceptance_check'>>,
    known: Parameters<typeof judgeCheckRun>[2],
  ) => {
    const { outcome, tag, instead_of, why } = judgeCheckRun(check(declared), checkRun(run), known);
    return [outcome, tag, instead_of, why];
  };
  const PREVENTED: [string, Partial<Check>, Partial<EventPayload<'acceptance_check'>>, string, string][] = [
    [
      'it ends before a report is written',
      {},
      { report: { state: 'missing' } },
      'report-missing',
      'no junit report was written (exit status 0); the reference solution gives a readable one',
    ],
    [
      'what it leaves is no report',
      {},
      { report: { state: 'unreadable', reason: 'cut off' } },
      'report-unreadable',
      'the junit report cannot be read: cut off (exit status 0); the reference solution gives a readable one',
    ],
    [
      'no tests ran',
      {},
      { report: report({}) },
      'no-tests-ran',
      'no tests ran; the reference solution gives a readable one',
    ],
    [
      'all tests are gone',
      {},
      { report: report({ skipped: ['adds'] }) },
      'no-tests-ran',
      'no tests ran: every test in the report was skipped; the reference solution gives a readable one',
    ],
    [
      'it crashes',
      {},
      { execution: execution({ cause: 'signal', signal: 'SIGSEGV', exit_code: 139 }), report: { state: 'missing' } },
      'check-crash',
      'was ended by SIGSEGV; the reference solution gives a readable one',
    ],
    [
      'the runner ends as if it were missing',
      {},
      { execution: execution({ exit_code: 127 }), report: { state: 'missing' } },
      'runner-missing',
      'test runner missing or not executable: exit status 127; the reference solution gives a readable one',
    ],
    [
      'a required test is missing though the status is 0',
      NAMED,
      { report: report({ passed: ['adds'] }) },
      'oracle-inconsistent',
      'required test is missing from the report: subtracts',
    ],
    [
      'a required test failed though the status is 0',
      NAMED,
      { report: RED },
      'oracle-inconsistent',
      'exit status 0, but 1 failure in the report',
    ],
  ];
  it.each(PREVENTED)('fails when %s', (_, declared, run, instead_of, why) => {
    expect(heldAgainst(declared, run, reference)).toEqual(['fail', 'oracle-prevented', instead_of, why]);
  });

  it.each(PREVENTED)(
    'is an error where nothing is known, or the reference leaves none either: %s',
    (_, declared, run, tag) => {
      for (const known of [undefined, { ...reference, readable: false }])
        expect(heldAgainst(declared, run, known).slice(0, 3)).toEqual(['error', tag, undefined]);
    },
  );

  it('says what was run where there is no reference solution', () => {
    const why = heldAgainst({}, { report: { state: 'missing' } }, { ...reference, on: 'base' })[3];
    expect(why).toBe('no junit report was written (exit status 0); the unchanged repository gives a readable one');
  });

  it("a status that contradicts the report alone is the patch's doing only where the reference is proven to pass", () => {
    const run = { execution: execution({ exit_code: 1 }), report: GREEN };
    expect(heldAgainst(NAMED, run, reference).slice(0, 2)).toEqual(['error', 'oracle-inconsistent']);
    expect(heldAgainst(NAMED, run, { ...reference, proven: true })).toEqual([
      'fail',
      'oracle-prevented',
      'oracle-inconsistent',
      'exit status 1, but no failure in the report; the reference solution has both agree',
    ]);
  });

  it.each<[string, Partial<Check>, Partial<EventPayload<'acceptance_check'>>, string]>([
    [
      'a ceiling',
      {},
      { execution: execution({ cause: 'timeout', exit_code: null }), report: { state: 'missing' } },
      'check-timeout',
    ],
    [
      'a limit',
      {},
      { execution: execution({ cause: 'oom', exit_code: null }), report: { state: 'missing' } },
      'check-oom',
    ],
    [
      'a cancellation',
      {},
      { execution: execution({ cause: 'cancelled', exit_code: null }), report: { state: 'missing' } },
      'check-cancelled',
    ],
    [
      'a sandbox that does not start',
      {},
      { execution: execution({ cause: 'not-started', exit_code: null }), report: { state: 'missing' } },
      'check-not-started',
    ],
    [
      'a crash of a check that has an exit status alone',
      { report: 'exit-code' },
      { execution: execution({ cause: 'signal', signal: 'SIGSEGV', exit_code: 139 }), report: { state: 'none' } },
      'check-crash',
    ],
  ])('stays an error: %s', (_, declared, run, tag) => {
    expect(heldAgainst(declared, run, { ...reference, proven: true }).slice(0, 2)).toEqual(['error', tag]);
  });
});

describe('a report that contradicts itself', () => {
  const contradicting = (failed: boolean) =>
    ({
      ...GREEN,
      report: {
        tests: [
          { path: ['adds'], outcome: 'passed' },
          { path: ['subtracts'], outcome: failed ? 'failed' : 'passed' },
        ],
        suite_failures: [],
        contradiction: 'it counts 2 failures and shows 1',
      },
    }) as typeof GREEN;

  it.each([
    [{}, 0, false, 'error'],
    [{ fail_to_pass: ['adds'] }, 1, true, 'error'],
    [{ fail_to_pass: ['subtracts'] }, 1, true, 'fail'],
  ] as const)('lets nothing pass: %j with status %s', (named, exit_code, failed, outcome) => {
    const run = { execution: execution({ exit_code }), report: contradicting(failed) };
    const declared = { fail_to_pass: [...('fail_to_pass' in named ? named.fail_to_pass : [])] };
    expect(judged(declared, run).outcome).toBe(outcome);
  });
});
