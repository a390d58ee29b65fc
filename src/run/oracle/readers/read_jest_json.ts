import * as z from 'zod/mini';
import type { TestCase } from '../../../record/tests/test_report.js';
import { stripTerminalEscapes } from './parsing/clean_report_text.js';
import { createArraySchema, parseJsonDocuments } from './parsing/parse_report_json.js';
import type { ReportReader } from './parsing/report_reader.js';
import { TestCollection } from './parsing/test_collection.js';

/** Title of a test or suite. Older versions of jest take any value, and print it as a text. */
const titleSchema = z.union([
  z.string(),
  z.pipe(z.union([z.number(), z.boolean(), z.null()]), z.transform(String)),
  z.pipe(
    z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])),
    z.transform((parts) => parts.join(',')),
  ),
]);

const assertionSchema = z.object({
  ancestorTitles: z._default(createArraySchema(titleSchema), []),
  title: titleSchema,
  status: z.string(),
  duration: z.nullish(z.number()),
  failureMessages: z.nullish(createArraySchema(z.string())),
  retryReasons: z.nullish(createArraySchema(z.string())),
  invocations: z.nullish(z.number()),
});

/** Schema of jest's report (`--json`), which vitest writes, too. Other keys are ignored. */
const resultSchema = z.object({
  testResults: createArraySchema(
    z.object({
      name: z.string(),
      status: z.optional(z.string()),
      message: z.nullish(z.string()),
      testExecError: z.optional(z.unknown()),
      assertionResults: z._default(createArraySchema(assertionSchema), []),
    }),
  ),
  success: z.optional(z.boolean()),
  wasInterrupted: z.optional(z.boolean()),
  numFailedTests: z.optional(z.number()),
  numRuntimeErrorTestSuites: z.optional(z.number()),
});
type JestResult = z.output<typeof resultSchema>;

const OUTCOMES: ReadonlyMap<string, TestCase['outcome']> = new Map([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['pending', 'skipped'],
  ['skipped', 'skipped'],
  ['disabled', 'skipped'],
  ['todo', 'todo'],
]);

/** Heading of jest for failures outside a test: of the file itself, or of an `afterAll` hook. */
const SUITE_FAILED = '● Test suite failed to run';

/**
 * Reads `jest --json --outputFile`, and the same shape by other runners.
 *
 * A file that is failed without a failed test could not be loaded, has no tests, or has a hook that threw. A run that
 * is no success although nothing in it failed (interrupted, unhandled rejection, coverage threshold) is a suite failure
 * named "run".
 *
 * Vitest writes this shape with the same meaning, but less detail: a hook that threw leaves the file failed without a
 * failed test and without a message, and an unhandled rejection shows only in the exit status.
 */
export const readJestJson: ReportReader = (text, root) => {
  const parsed = parseJsonDocuments(text, resultSchema);
  if (!parsed.ok) return parsed;
  const collection = new TestCollection(root);
  for (const result of parsed.values) collectResult(result, collection);
  return collection.reading();
};

function collectResult(result: JestResult, collection: TestCollection): void {
  const earlierCounts = { tests: collection.failed_tests, suites: collection.failed_suites };
  for (const file of result.testResults) {
    for (const test of file.assertionResults) {
      collection.test({
        path: [...test.ancestorTitles, test.title],
        file: file.name,
        // an unknown status is not a pass
        outcome: OUTCOMES.get(test.status) ?? 'failed',
        duration_ms: test.duration ?? undefined,
        message: test.failureMessages?.join('\n') || (OUTCOMES.has(test.status) ? '' : `status "${test.status}"`),
        flaky: hasRetried(test),
      });
    }
    const failing = file.assertionResults.some((test) => (OUTCOMES.get(test.status) ?? 'failed') === 'failed');
    const message = stripTerminalEscapes(file.message ?? '');
    const heading = message.indexOf(SUITE_FAILED);
    if ((file.status === 'failed' && !failing) || file.testExecError || heading !== -1) {
      const failureText = message.slice(Math.max(0, heading)) || 'failed outside its tests';
      collection.suiteFailure(file.name, failureText, { file: file.name });
    }
  }
  const failed = collection.failed_tests - earlierCounts.tests;
  const unloaded = collection.failed_suites - earlierCounts.suites;
  collection.compareFailures(result.numFailedTests, failed);
  collection.compareFailures(result.numRuntimeErrorTestSuites, unloaded);
  if (result.wasInterrupted) {
    collection.suiteFailure('run', 'the run was interrupted');
    collection.contradict('the run was interrupted');
  } else if (result.success === false && failed + unloaded === 0) {
    // A runner that counts no failed test has another reason, such as a threshold of coverage.
    if (result.numFailedTests === undefined) collection.contradict('it is no success, although no test failed');
    collection.suiteFailure('run', 'no success, although no test failed');
  }
}

/**
 * Tells whether a test failed before it passed. Jest lists the reasons of its retries, vitest keeps the messages of the
 * attempts that failed.
 */
function hasRetried({ failureMessages, retryReasons, invocations }: z.output<typeof assertionSchema>): boolean {
  return (failureMessages?.length ?? 0) + (retryReasons?.length ?? 0) > 0 || (invocations ?? 1) > 1;
}

/** Writes a jest report in which all these tests passed. Titles of a name are joined by ` > `. */
export function writePassingJestJson(names: readonly string[]): string {
  const assertionResults = names.map((name) => {
    const titles = name.split(' > ');
    return {
      ancestorTitles: titles.slice(0, -1),
      title: titles.at(-1),
      fullName: titles.join(' '),
      status: 'passed',
      failureMessages: [],
    };
  });
  return JSON.stringify({
    success: true,
    numFailedTests: 0,
    testResults: [{ name: 'all', status: 'passed', assertionResults }],
  });
}
