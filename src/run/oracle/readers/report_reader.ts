import type { TestReport } from '../../../record/tests/test_report.js';

/** Result of reading a report: the tests, or the reason why it cannot be read. */
export type ReportReadResult = { ok: true; report: TestReport } | { ok: false; reason: string };

/**
 * Reads one test-report format; it never throws.
 *
 * The text is hostile, possibly truncated, with ANSI codes or a byte-order mark. `root` is the repository root inside
 * the sandbox, to make file names relative.
 */
export type ReportReader = (text: string, root: string) => ReportReadResult;

/** Test-report format: its reader, and a writer for forged reports. */
export interface TestReportFormatSpec {
  read: ReportReader;
  /** Writes a report in which all these tests passed, as a forger would. Titles of a name are joined by ` > `. */
  writePassing: (names: readonly string[]) => string;
}
