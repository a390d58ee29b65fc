import { scoreAttempt } from '../../../src/judge/rubric/score_attempt.js';
import { describeCrash } from '../../../src/judge/validation/describe_crash.js';
import { observeProofAttempt } from '../../../src/judge/validation/proof_observation.js';
import type { TestReport } from '../../../src/record/tests/test_report.js';
import { evaluated, execution, givenRecord, notRun, type Said } from '../rubric/given_record.js';
import { declared } from '../rubric/in_short.js';

const contract = {
  build: [
    declared('compile'),
    declared('lint', { kind: 'static' }),
    declared('style', { kind: 'static', mandatory: false }),
  ],
};

/** A check of G2 that prints its own name and ends with a status. */
function ran(type: 'build' | 'static_check', check: string, exit_code: number): Said {
  const head = `start\n${check}.c:1: error: in ${check}\n`;
  const stdout = { ...execution().stdout, head };
  return {
    type,
    payload: { check, run: 1, execution: { ...execution({ exit_code }), stdout }, report: { state: 'none' } },
  };
}

const observe = (...events: Said[]) => {
  const record = givenRecord({ contract, events: evaluated(...events, notRun('build')) });
  return observeProofAttempt({ role: 'golden', name: 'golden', change: '' }, record, scoreAttempt(record)).stopped_at;
};

describe('an attempt of a proof that stops at G2', () => {
  it('says what the build printed', () => {
    const stopped = observe(
      ran('static_check', 'style', 1),
      ran('build', 'compile', 2),
      ran('static_check', 'lint', 0),
    );
    expect(stopped).toEqual({ gate: 'G2', why: 'compile: exit status 2; it printed: compile.c:1: error: in compile' });
  });

  it('says what a static check printed, not what one that decides nothing did', () => {
    const stopped = observe(
      ran('build', 'compile', 0),
      ran('static_check', 'style', 1),
      ran('static_check', 'lint', 1),
    );
    expect(stopped).toEqual({ gate: 'G2', why: 'lint: exit status 1; it printed: lint.c:1: error: in lint' });
  });
});

const read = (report: Partial<TestReport>) => ({
  state: 'read' as const,
  report: { tests: [], suite_failures: [], ...report },
  artifact: 'a'.repeat(64),
  bytes: 1,
});
const failed = (message: string) => read({ tests: [{ path: ['TestA', 'b'], outcome: 'failed', message }] });

describe('a process that died takes along the tests that were still to come', () => {
  it.each<[string, Parameters<typeof describeCrash>, string | undefined]>([
    [
      'a signal',
      [execution({ cause: 'signal', signal: 'SIGSEGV' }), { state: 'none' }],
      'the run was ended by SIGSEGV',
    ],
    ['a panic in Go', [execution(), failed('panic: index out of range\n\ngoroutine 7')], 'TestA > b panics'],
    ['a test without an end', [execution(), failed('did not finish\n')], 'TestA > b does not come to an end'],
    [
      'a file that cannot be loaded',
      [execution(), read({ suite_failures: [{ name: 'a.test.js', message: 'SyntaxError: x\n at y' }] })],
      'a.test.js fails outside any test (SyntaxError: x)',
    ],
    ['a test that only speaks of panic', [execution(), failed('expected no panic: got 1')], undefined],
    ['nothing', [execution(), read({})], undefined],
    ['no report', [execution(), { state: 'missing' }], undefined],
  ])('%s', (_, args, said) => {
    expect(describeCrash(...args)).toBe(said);
  });
});
