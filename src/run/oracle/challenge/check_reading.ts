import type { Check } from '../../../contract/contract_schema.js';
import { groupStatusByName } from '../../../record/checks/evaluate_challenge_round.js';
import type { Execution, TestReportResult } from '../../../record/events/event.js';
import type { TestCase } from '../../../record/tests/test_report.js';

/** Result of one run of a check. `tests` maps names to states; a check without a report is one test without a name. */
export interface CheckReading {
  check: string;
  wall_ms: number;
  /** Processor time; wall time where it was not measured. */
  cpu_ms: number;
  /** True if the check ended by itself and its report, if any, agrees with its exit status. */
  readable: boolean;
  tests: Map<string, 'passed' | 'failed' | 'skipped'>;
  /** Tests of the report under all names that a contract may use. */
  cases: readonly TestCase[];
  /** Printed output, bounded; many runners report failing lines only there. */
  output: string;
}

/** Reads the result of one run of a check. */
export function readCheckRun(check: Check, execution: Execution, report: TestReportResult): CheckReading {
  const { cause, exit_code, usage, stdout, stderr } = execution;
  const output = [stdout.head, stdout.tail, stderr.head, stderr.tail].join('\n');
  const ended = cause === 'exit' && exit_code !== null && exit_code !== 126 && exit_code !== 127;
  const of = (readable: boolean, tests: CheckReading['tests'], cases: readonly TestCase[] = []): CheckReading => ({
    check: check.id,
    wall_ms: usage.wall_ms,
    cpu_ms: usage.cpu_ms ?? usage.wall_ms,
    readable,
    tests,
    cases,
    output,
  });
  if (check.report === 'exit-code') return of(ended, new Map([['', exit_code === 0 ? 'passed' : 'failed']]));
  if (!ended || report.state !== 'read') return of(false, new Map());
  const { tests, suite_failures, counted = 0 } = report.report;
  const standings = groupStatusByName(tests);
  const failures = suite_failures.length + tests.filter(({ outcome }) => outcome === 'failed').length;
  return of((exit_code === 0) === (failures === 0) && tests.length + counted > 0, standings, tests);
}

/** Separator of check and test in calibration names; check ids cannot contain it. */
const SEPARATOR = '\0';
/** Formats the name of a test for calibration. */
export const formatCalibrationName = (check: string, test: string): string => `${check}${SEPARATOR}${test}`;
/** Splits a calibration name into check and test. */
export function splitCalibrationName(name: string): { check: string; test: string } {
  const separatorIndex = name.indexOf(SEPARATOR);
  return { check: name.slice(0, separatorIndex), test: name.slice(separatorIndex + 1) };
}

/**
 * Finds the tests that fail in a run though they pass without wrong expectations, with their names in this run.
 *
 * If the name of a row contains the expected value, a wrong expectation changes the name.
 *
 * @returns undefined if the run cannot be read, or if tests are missing because something did not load
 */
export function findFailedTests(
  seen: readonly CheckReading[],
  baseline: readonly CheckReading[],
): Map<string, string> | undefined {
  const failed = new Map<string, string>();
  for (const before of baseline) {
    if (!before.readable) continue;
    const now = seen.find(({ check }) => check === before.check);
    if (!now?.readable) return undefined;
    const renamed = pairRenamedTests(before, now);
    if (!renamed) return undefined;
    for (const [test, standing] of before.tests) {
      if (standing !== 'passed') continue;
      const name = renamed.get(test) ?? test;
      const current = now.tests.get(name);
      if (current === undefined || current === 'skipped') return undefined;
      if (current === 'failed') failed.set(formatCalibrationName(before.check, test), name);
      // A name that changes although its test passes would be missed in a round.
      else if (name !== test) return undefined;
    }
  }
  return failed;
}

/**
 * Pairs missing rows with new ones: of the same title in the order of the report, else by position.
 *
 * @returns undefined if they cannot be paired
 */
const pairRenamedTests = (before: CheckReading, now: CheckReading): Map<string, string> | undefined =>
  pairByTitle(before, now) ?? pairByPlace(before, now);

/** Pairs tests by position if only their names differ. */
function pairByPlace(before: CheckReading, now: CheckReading): Map<string, string> | undefined {
  const [old, fresh] = [[...before.tests.keys()], [...now.tests.keys()]];
  if (old.length !== fresh.length) return undefined;
  const renamed = new Map<string, string>();
  for (const [i, name] of old.entries()) {
    const other = fresh[i]!;
    if (name === other) continue;
    if (now.tests.has(name) || before.tests.has(other)) return undefined;
    renamed.set(name, other);
  }
  return renamed;
}

function pairByTitle(before: CheckReading, now: CheckReading): Map<string, string> | undefined {
  const lostTests = [...before.tests.keys()].filter((test) => !now.tests.has(test));
  const renamed = new Map<string, string>();
  if (lostTests.length === 0) return renamed;
  const fresh = new Map<string, string[]>();
  for (const test of now.tests.keys())
    if (!before.tests.has(test)) fresh.set(getTitleStem(test), [...(fresh.get(getTitleStem(test)) ?? []), test]);
  const left = new Map<string, string[]>();
  for (const test of lostTests) left.set(getTitleStem(test), [...(left.get(getTitleStem(test)) ?? []), test]);
  for (const [stem, names] of left) {
    const sameStem = fresh.get(stem) ?? [];
    if (sameStem.length !== names.length) return undefined;
    names.forEach((name, i) => void renamed.set(name, sameStem[i]!));
  }
  return renamed;
}

/** Returns the part of a name that all rows of one test share, without parameters in brackets and values. */
const getTitleStem = (name: string): string =>
  name
    .replace(/\[[^\]]*\]$/, '')
    .replace(/(["'`]).*?\1|[-+]?\d[\w.]*|\b(true|false|null|undefined|None|True|False)\b/g, '#');
