import type { TestReportResult } from '../events/event.js';
import type { TestCase, TestReport } from '../tests/test_report.js';

/**
 * Replaces renamed files in the test names of a report with the published file names. Runners put file names, or parts
 * of them, into names of tests.
 */
export function restorePublishedNames(
  reading: TestReportResult,
  renamed: Readonly<Record<string, string>>,
): TestReportResult {
  const pairs = listNamePairs(renamed);
  if (reading.state !== 'read' || pairs.length === 0) return reading;
  const back = (text: string) => pairs.reduce((name, [now, before]) => name.replaceAll(now, before), text);
  const test = (one: TestCase): TestCase => ({
    ...one,
    path: one.path.map(back),
    ...(one.file === undefined ? {} : { file: back(one.file) }),
    ...(one.classname === undefined ? {} : { classname: back(one.classname) }),
  });
  const { tests, suite_failures } = reading.report;
  const report: TestReport = {
    ...reading.report,
    tests: tests.map(test),
    suite_failures: suite_failures.map((suite) => ({ ...suite, name: back(suite.name) })),
  };
  return { ...reading, report };
}

/** Returns pairs of new and original name parts, longest first: `a.test.js`, then `a.test`, then `a`. */
function listNamePairs(renamed: Readonly<Record<string, string>>): [now: string, before: string][] {
  const pairs = new Map<string, string>();
  for (const [before, now] of Object.entries(renamed)) {
    const parts = before.split('/');
    now.split('/').forEach((part, i) => {
      const old = parts[i];
      if (old === undefined || old === part) return;
      pairs.set(part, old);
      // Renaming keeps the file extension.
      for (const ending of [/\.\w+$/, /\..*$/]) {
        const stem = part.replace(ending, '');
        if (stem !== part && stem.length >= 7) pairs.set(stem, old.replace(ending, ''));
      }
    });
  }
  return [...pairs].sort((a, b) => b[0].length - a[0].length);
}
