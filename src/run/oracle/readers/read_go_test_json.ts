import { z } from 'zod';
import { splitReportLines } from './clean_report_text.js';
import { parseReportJson } from './parse_report_json.js';
import type { ReportReader } from './report_reader.js';
import { type ReportedTest, TestCollection } from './test_collection.js';

/** Schema of one line of `go test -json`, see `go doc test2json`. */
const eventSchema = z.object({
  Action: z.string(),
  Package: z.string().default(''),
  ImportPath: z.string().optional(),
  FailedBuild: z.string().optional(),
  Test: z.string().optional(),
  Elapsed: z.number().optional().describe('seconds'),
  Output: z.string().optional(),
});
type GoTestEvent = z.output<typeof eventSchema>;

interface GoTestRun {
  test: ReportedTest;
  output: string;
  ended: boolean;
}

interface GoPackage {
  output: string;
  failing: boolean;
  end?: GoTestEvent;
}

const MAX_OUTPUT = 4_000;

/** Most malformed lines, each of which costs an exception. Compiler output may have lines that begin with a brace. */
const MAX_MALFORMED = 10_000;

/** Lines that the test framework itself prints around a test. */
const FRAMING = /^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)\s|--- (?:PASS|FAIL|SKIP): )/;

/**
 * Reads `go test -json`, or the output of `test2json`.
 *
 * A parent is a test of its own in Go, beside its subtests ("Parent/child" becomes ["Parent", "child"]); the package is
 * the classname. A package that fails without a failing test (build failure, panic, os.Exit) or never ends is a suite
 * failure. Lines that are not events (compiler output) are kept as the message of the packages that failed.
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
    const owner = packages.get(event.Package) ?? { output: '', failing: false };
    packages.set(event.Package, owner);
    if (event.Test === undefined) handlePackageEvent(owner, event);
    else handleTestEvent(owner, event, tests, latest);
  }
  if (events === 0) return { ok: false, reason: 'no line is an event of go test -json' };

  const collection = new TestCollection(root);
  for (const { test, output, ended } of tests) {
    collection.test(ended ? { ...test, message: output } : { ...test, message: `did not finish\n${output}` });
    if (!ended) packages.get(test.classname ?? '')!.failing = true;
  }
  for (const [name, { end, failing, output }] of packages) {
    const build = end?.FailedBuild === undefined ? '' : (builds.get(end.FailedBuild) ?? '');
    if (!end) collection.suiteFailure(name, `the package did not finish\n${output}${stray}`);
    else if (end.Action === 'fail' && !failing) collection.suiteFailure(name, build + output + stray);
  }
  // a build failed and no package reports it
  if (packages.size === 0) for (const [name, output] of builds) collection.suiteFailure(name, output + stray);
  return collection.reading();
};

function handlePackageEvent(owner: GoPackage, event: GoTestEvent): void {
  if (event.Action === 'output') owner.output = appendOutput(owner.output, event.Output ?? '');
  if (event.Action === 'pass' || event.Action === 'fail' || event.Action === 'skip') owner.end = event;
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
      running.test.outcome = event.Action === 'fail' ? 'failed' : event.Action === 'skip' ? 'skipped' : 'passed';
      if (event.Elapsed !== undefined) running.test.duration_ms = event.Elapsed * 1000;
      if (event.Action === 'fail') owner.failing = true;
  }
}

function appendOutput(text: string, more: string): string {
  return text.length >= MAX_OUTPUT ? text : text + more.slice(0, MAX_OUTPUT);
}

/** Writes the output of `go test -json` in which all these tests passed. */
export function writePassingGoTestJson(names: readonly string[]): string {
  return names.map((name) => `${JSON.stringify({ Action: 'pass', Package: 'all', Test: name })}\n`).join('');
}
