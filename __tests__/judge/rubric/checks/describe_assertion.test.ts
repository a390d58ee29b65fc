import { describeAssertion } from '../../../../src/judge/rubric/checks/describe_assertion.js';

it.each<[string, string | undefined, string | undefined]>([
  [
    'jest',
    'expect(received).toBe(expected) // Object.is equality\n\nExpected: "a b"\nReceived: "ab"',
    'expected "a b", got "ab"',
  ],
  ['node:assert', 'Expected values to be strictly equal:\n\n5 !== 6', 'expected 6, got 5'],
  ['node:test as TAP', 'Expected values to be strictly equal:\n\n5 !== 6\n', 'expected 6, got 5'],
  [
    'node:test as JUnit',
    "cause: AssertionError {\n  actual: -1,\n  expected: 3,\n  operator: 'strictEqual'\n}",
    'expected 3, got -1',
  ],
  ['tape', 'operator: equal\nexpected: 6\nactual: 5\nat: a.js:3', 'expected 6, got 5'],
  ['chai', 'AssertionError: expected 5 to equal 6', 'expected 6, got 5'],
  ['vitest', 'expected 5 to be 6 // Object.is equality', 'expected 6, got 5'],
  ['pytest', 'AssertionError: assert 5 == 6\n +  where 5 = add(2, 3)', 'expected 6, got 5'],
  ['JUnit', 'org.opentest4j.AssertionFailedError: expected: <6> but was: <5>', 'expected 6, got 5'],
  ['go', 'add_test.go:8: got 5, want 6', 'expected 6, got 5'],
  ['testify', 'Error: Not equal:\n  expected: 6\n  actual  : 5', 'expected 6, got 5'],
  ['an error', "TypeError: Cannot read properties of undefined (reading 'x')", undefined],
  ['no message', undefined, undefined],
  [
    'control characters and a long value',
    `Expected: \u001b[31m${'x'.repeat(100)}\nReceived: 1`,
    `expected [31m${'x'.repeat(55)}…, got 1`,
  ],
])('%s', (_, message, expected) => expect(describeAssertion(message)).toBe(expected));

it('reads a hostile message without delay', () => {
  for (const text of ['expected ', 'got ', 'assert ', 'Expected: a\n', 'strictly equal:\n '])
    expect(describeAssertion(text.repeat(100_000))).toBeUndefined();
});
