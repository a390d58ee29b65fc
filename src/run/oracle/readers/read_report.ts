import type { LogFormat } from '../../../contract/checks/check.js';
import type { ReportFormat } from '../../../contract/contract_schema.js';
import { readPrintedLog, writePassingLog } from './logs/read_printed_log.js';
import { cleanReportText, decodeReport } from './parsing/clean_report_text.js';
import type { FileLookup, ReportReadResult, TestReportFormatSpec } from './parsing/report_reader.js';
import { readGoTestJson, writePassingGoTestJson } from './read_go_test_json.js';
import { readJestJson, writePassingJestJson } from './read_jest_json.js';
import { readJunit, writePassingJunit } from './read_junit.js';
import { readMochaJson, writePassingMochaJson } from './read_mocha_json.js';
import { readNodeTest } from './read_node_test.js';
import { readPytestJunit } from './read_pytest_junit.js';
import { readTap, writePassingTap } from './read_tap.js';

/** Formats that a contract may name, except the one without tests. */
type TestReportFormat = Exclude<ReportFormat, 'exit-code'>;

const FORMAT_SPECS: Record<Exclude<TestReportFormat, 'log'>, TestReportFormatSpec> = {
  junit: { read: readJunit, writePassing: writePassingJunit },
  'pytest-junit': { read: readPytestJunit, writePassing: writePassingJunit },
  tap: { read: readTap, writePassing: writePassingTap },
  'jest-json': { read: readJestJson, writePassing: writePassingJestJson },
  'vitest-json': { read: readJestJson, writePassing: writePassingJestJson },
  'mocha-json': { read: readMochaJson, writePassing: writePassingMochaJson },
  'node-test': { read: readNodeTest, writePassing: writePassingTap },
  'go-test-json': { read: readGoTestJson, writePassing: writePassingGoTestJson },
};

/** Largest report in bytes. */
const MAX_REPORT_BYTES = 32 * 2 ** 20;

/**
 * Reads the bytes that a runner left behind.
 *
 * A report that is too large, of another format, truncated or hostile is `ok: false` with the reason; the function
 * never throws. A report without any test is readable, and the judge decides what that means.
 *
 * @param root repository root inside the sandbox
 * @param log runner of a printed log; only for `log`
 * @param hasFile tells which files the workspace has; without it files of tests follow from names where the report
 *   does not state them
 */
export function readReport(
  format: TestReportFormat,
  bytes: Uint8Array,
  root: string,
  log?: LogFormat,
  hasFile?: FileLookup,
): ReportReadResult {
  if (bytes.byteLength > MAX_REPORT_BYTES) {
    return { ok: false, reason: `the report has ${bytes.byteLength} bytes, more than ${MAX_REPORT_BYTES}` };
  }
  try {
    const decoded = decodeReport(bytes);
    if (!decoded.ok) return decoded;
    const { text } = decoded;
    if (text.trim() === '') return { ok: false, reason: 'the report is empty' };
    const reading = format === 'log' ? readPrintedLog(log, text, root) : FORMAT_SPECS[format].read(text, root, hasFile);
    return reading.ok ? reading : { ok: false, reason: cleanReportText(reading.reason) };
  } catch (error) {
    // a reader met an unknown shape: this counts as a fault of the report and never ends the run
    return {
      ok: false,
      reason: cleanReportText(`cannot be read as ${format}: ${error instanceof Error ? error.message : error}`),
    };
  }
}

/**
 * Writes a report in which all these tests passed, as a forging patch would.
 *
 * @param names full names of tests, titles joined by ` > `
 * @param log runner of a printed log; only for `log`
 */
export function writePassingReport(format: TestReportFormat, names: readonly string[], log?: LogFormat): string {
  return format === 'log' ? writePassingLog(log, names) : FORMAT_SPECS[format].writePassing(names);
}
