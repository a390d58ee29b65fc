import type { ReportFormat } from '../../../contract/schema.js';
import { readGoTestJson } from './go_test_json.js';
import { readJestJson } from './jest_json.js';
import { readJunit } from './junit.js';
import { readMochaJson } from './mocha_json.js';
import { readNodeTest } from './node_test.js';
import { readPytestJunit } from './pytest_junit.js';
import type { Reader, Reading } from './reader.js';
import { readTap } from './tap.js';
import { clean, decode } from './text.js';
import { readVitestJson } from './vitest_json.js';

/** Every format a contract may name, but for the one that reports no tests. */
export type TestReportFormat = Exclude<ReportFormat, 'exit-code'>;

export const readers: Record<TestReportFormat, Reader> = {
  junit: readJunit,
  'pytest-junit': readPytestJunit,
  tap: readTap,
  'jest-json': readJestJson,
  'vitest-json': readVitestJson,
  'mocha-json': readMochaJson,
  'node-test': readNodeTest,
  'go-test-json': readGoTestJson,
};

/** Largest report that is read, in bytes. */
export const MAX_REPORT_BYTES = 32 * 2 ** 20;

/**
 * Reads the bytes that a runner left behind. Whatever they are, the answer is a reading: a report that is too large, of another
 * format, broken off or hostile is `ok: false` with the reason. `root` is the repository root inside the sandbox.
 *
 * A report without any test is readable; what that means is for the judge.
 */
export function readReport(format: TestReportFormat, bytes: Uint8Array, root: string): Reading {
  if (bytes.byteLength > MAX_REPORT_BYTES) {
    return { ok: false, reason: `the report has ${bytes.byteLength} bytes, more than ${MAX_REPORT_BYTES}` };
  }
  try {
    const text = decode(bytes);
    if (text.trim() === '') return { ok: false, reason: 'the report is empty' };
    const reading = readers[format](text, root);
    return reading.ok ? reading : { ok: false, reason: clean(reading.reason) };
  } catch (error) {
    // a reader met a shape it does not know: that is the report's fault until shown otherwise, and never the run's end
    return {
      ok: false,
      reason: clean(`cannot be read as ${format}: ${error instanceof Error ? error.message : error}`),
    };
  }
}
