import type { Execution, ReportReading } from '../../record/events.js';
import { testName } from '../../record/test_report.js';
import { oneLine } from '../rubric/why.js';

/** What Go prints when a test ends the process of its package, and what its reader says of tests that never came to an end. */
const ENDS_THE_PROCESS = /^\s*(panic: |fatal error: )/m;
const DID_NOT_FINISH = /^did not finish/;

/**
 * Says what kept tests of a run from running: a process that died takes along the tests that were still to come.
 *
 * @returns undefined if nothing shows that the process died
 */
export function crashOf(execution: Execution | undefined, report: ReportReading): string | undefined {
  if (execution?.cause === 'signal') return `the run was ended by ${execution.signal ?? 'a signal'}`;
  if (report.state !== 'read') return undefined;
  for (const test of report.report.tests) {
    if (test.outcome !== 'failed' || test.message === undefined) continue;
    if (ENDS_THE_PROCESS.test(test.message)) return `${oneLine(testName(test), 120)} panics`;
    if (DID_NOT_FINISH.test(test.message)) return `${oneLine(testName(test), 120)} does not come to an end`;
  }
  const [suite] = report.report.suite_failures;
  if (!suite) return undefined;
  const said = oneLine((suite.message ?? '').trimStart().split('\n', 1)[0]!, 120);
  return `${oneLine(suite.name, 120)} fails outside any test${said === '' ? '' : ` (${said})`}`;
}
