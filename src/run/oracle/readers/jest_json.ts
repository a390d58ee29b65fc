import { z } from 'zod';
import type { TestCase } from '../../../record/test_report.js';
import { Collection } from './collection.js';
import { listOf, parseJson } from './json.js';
import type { Reader } from './reader.js';
import { withoutEscapes } from './text.js';

const assertionSchema = z.object({
  ancestorTitles: listOf(z.string()).default([]),
  title: z.string(),
  status: z.string(),
  duration: z.number().nullish(),
  failureMessages: listOf(z.string()).nullish(),
});

/** The shape that jest defined (`--json`) and vitest took over. Keys we do not decide on are ignored. */
const resultSchema = z.object({
  testResults: listOf(
    z.object({
      name: z.string(),
      status: z.string().optional(),
      message: z.string().nullish(),
      testExecError: z.unknown().optional(),
      assertionResults: listOf(assertionSchema).default([]),
    }),
  ),
  success: z.boolean().optional(),
  wasInterrupted: z.boolean().optional(),
});

const OUTCOMES: ReadonlyMap<string, TestCase['outcome']> = new Map([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['pending', 'skipped'],
  ['skipped', 'skipped'],
  ['disabled', 'skipped'],
  ['todo', 'todo'],
]);

/** jest prints this heading for whatever failed outside a test: the file itself, or an `afterAll` hook. */
const SUITE_FAILED = '● Test suite failed to run';

/**
 * `jest --json --outputFile`, and the same shape by other runners.
 *
 * A file that is failed without a failed test could not be loaded, has no tests, or has a hook that threw. A run that is no success
 * although nothing in it failed (interrupted, unhandled rejection, coverage threshold) is a suite failure named "run".
 */
export const readJestJson: Reader = (text, root) => {
  const parsed = parseJson(text, resultSchema);
  if (!parsed.ok) return parsed;
  const collection = new Collection(root);
  for (const file of parsed.value.testResults) {
    for (const test of file.assertionResults) {
      collection.test({
        path: [...test.ancestorTitles, test.title],
        file: file.name,
        // a status we do not know is nothing to pass on
        outcome: OUTCOMES.get(test.status) ?? 'failed',
        duration_ms: test.duration ?? undefined,
        message: test.failureMessages?.join('\n') || (OUTCOMES.has(test.status) ? '' : `status "${test.status}"`),
      });
    }
    const failing = file.assertionResults.some((test) => (OUTCOMES.get(test.status) ?? 'failed') === 'failed');
    const message = withoutEscapes(file.message ?? '');
    const heading = message.indexOf(SUITE_FAILED);
    if ((file.status === 'failed' && !failing) || file.testExecError || heading !== -1) {
      collection.suiteFailure(file.name, message.slice(Math.max(0, heading)) || 'failed outside its tests');
    }
  }
  if (parsed.value.wasInterrupted) collection.suiteFailure('run', 'the run was interrupted');
  else if (parsed.value.success === false && !collection.failing) {
    collection.suiteFailure('run', 'no success, although no test failed');
  }
  return collection.reading();
};
