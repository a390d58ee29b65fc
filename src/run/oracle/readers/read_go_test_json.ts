import * as z from 'zod/mini';
import { splitReportLines } from './parsing/clean_report_text.js';
import { parseReportJson } from './parsing/parse_report_json.js';
import type { ReportReader } from './parsing/report_reader.js';
import { type ReportedTest, TestCollection } from './parsing/test_collection.js';

/** Schema of one line of `go test -json`, see `go doc test2json`. */
const eventSchema = z.object({
  Action: z.string(),
  Package: z._default(z.string(), ''),
  ImportPath: z.optional(z.string()),
  FailedBuild: z.optional(z.string()),
  Test: z.optional(z.string()),
  /** Seconds. */
  Elapsed: z.optional(z.number()),
  Output: z.optional(z.string()),
});
type GoTestEvent = z.output<typeof eventSchema>;

interface GoTestRun {
  test: ReportedTest;
  output: string;
  ended: boolean;
  /** Result that stands behind other output on a line, so that no event tells it. */
  printed?: ReportedTest['outcome'];
}

interface GoPackage {
  output: string;
  /** True if a test failed since the package began. */
  failing: boolean;
  /** True if the test program printed its own last line. */
  concluded: boolean;
  /** Last end of the package; a failure stays. */
  end?: GoTestEvent;
  /** True if the package failed, and no test of it had by then. */
  unexplained: boolean;
  running: Set<GoTestRun>;
}

const MAX_OUTPUT = 4_000;

/** Most malformed lines, each of which costs an exception. Compiler output may have lines that begin with a brace. */
const MAX_MALFORMED = 10_000;

/** Lines that the test framework itself prints around a test. */
const FRAMING = /^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)\s|--- (?:PASS|FAIL|SKIP): )/;

/** Result of a test behind output without a line break. */
const PRINTED_RESULT = /--- (PASS|FAIL|SKIP): (\S+) \(\d{1,9}(?:\.\d{1,9})?s\)\s*$/;
const PRINTED_OUTCOMES = { PASS: 'passed', FAIL: 'failed', SKIP: 'skipped' } as const;

/**
 * Reads `go test -json`, or the output of `test2json`.
 *
 * A parent is a test of its own in Go, beside its subtests ("Parent/child" becomes ["Parent", "child"]); the package
 * is the classname. A package that fails without a failing test (build failure, panic, os.Exit) or never ends is a
 * suite failure, which may be one of each of its tests. A test without an end has the result that its output shows
 * behind other text, if the test program came to its end. Lines that are not events (compiler output) are kept as the
 * message of the packages that failed.
 */
export const readGoTestJson: ReportReader = (text, root) => {
  const packages = new Map<string, GoPackage>();
  const tests: GoTestRun[] = [];
  const latest = new Map<string, GoTestRun>();
  const builds = new Map<string, string>();
  let events = 0;
  let malformed = 0;
  let stray = '';

  for (const line of splitReportLines(text)) {
    if (line.trim() === '') continue;
    const parsed = line.startsWith('{') ? parseReportJson(line, eventSchema) : { ok: false as const };
    if (!parsed.ok) {
      stray = appendOutput(stray, `${line}\n`);
      if (line.startsWith('{') && ++malformed > MAX_MALFORMED) {
        return { ok: false, reason: `more than ${MAX_MALFORMED} lines are broken JSON` };
      }
      continue;
    }
    events++;
    const event = parsed.value;
    if (event.ImportPath !== undefined && event.Action.startsWith('build-')) {
      builds.set(event.ImportPath, appendOutput(builds.get(event.ImportPath) ?? '', event.Output ?? ''));
      continue;
    }
    const owner = packages.get(event.Package) ?? createPackage();
    packages.set(event.Package, owner);
    if (event.Action === 'output') notePrintedResult(event, latest);
    if (event.Test === undefined) handlePackageEvent(owner, event);
    else handleTestEvent(owner, event, tests, latest);
  }
  if (events === 0) return { ok: false, reason: 'no line is an event of go test -json' };

  const collection = new TestCollection(root);
  for (const { test, output, ended } of tests)
    collection.test(ended ? { ...test, message: output } : { ...test, message: `did not finish\n${output}` });
  for (const [name, { end, unexplained, output }] of packages) {
    const build = end?.FailedBuild === undefined ? '' : (builds.get(end.FailedBuild) ?? '');
    const place = { classname: name };
    if (!end) collection.suiteFailure(name, `the package did not finish\n${output}${stray}`, place);
    else if (unexplained) collection.suiteFailure(name, build + output + stray, place);
  }
  // a build failed and no package reports it
  if (packages.size === 0) for (const [name, output] of builds) collection.suiteFailure(name, output + stray);
  return collection.reading();
};

