import { z } from 'zod';
import { Collection, type Observed } from './collection.js';
import { parseJson } from './json.js';
import type { Reader } from './reader.js';
import { linesOf } from './text.js';

/** One line of `go test -json`, see `go doc test2json`. */
const eventSchema = z.object({
  Action: z.string(),
  Package: z.string().default(''),
  ImportPath: z.string().optional(),
  FailedBuild: z.string().optional(),
  Test: z.string().optional(),
  Elapsed: z.number().optional().describe('seconds'),
  Output: z.string().optional(),
});
type Event = z.output<typeof eventSchema>;

interface Running {
  test: Observed;
  output: string;
  ended: boolean;
}

interface Package {
  output: string;
  failing: boolean;
  end?: Event;
}

const MAX_OUTPUT = 4_000;

/** Compiler output may have lines that begin with a brace, but not this many; each costs an exception. */
const MAX_MALFORMED = 10_000;

/** What the test framework itself prints around a test. */
const FRAMING = /^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)\s|--- (?:PASS|FAIL|SKIP): )/;

/**
 * `go test -json`, or the output of `test2json`.
 *
 * A parent is a test of its own in Go, beside its subtests ("Parent/child" becomes ["Parent", "child"]); the package is the classname.
 * A package that fails without a failing test (build failure, panic, os.Exit) or never ends is a suite failure. Lines that are not
 * events (compiler output) are kept as the message of the packages that failed.
 */
export const readGoTestJson: Reader = (text, root) => {
  const packages = new Map<string, Package>();
  const tests: Running[] = [];
  const latest = new Map<string, Running>();
  const builds = new Map<string, string>();
  let events = 0;
  let malformed = 0;
  let stray = '';

  for (const line of linesOf(text)) {
    if (line.trim() === '') continue;
    const parsed = line.startsWith('{') ? parseJson(line, eventSchema) : { ok: false as const };
    if (!parsed.ok) {
      stray = keep(stray, `${line}\n`);
      if (line.startsWith('{') && ++malformed > MAX_MALFORMED) {
        return { ok: false, reason: `more than ${MAX_MALFORMED} lines are broken JSON` };
      }
      continue;
    }
    events++;
    const event = parsed.value;
    if (event.ImportPath !== undefined && event.Action.startsWith('build-')) {
      builds.set(event.ImportPath, keep(builds.get(event.ImportPath) ?? '', event.Output ?? ''));
      continue;
    }
    const owner = packages.get(event.Package) ?? { output: '', failing: false };
    packages.set(event.Package, owner);
    if (event.Test === undefined) packageEvent(owner, event);
    else testEvent(owner, event, tests, latest);
  }
  if (events === 0) return { ok: false, reason: 'no line is an event of go test -json' };

  const collection = new Collection(root);
  for (const { test, output, ended } of tests) {
    collection.test(ended ? { ...test, message: output } : { ...test, message: `did not finish\n${output}` });
    if (!ended) packages.get(test.classname ?? '')!.failing = true;
  }
  for (const [name, { end, failing, output }] of packages) {
    const build = end?.FailedBuild === undefined ? '' : (builds.get(end.FailedBuild) ?? '');
    if (!end) collection.suiteFailure(name, `the package did not finish\n${output}${stray}`);
    else if (end.Action === 'fail' && !failing) collection.suiteFailure(name, build + output + stray);
  }
  // a build that failed and that no package owns up to
  if (packages.size === 0) for (const [name, output] of builds) collection.suiteFailure(name, output + stray);
  return collection.reading();
};

function packageEvent(owner: Package, event: Event): void {
  if (event.Action === 'output') owner.output = keep(owner.output, event.Output ?? '');
  if (event.Action === 'pass' || event.Action === 'fail' || event.Action === 'skip') owner.end = event;
}

function testEvent(owner: Package, event: Event, tests: Running[], latest: Map<string, Running>): void {
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
      if (!FRAMING.test(event.Output ?? '')) running.output = keep(running.output, event.Output ?? '');
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

function keep(text: string, more: string): string {
  return text.length >= MAX_OUTPUT ? text : text + more.slice(0, MAX_OUTPUT);
}
