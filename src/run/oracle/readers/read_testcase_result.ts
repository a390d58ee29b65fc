import { findXmlChildren, type XmlElement } from './parsing/parse_xml.js';
import type { ReportedTest } from './parsing/test_collection.js';

/** Words by which writers say in an attribute that a test failed. */
const FAILED_WORDS: ReadonlySet<string> = new Set(
  'fail failed failure failing error errored err ko broken crash crashed timeout timedout timed_out aborted killed'.split(
    ' ',
  ),
);
const SKIPPED_WORDS: ReadonlySet<string> = new Set(['notrun', 'disabled', 'skipped', 'ignored', 'suppressed']);

/** Reads the outcome, message and duration of a `<testcase>`, on which all writers agree. */
export function readTestcaseResult(
  testcase: XmlElement,
): Pick<ReportedTest, 'outcome' | 'duration_ms' | 'message' | 'flaky'> {
  const { attributes } = testcase;
  const { failures, retries } = findFailureElements(testcase);
  const skips = findXmlChildren(testcase, 'skipped', 'ignored', 'disabled');
  const words = [attributes.status, attributes.result, attributes.outcome].map((word) => word?.toLowerCase() ?? '');
  const failed =
    failures.length > 0 ||
    attributes.failure !== undefined ||
    words.some((word) => FAILED_WORDS.has(word)) ||
    [attributes.success, attributes.passed].some((value) => value?.toLowerCase() === 'false');
  // surefire repeats a failed test: `flakyFailure` where it passed then, `rerunFailure` where it failed again.
  const repeated = retries.some(({ name }) => /^rerun/i.test(name));
  // node:test writes a failure beside <skipped type="todo">: a test marked as todo may fail. pytest has its own word.
  const todo = skips.some((skip) => skip.attributes.type === 'todo');
  const expected = skips.some((skip) => skip.attributes.type === 'pytest.xfail');
  const skipped = skips.length > 0 || words.some((word) => SKIPPED_WORDS.has(word));
  const outcome = todo ? 'todo' : failed || repeated ? 'failed' : expected ? 'todo' : skipped ? 'skipped' : 'passed';
  return {
    outcome,
    duration_ms: parseMilliseconds(testcase),
    message: [...failures, ...retries].map(getFailureMessage).join('\n') || attributes.failure,
    flaky: retries.length > 0,
  };
}

/** Finds the elements of a test that tell failures, and those that tell failures of runs that were repeated. */
export function findFailureElements(testcase: XmlElement): { failures: XmlElement[]; retries: XmlElement[] } {
  const failureElements = testcase.children.filter(({ name }) => /fail|error/i.test(name) && !/^system/i.test(name));
  const isRetry = ({ name }: XmlElement) => /^(?:flaky|rerun)/i.test(name);
  return { failures: failureElements.filter((element) => !isRetry(element)), retries: failureElements.filter(isRetry) };
}

/** Returns message attribute and text, without repeating the message. */
export function getFailureMessage(failure: XmlElement): string {
  const message = failure.attributes.message ?? '';
  const text = failure.text.trim();
  return text.includes(message) ? text : `${message}\n${text}`;
}

/** Parses a duration in seconds, with surefire's thousands separators, as milliseconds. */
function parseMilliseconds(testcase: XmlElement): number | undefined {
  const seconds = testcase.attributes.time?.replaceAll(',', '');
  return seconds ? Number(seconds) * 1000 : undefined;
}
