import type { TestCase } from '../../../../record/tests/test_report.js';
import { type LogDialect, LoggedTests } from './log_dialect.js';

/** Line of a test; of a doctest the name has blanks, and its line number. */
const BEGINNING = /^test\s{1,40}(\S.{0,2000}?)\s{1,40}\.\.\.(?:\s(.*))?$/;
/** What the test program adds to a name. */
const MODE = /\s-\s(?:should panic|compile fail|compile)$/;
/** Result at the end of a line, with the time of `--report-time` or the reason for which the test is ignored. */
const RESULT = /(ok|FAILED|failed|ignored|bench:)(?:,.*| <[\d.]{1,20}s>| \([^()]{1,100}\)|\s+[\d,.]+ ns\/iter.*)?$/;
const SUMMARY = /^test result: \S+ (\d{1,9}) passed; (\d{1,9}) failed/;

const OUTCOMES: Readonly<Record<string, TestCase['outcome']>> = {
  ok: 'passed',
  FAILED: 'failed',
  failed: 'failed',
  ignored: 'skipped',
  'bench:': 'passed',
};

/** Target of a build whose tests are being printed. */
interface CargoTarget {
  passed: number;
  failed: number;
}

/**
 * Log of `cargo test`: one line a test. What a test prints without capture stands between its name and its result; of
 * the lines up to the next test the last one holds the result.
 */
export const CARGO_DIALECT: LogDialect = {
  readTests: (lines) => readCargoLog(lines).tests,
  findContradiction: (lines) => readCargoLog(lines).contradiction,
  writePassing: (name) => `test ${name} ... ok`,
};

function readCargoLog(lines: readonly string[]): { tests: LoggedTests; contradiction: string | undefined } {
  const tests = new LoggedTests();
  let contradiction: string | undefined;
  let target: CargoTarget = { passed: 0, failed: 0 };
  let pending: { name: string; outcome: TestCase['outcome'] } | undefined;
  let isFailedLine = false;
  const settle = () => {
    if (!pending) return;
    tests.add(pending.name, pending.outcome);
    if (pending.outcome === 'passed') target.passed++;
    if (pending.outcome === 'failed') target.failed++;
    pending = undefined;
  };
  for (const line of lines.map((each) => each.trim())) {
    const [, name, rest = ''] = BEGINNING.exec(line) ?? [];
    const [, passed, failed] = SUMMARY.exec(line) ?? [];
    const listed = /^---- (\S.*) stdout ----$/.exec(line)?.[1];
    if (name !== undefined) {
      settle();
      // A test that never ends has failed.
      isFailedLine = false;
      pending = { name: name.replace(MODE, ''), outcome: readResult(rest) ?? 'failed' };
    } else if (passed !== undefined) {
      settle();
      if (Number(failed) > target.failed || Number(passed) < target.passed)
        contradiction ??=
          `a summary counts ${passed} passed and ${failed} failed tests, and the lines above show ` +
          `${target.passed} and ${target.failed}`;
      target = { passed: 0, failed: 0 };
    } else if (/^running \d{1,9} tests?$/.test(line) || line === 'failures:') settle();
    else if (listed !== undefined) tests.add(listed.replace(MODE, ''), 'failed');
    else if (pending && line !== '' && !isFailedLine) {
      pending.outcome = readResult(line) ?? pending.outcome;
      isFailedLine = /^FAILED\b/.test(line);
    }
  }
  settle();
  return { tests, contradiction };
}

function readResult(text: string): TestCase['outcome'] | undefined {
  const word = RESULT.exec(text.slice(-400))?.[1];
  return word === undefined ? undefined : OUTCOMES[word];
}
