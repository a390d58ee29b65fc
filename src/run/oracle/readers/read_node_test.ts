import * as z from 'zod/mini';
import { splitReportLines } from './parsing/clean_report_text.js';
import { parseReportJson } from './parsing/parse_report_json.js';
import type { ReportReader } from './parsing/report_reader.js';
import { TestCollection } from './parsing/test_collection.js';
import { readJunit } from './read_junit.js';
import { readTapPoints } from './read_tap.js';
import { collectPoints, countFailedPoints, type TestPoint } from './test_point.js';

/**
 * Reads any report of node:test: `--test-reporter=junit`, `=tap`, or one JSON object {type, data} per event.
 *
 * A `describe` is no test. A file is no test either; if it fails and nothing in it does (it could not be loaded, it
 * exited with an error) it is a suite failure.
 */
export const readNodeTest: ReportReader = (text, root) => {
  const start = text.trimStart();
  if (start.startsWith('<')) return readJunit(text, root);
  if (start.startsWith('{')) return readEvents(start, root);
  return readTapPoints(text, root, 'absent');
};

const eventSchema = z.object({ type: z.string(), data: z.optional(z.unknown()) });

/** Schema of 'test:pass' and 'test:fail' as node documents them. Errors depend on how the reporter serialised them. */
const dataSchema = z.object({
  name: z.string(),
  nesting: z._default(z.int().check(z.minimum(0), z.maximum(200)), 0),
  file: z.nullish(z.string()),
  skip: z.nullish(z.union([z.string(), z.boolean()])),
  todo: z.nullish(z.union([z.string(), z.boolean()])),
  details: z._default(
    z.object({
      duration_ms: z.nullish(z.number()),
      type: z.nullish(z.string()),
      error: z.optional(z.unknown()),
      passed_on_attempt: z.nullish(z.number()),
    }),
    {},
  ),
});

/** Schema of 'test:summary': of one file, or of the run where no file is named. */
const summarySchema = z.object({
  file: z.nullish(z.string()),
  counts: z.object({ failed: z._default(z.number(), 0), cancelled: z._default(z.number(), 0) }),
});

const readEvents: ReportReader = (text, root) => {
  // a parent is reported after its subtests: levels[n] holds those that wait for a parent at n - 1
  const levels: TestPoint[][] = [];
  let number = 0;
  let counted: number | undefined;
  for (const line of splitReportLines(text)) {
    number++;
    if (line.trim() === '') continue;
    const event = parseReportJson(line, eventSchema);
    if (!event.ok) return { ok: false, reason: `line ${number}: ${event.reason}` };
    const { type, data } = event.value;
    const summary = type === 'test:summary' ? summarySchema.safeParse(data).data : undefined;
    if (summary && !summary.file) counted = summary.counts.failed + summary.counts.cancelled;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const parsed = dataSchema.safeParse(data);
    if (!parsed.success) return { ok: false, reason: `line ${number}: not the data of a ${type} event` };
    const { name, nesting, file, skip, todo, details } = parsed.data;
    const points = levels[nesting + 1] ?? [];
    levels[nesting + 1] = [];
    levels[nesting] ??= [];
    levels[nesting].push({
      name,
      ok: type === 'test:pass',
      // an empty string is a directive without a reason
      directive: isDirectiveSet(todo) ? 'todo' : isDirectiveSet(skip) ? 'skipped' : undefined,
      kind: details.type === 'suite' ? 'suite' : undefined,
      file: file ?? undefined,
      duration_ms: details.duration_ms ?? undefined,
      message: getErrorMessage(details.error),
      flaky: (details.passed_on_attempt ?? 0) > 0,
      points,
    });
  }
  const collection = new TestCollection(root);
  collectPoints(levels[0] ?? [], 'absent', collection);
  for (const orphan of levels.slice(1).flat()) {
    collection.suiteFailure(orphan.name, 'the test it belongs to was never reported: the runner did not finish');
    collection.contradict('the runner did not finish: tests around others were never reported');
  }
  collection.compareFailures(counted, countFailedPoints(levels.flat()));
  return collection.reading();
};

function isDirectiveSet(directive: string | boolean | null | undefined): boolean {
  return typeof directive === 'string' || directive === true;
}

/** Returns the message of the error that a test threw; node wraps it as `cause`. */
function getErrorMessage(error: unknown): string | undefined {
  if (typeof error === 'string') return error;
  if (typeof error !== 'object' || error === null) return undefined;
  const { cause, stack, message } = error as Record<string, unknown>;
  return getErrorMessage(cause) ?? [stack, message].find((text) => typeof text === 'string');
}
