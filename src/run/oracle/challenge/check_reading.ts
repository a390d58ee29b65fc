import type { Check } from '../../../contract/schema.js';
import { standingByName } from '../../../record/challenge_round.js';
import type { Execution, ReportReading } from '../../../record/events.js';
import type { TestCase } from '../../../record/test_report.js';

/** How one run of a check came out. Names of tests → their standing; a check without a report is one test without a name. */
export interface CheckReading {
  check: string;
  wall_ms: number;
  /** It ended by itself, and its report, where it has one, agrees with its exit status. */
  readable: boolean;
  tests: Map<string, 'passed' | 'failed' | 'skipped'>;
  /** The tests as the report has them, under all the names that a contract may use. */
  cases: readonly TestCase[];
  /** What it printed, bounded: many runners say only there at which line a test failed. */
  output: string;
}

/** Reads one run of a check. */
export function readCheck(check: Check, execution: Execution, report: ReportReading): CheckReading {
  const { cause, exit_code, usage, stdout, stderr } = execution;
  const output = [stdout.head, stdout.tail, stderr.head, stderr.tail].join('\n');
  const ended = cause === 'exit' && exit_code !== null && exit_code !== 126 && exit_code !== 127;
  const of = (readable: boolean, tests: CheckReading['tests'], cases: readonly TestCase[] = []): CheckReading => ({
    check: check.id,
    wall_ms: usage.wall_ms,
    readable,
    tests,
    cases,
    output,
  });
  if (check.report === 'exit-code') return of(ended, new Map([['', exit_code === 0 ? 'passed' : 'failed']]));
  if (!ended || report.state !== 'read') return of(false, new Map());
  const { tests, suite_failures } = report.report;
  const standings = standingByName(tests);
  const failures = suite_failures.length + tests.filter(({ outcome }) => outcome === 'failed').length;
  return of((exit_code === 0) === (failures === 0) && tests.length > 0, standings, tests);
}

/** Joins check and test to the one name by which calibration knows them; no check id holds the separator. */
const SEPARATOR = '\0';
export const calibrationName = (check: string, test: string): string => `${check}${SEPARATOR}${test}`;
export function splitCalibrationName(name: string): { check: string; test: string } {
  const at = name.indexOf(SEPARATOR);
  return { check: name.slice(0, at), test: name.slice(at + 1) };
}

/**
 * Returns the tests that failed in a run though they pass without wrong expectations.
 *
 * @returns undefined when the run cannot be read, or tests are missing from it: something did not load
 */
export function testsOf(seen: readonly CheckReading[], baseline: readonly CheckReading[]): Set<string> | undefined {
  const failed = new Set<string>();
  for (const before of baseline) {
    if (!before.readable) continue;
    const now = seen.find(({ check }) => check === before.check);
    if (!now?.readable) return undefined;
    for (const [test, standing] of before.tests) {
      if (standing !== 'passed') continue;
      const current = now.tests.get(test);
      if (current === undefined || current === 'skipped') return undefined;
      if (current === 'failed') failed.add(calibrationName(before.check, test));
    }
  }
  return failed;
}
