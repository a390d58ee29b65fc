import { describeSymptom } from '../../../../src/commands/init/drafts/describe_symptom.js';
import type { TestReport } from '../../../../src/record/tests/test_report.js';

const report = (outcome: 'passed' | 'failed', title: string, message?: string): TestReport => ({
  tests: [{ path: [title], outcome, ...(message === undefined ? {} : { message }) }],
  suite_failures: [],
});
const describeOne = (title: string, message: string, text = '') =>
  describeSymptom({ base: [report('failed', title, message)], golden: [report('passed', title)] }, [text]);

it.each([
  ['node:test', 'Expected values to be strictly equal:\n\n9 !== 5\n'],
  ['jest', 'Error: expect(received).toBe(expected)\n\nExpected: 5\nReceived: 9'],
  ['pytest', 'def test_x():\nE   assert 9 == 5\nE    +  where 9 = clamp(9, 0, 5)'],
  ['vitest', 'AssertionError: expected 9 to be 5 // Object.is equality'],
])('tells the name and the value that a test of %s gets, and not the expected one', (_, message) => {
  expect(describeOne('clamps a number', message, 'equal(clamp(8, 0), 5)')).toBe(
    'The test "clamps a number" fails today: it gets 9\n',
  );
});

it('tells the error that code throws, without folders of the sandbox', () => {
  const message = 'TypeError: lib.half is not a function (file:///tmp/box/src/lib.js)\n    at x';
  expect(describeOne('halves', message)).toBe(
    'The test "halves" fails today: TypeError: lib.half is not a function (lib.js)\n',
  );
  const base = { tests: [], suite_failures: [{ name: 't.py', message: "E   ImportError: cannot import name 'half'" }] };
  expect(describeSymptom({ base: [base], golden: [report('passed', 'halves')] }, [])).toBe(
    "One of the tests that decide does not load today: ImportError: cannot import name 'half'\n",
  );
});

it('tells nothing that the hidden files state as a literal: challenge rounds vary it', () => {
  const text = "test('greets with hello', () => assert.equal(greet(9), 'hello'));";
  expect(describeOne('greets with hello', 'ValueError: no hello', text)).toBeUndefined();
  expect(describeOne('greets with hello', '9 !== 4', text)).toBeUndefined();
  expect(describeOne('sums[2-19-21]', '3 !== 4', 'sums(2, 19)')).toBe('The test "sums" fails today: it gets 3\n');
});

it('is silent where no test fails that passes then', () => {
  expect(describeSymptom({ base: [report('failed', 'a')], golden: [report('passed', 'b')] }, [])).toBeUndefined();
  expect(describeSymptom({ base: [], golden: [] }, [])).toBeUndefined();
});