const createPackage = (): GoPackage => ({
  output: '',
  failing: false,
  concluded: false,
  unexplained: false,
  running: new Set(),
});

function handlePackageEvent(owner: GoPackage, event: GoTestEvent): void {
  if (event.Action === 'output') {
    owner.output = appendOutput(owner.output, event.Output ?? '');
    owner.concluded ||= /^(?:PASS|FAIL)\s*$/.test(event.Output ?? '');
  }
  if (event.Action !== 'pass' && event.Action !== 'fail' && event.Action !== 'skip') return;
  for (const run of owner.running) {
    if (run.printed === undefined || !(owner.concluded || event.Action === 'pass')) continue;
    run.ended = true;
    run.test.outcome = run.printed;
    owner.running.delete(run);
    owner.failing ||= run.printed === 'failed';
  }
  // A test that never ended explains the failure.
  owner.unexplained ||= event.Action === 'fail' && !owner.failing && owner.running.size === 0;
  if (owner.end?.Action !== 'fail') owner.end = event;
  Object.assign(owner, { failing: false, concluded: false, running: new Set() });
}

function handleTestEvent(
  owner: GoPackage,
  event: GoTestEvent,
  tests: GoTestRun[],
  latest: Map<string, GoTestRun>,
): void {
  const key = JSON.stringify([event.Package, event.Test]);
  let running = latest.get(key);
  // with -count=2 a test runs again under the same name; output may still follow its end
  if (!running || (running.ended && event.Action === 'run')) {
    running = {
      test: { path: event.Test!.split('/'), classname: event.Package, outcome: 'failed' },
      output: '',
      ended: false,
    };
    latest.set(key, running);
    tests.push(running);
    owner.running.add(running);
  }
  switch (event.Action) {
    case 'output':
      if (!FRAMING.test(event.Output ?? '')) running.output = appendOutput(running.output, event.Output ?? '');
      break;
    case 'pass':
    case 'bench':
    case 'skip':
    case 'fail':
      running.ended = true;
      owner.running.delete(running);
      running.test.outcome = event.Action === 'fail' ? 'failed' : event.Action === 'skip' ? 'skipped' : 'passed';
      if (event.Elapsed !== undefined) running.test.duration_ms = event.Elapsed * 1000;
      if (event.Action === 'fail') owner.failing = true;
  }
}

/** Notes the result of a test that a line of output shows, whichever test go attributes that line to. */
function notePrintedResult({ Package, Output = '' }: GoTestEvent, latest: ReadonlyMap<string, GoTestRun>): void {
  const [, word, name] = PRINTED_RESULT.exec(Output.slice(-MAX_OUTPUT)) ?? [];
  const run = word === undefined ? undefined : latest.get(JSON.stringify([Package, name]));
  // A failure that was printed stays.
  if (run && run.printed !== 'failed') run.printed = PRINTED_OUTCOMES[word as keyof typeof PRINTED_OUTCOMES];
}

function appendOutput(text: string, more: string): string {
  return text.length >= MAX_OUTPUT ? text : text + more.slice(0, MAX_OUTPUT);
}

/** Writes the output of `go test -json` in which all these tests passed. */
export function writePassingGoTestJson(names: readonly string[]): string {
  return names.map((name) => `${JSON.stringify({ Action: 'pass', Package: 'all', Test: name })}\n`).join('');
}
