import { readFileSync } from 'node:fs';
import type { ReportReadResult } from '../../../../src/run/oracle/readers/parsing/report_reader.js';
import { readReport } from '../../../../src/run/oracle/readers/read_report.js';

type TestReportFormat = Parameters<typeof readReport>[0];

const REPORTS = new URL('../../../fixtures/reports/', import.meta.url);

/** The bytes of a recorded report. */
export function givenReport(name: string): Uint8Array {
  return readFileSync(new URL(name, REPORTS));
}

/** A reading of a recorded report whose repository root was /work. */
export function readFixture(format: TestReportFormat, name: string): ReportReadResult {
  return readReport(format, givenReport(name), '/work');
}

/** Reads text as a runner would have left it, with the repository at /work. */
export function readText(format: TestReportFormat, text: string): ReportReadResult {
  return readReport(format, new TextEncoder().encode(text), '/work');
}

/** A reading without times and messages, one line per test: "outcome  a > b  (file)", then the suite failures. */
export function outline(reading: ReportReadResult): string[] {
  if (!reading.ok) return [`unreadable: ${reading.reason}`];
  return [
    ...reading.report.tests.map(({ outcome, path, file }) =>
      [outcome.padEnd(7), path.join(' > '), ...(file ? [`(${file})`] : [])].join(' '),
    ),
    ...reading.report.suite_failures.map(({ name }) => `suite   ${name}`),
  ];
}
