import type { TestReport } from '../../../record/test_report.js';

/** What a reader makes of a report file: the tests, or why it cannot be read. Never an exception. */
export type Reading = { ok: true; report: TestReport } | { ok: false; reason: string };

/**
 * One test-report format. Input is the file's text as the runner left it: hostile, possibly truncated, with ANSI
 * codes or a byte-order mark. `root` is the repository root inside the sandbox, to make file names relative.
 */
export type Reader = (text: string, root: string) => Reading;
