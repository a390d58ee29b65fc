import { findFailureReason, isFailingBase, isSlowRun } from '../../../../src/commands/init/drafts/read_test_run.js';

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

it.each<[what: string, wall_ms: number, cpu_ms: number | undefined, slow: boolean]>([
  ['is not slow for what runs beside it', 25_000, 9_000, false],
  ['is not slow for using several processors', 9_000, 25_000, false],
  ['is slow for its own work', 12_000, 11_000, true],
  ['is slow for what it waits for', 31_000, 1_000, true],
  ['is slow by its duration where nothing else is known', 12_000, undefined, true],
])('a run of the tests %s', (_, wall_ms, cpu_ms, slow) => {
  expect(isSlowRun({ wall_ms, ...(cpu_ms !== undefined && { cpu_ms }) }, 10_000)).toBe(slow);
});

it('tests that do not load or do not end without the change fail there; what could not be run says nothing', () => {
  expect(isFailingBase({ ended: true })).toBe(true);
  expect(isFailingBase({ slow: 'timeout' })).toBe(true);
  expect(isFailingBase({ slow: 'ended' })).toBe(false);
  expect(isFailingBase({})).toBe(false);
});
