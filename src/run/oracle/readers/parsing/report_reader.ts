import type { TestReport } from '../../../../record/tests/test_report.js';

/** Result of reading a report: the tests, or the reason why it cannot be read. */
export type ReportReadResult = { ok: true; report: TestReport } | { ok: false; reason: string };

/** Tells whether the workspace has a file, by its path below the root of the repository or below the check's folder. */
export type FileLookup = (path: string) => boolean;

/**
 * Reads one test-report format; it never throws.
 *
 * The text is hostile, possibly truncated, with ANSI codes or a byte-order mark. `root` is the repository root inside
 * the sandbox, to make file names relative. Without `hasFile` nothing is known of the workspace.
 */
export type ReportReader = (text: string, root: string, hasFile?: FileLookup) => ReportReadResult;

/** Test-report format: its reader, and a writer for forged reports. */
export interface TestReportFormatSpec {
  read: ReportReader;
  /** Writes a report in which all these tests passed, as a forger would. Titles of a name are joined by ` > `. */
  writePassing: (names: readonly string[]) => string;
}
