import { describeCrash } from '../../../src/judge/validation/describe_crash.js';
import type { TestReport } from '../../../src/record/tests/test_report.js';
import { execution } from '../rubric/given_record.js';

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
