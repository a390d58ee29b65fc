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
 * Returns the tests that failed in a run though they pass without wrong expectations, each with the name that it had in this run: where
 * the name of a row holds what is expected of it, a wrong expectation gives the row another one.
 *
 * @returns undefined when the run cannot be read, or tests are missing from it: something did not load
 */
export function failedTests(
  seen: readonly CheckReading[],
  baseline: readonly CheckReading[],
): Map<string, string> | undefined {
  const failed = new Map<string, string>();
  for (const before of baseline) {
    if (!before.readable) continue;
    const now = seen.find(({ check }) => check === before.check);
    if (!now?.readable) return undefined;
    const renamed = renamedTests(before, now);
    if (!renamed) return undefined;
    for (const [test, standing] of before.tests) {
      if (standing !== 'passed') continue;
      const name = renamed.get(test) ?? test;
      const current = now.tests.get(name);
      if (current === undefined || current === 'skipped') return undefined;
      if (current === 'failed') failed.set(calibrationName(before.check, test), name);
    }
  }
  return failed;
}

/**
 * Pairs rows that are gone with new ones: of the same title in the order of the report, else by their places in it.
 *
 * @returns undefined when they cannot be paired: tests are missing
 */
const renamedTests = (before: CheckReading, now: CheckReading): Map<string, string> | undefined =>
  pairedByTitle(before, now) ?? pairedByPlace(before, now);

/** Where only names differ, each test stands where it stood. */
function pairedByPlace(before: CheckReading, now: CheckReading): Map<string, string> | undefined {
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

function pairedByTitle(before: CheckReading, now: CheckReading): Map<string, string> | undefined {
  const gone = [...before.tests.keys()].filter((test) => !now.tests.has(test));
  const renamed = new Map<string, string>();
  if (gone.length === 0) return renamed;
  const fresh = new Map<string, string[]>();
  for (const test of now.tests.keys())
    if (!before.tests.has(test)) fresh.set(stemOf(test), [...(fresh.get(stemOf(test)) ?? []), test]);
  const left = new Map<string, string[]>();
  for (const test of gone) left.set(stemOf(test), [...(left.get(stemOf(test)) ?? []), test]);
  for (const [stem, names] of left) {
    const others = fresh.get(stem) ?? [];
    if (others.length !== names.length) return undefined;
    names.forEach((name, i) => void renamed.set(name, others[i]!));
  }
  return renamed;
}

/** Returns what the names of all rows of one test have in common: the parameters in brackets, and values within a title, are left out. */
const stemOf = (name: string): string =>
  name
    .replace(/\[[^\]]*\]$/, '')
    .replace(/(["'`]).*?\1|[-+]?\d[\w.]*|\b(true|false|null|undefined|None|True|False)\b/g, '#');
