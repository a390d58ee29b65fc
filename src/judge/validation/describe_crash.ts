import type { Execution, TestReportResult } from '../../record/events/event.js';
import { formatTestName } from '../../record/tests/test_report.js';
import { toOneLine } from '../rubric/text/to_one_line.js';

/** Output of Go when a test ends the process of its package, and the message of its reader for unfinished tests. */
const ENDS_THE_PROCESS = /^\s*(panic: |fatal error: )/m;
const DID_NOT_FINISH = /^did not finish/;

/**
 * Describes what kept tests of a run from running. A process that dies takes the remaining tests with it.
 *
 * @returns undefined if nothing shows that the process died
 */
export function describeCrash(execution: Execution | undefined, report: TestReportResult): string | undefined {
  if (execution?.cause === 'signal') return `the run was ended by ${execution.signal ?? 'a signal'}`;
  if (report.state !== 'read') return undefined;
  for (const test of report.report.tests) {
    if (test.outcome !== 'failed' || test.message === undefined) continue;
    if (ENDS_THE_PROCESS.test(test.message)) return `${toOneLine(formatTestName(test), 120)} panics`;
    if (DID_NOT_FINISH.test(test.message)) return `${toOneLine(formatTestName(test), 120)} does not come to an end`;
  }
  const [suite] = report.report.suite_failures;
  if (!suite) return undefined;
  const message = toOneLine((suite.message ?? '').trimStart().split('\n', 1)[0]!, 120);
  return `${toOneLine(suite.name, 120)} fails outside any test${message === '' ? '' : ` (${message})`}`;
}
