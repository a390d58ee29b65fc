import type { LogFormat } from '../../../../contract/checks/check.js';
import { splitReportLines } from '../parsing/clean_report_text.js';
import type { ReportReadResult } from '../parsing/report_reader.js';
import { TestCollection } from '../parsing/test_collection.js';
import { BUILD_DIALECTS } from './build_dialects.js';
import { CARGO_DIALECT } from './cargo_dialect.js';
import { FAILURE_DIALECTS } from './failure_dialects.js';
import { LINE_DIALECTS } from './line_dialects.js';
import type { LogDialect } from './log_dialect.js';
import { PYTHON_DIALECTS } from './python_dialects.js';
import { TREE_DIALECTS } from './tree_dialects.js';

const DIALECTS: Readonly<Record<LogFormat, LogDialect>> = {
  ...BUILD_DIALECTS,
  cargo: CARGO_DIALECT,
  ...FAILURE_DIALECTS,
  ...LINE_DIALECTS,
  ...PYTHON_DIALECTS,
  ...TREE_DIALECTS,
};

/** Most characters of a line: no runner prints a longer one for a test. */
const MAX_LINE = 8_000;
const MAX_LINES = 1_000_000;

/**
 * Reads the printed log of a test runner. A log is weaker evidence than a report: whatever the code under test prints
 * stands in it. Challenge rounds and the exit status are what is left against that.
 *
 * @param format runner that printed it; a check of the contract cannot leave it out
 */
export function readPrintedLog(format: LogFormat | undefined, text: string, root: string): ReportReadResult {
  if (format === undefined) return { ok: false, reason: 'the check does not say which runner prints the log' };
  const { readTests, readCount, findContradiction } = DIALECTS[format];
  const lines: string[] = [];
  for (const line of splitReportLines(text)) {
    if (lines.length >= MAX_LINES) return { ok: false, reason: `the log has more than ${MAX_LINES} lines` };
    lines.push(line.slice(0, MAX_LINE).replace(/\r$/, ''));
  }
  const tests = readTests(lines);
  const counted = readCount?.(lines) ?? 0;
  if (tests.size === 0 && counted === 0) return { ok: false, reason: `no line of the log is a test of ${format}` };
  const collection = new TestCollection(root);
  for (const [name, outcome] of tests) collection.test({ path: [name], outcome });
  if (counted > 0) collection.count(counted);
  const contradiction = findContradiction?.(lines);
  if (contradiction !== undefined) collection.contradict(contradiction);
  return collection.reading();
}

/** Writes a log in which all these tests passed. */
export const writePassingLog = (format: LogFormat | undefined, names: readonly string[]): string =>
  format === undefined ? '' : names.map((name) => `${DIALECTS[format].writePassing(name)}\n`).join('');
