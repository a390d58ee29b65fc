import { findFailureReason } from '../../../../src/commands/init/drafts/read_test_run.js';

const COLLECTION = `collection failure
ImportError while importing test module '/work/tests/test_a.py'.
Hint: make sure your test modules/packages have valid Python names.
tests/test_a.py:1: in <module>
    import a
E   ModuleNotFoundError: No module named 'typing_extensions'`;

it.each([
  ['the error that pytest marks', COLLECTION, "ModuleNotFoundError: No module named 'typing_extensions'"],
  [
    'the line that names an error',
    "/work/a.js:1\nx(\n\nError: Cannot find module 'x'",
    "Error: Cannot find module 'x'",
  ],
  ['else the first line', '\n  no luck\nat all', 'no luck'],
  ['nothing', ' \n', ''],
])('of a failure is told: %s', (_, message, line) => {
  expect(findFailureReason(message)).toBe(line);
});
