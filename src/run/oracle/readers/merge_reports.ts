import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { TestReport } from '../../../record/tests/test_report.js';
import type { ReportReadResult } from './parsing/report_reader.js';
import { MAX_TESTS } from './parsing/test_collection.js';

/** Merges the reports of several files into one. */
export function mergeReports(reports: readonly TestReport[]): ReportReadResult {
  const tests = reports.flatMap((report) => report.tests);
  if (tests.length > MAX_TESTS) return { ok: false, reason: `the reports name more than ${MAX_TESTS} tests` };
  const counted = reports.reduce((sum, report) => sum + (report.counted ?? 0), 0);
  const contradiction = reports.find((report) => report.contradiction !== undefined)?.contradiction;
  return {
    ok: true,
    report: {
      tests,
      ...(counted > 0 ? { counted } : {}),
      ...omitUndefined({ contradiction }),
      suite_failures: reports.flatMap((report) => report.suite_failures),
    },
  };
}
