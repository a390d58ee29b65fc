import fc from 'fast-check';
import { condenseTestMessage } from '../../../../src/publish/report/view/condense_test_message.js';

const STACK =
  '    at Test.run (node:internal/test_runner/test:796:25)\n    at node:internal/test_runner/harness:255:12';
const INSPECTED = `Expected values to be strictly equal:-1 !== 3
Error [ERR_TEST_FAILURE]: Expected values to be strictly equal:

-1 !== 3

    at AsyncResource.runInAsyncScope (node:async_hooks:206:9) {
  code: 'ERR_TEST_FAILURE',
  failureType: 'testCodeFailure',
  cause: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
${'  '}
  -1 !== 3
${'  '}
      at AsyncResource.runMicrotask (node:internal/process/task_queues:137:8) {
    generatedMessage: true,
    code: 'ERR_ASSERTION',
    actual: -1,
    expected: 3,
    operator: 'strictEqual'
  }
}`;
const DIFF = "+ actual - expected\n\n+ 'abcde…'\n- 'abcde'\n        ^\n";
const TEXTS = `Expected values to be strictly equal:${DIFF.replaceAll('\n', '')}
[Error [ERR_TEST_FAILURE]: Expected values to be strictly equal:
${DIFF}] {
  code: 'ERR_TEST_FAILURE',
  failureType: 'testCodeFailure',
  cause: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
${DIFF}
      at TestContext.<anonymous> (file:///work/test/shorten.test.js:7:36) {
    generatedMessage: true,
    code: 'ERR_ASSERTION',
    actual: 'abcde…',
    expected: 'abcde',
    operator: 'strictEqual'
  }
}`;

describe('a message of a failed test is condensed', () => {
  it.each([
    ['node:test, values', INSPECTED, 'Expected values to be strictly equal:\nexpected 3, got -1'],
    ['node:test, texts', TEXTS, "Expected values to be strictly equal:\nexpected 'abcde', got 'abcde…'"],
    [
      'node:test, an exception',
      `[Error [ERR_TEST_FAILURE]: not a duration: 1h] {\n  code: 'ERR_TEST_FAILURE',\n  cause: RangeError [Error]: not a duration: 1h\n${STACK}\n}`,
      'not a duration: 1h',
    ],
    [
      'node:test, no exception',
      "[Error [ERR_TEST_FAILURE]: Missing expected exception (RangeError).] {\n  cause: AssertionError [ERR_ASSERTION]: Missing expected exception (RangeError).\n    actual: undefined,\n    operator: 'throws'\n}",
      'Missing expected exception (RangeError).\nactual: undefined,',
    ],
    [
      'jest',
      `Error: expect(received).toBe(expected)\n\nExpected: "a b"\nReceived: "ab"\n${STACK}`,
      'expect(received).toBe(expected)\nExpected: "a b"\nReceived: "ab"',
    ],
    ['pytest', 'AssertionError: assert 5 == 6\n +  where 5 = add(2, 3)', 'assert 5 == 6\n+  where 5 = add(2, 3)'],
    ['only a stack', STACK.trim(), STACK.trim()],
    [
      'a long comparison',
      Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n'),
      'line 0\nline 1\nline 2\nline 3\nline 4\nline 5\nline 6\n… 13 more lines',
    ],
  ])('%s', (_, message, expected) => expect(condenseTestMessage(message)).toBe(expected));

  it('never to nothing, and never to more than 600 characters', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), fc.integer({ min: 1, max: 300 }), (text, times) => {
        const said = condenseTestMessage(`${text}\n`.repeat(times));
        expect([...said].length).toBeLessThanOrEqual(600);
        expect(said === '').toBe(text.trim() === '');
      }),
    );
  });
});
