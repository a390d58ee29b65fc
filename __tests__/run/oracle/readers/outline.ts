import { readFileSync } from 'node:fs';
import type { Reading } from '../../../../src/run/oracle/readers/reader.js';
import { readReport, type TestReportFormat } from '../../../../src/run/oracle/readers/registry.js';

const REPORTS = new URL('../../../fixtures/reports/', import.meta.url);

/** The bytes of a recorded report. */
export function givenReport(name: string): Uint8Array {
  return readFileSync(new URL(name, REPORTS));
}

/** A reading of a recorded report whose repository root was /work. */
export function readFixture(format: TestReportFormat, name: string): Reading {
  return readReport(format, givenReport(name), '/work');
}

/** Reads text as a runner would have left it, with the repository at /work. */
export function readText(format: TestReportFormat, text: string): Reading {
  return readReport(format, new TextEncoder().encode(text), '/work');
}

/** A reading without times and messages, one line per test: "outcome  a > b  (file)", then the suite failures. */
export function outline(reading: Reading): string[] {
  if (!reading.ok) return [`unreadable: ${reading.reason}`];
  return [
    ...reading.report.tests.map(({ outcome, path, file }) =>
      [outcome.padEnd(7), path.join(' > '), ...(file ? [`(${file})`] : [])].join(' '),
    ),
    ...reading.report.suite_failures.map(({ name }) => `suite   ${name}`),
  ];
}
