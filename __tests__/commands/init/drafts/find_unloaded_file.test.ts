import { findUnloadedFile } from '../../../../src/commands/init/drafts/find_unloaded_file.js';

const passed = (name: string) => ({ path: [name], outcome: 'passed' as const });
const failure = (name: string, message?: string) => ({ name, ...(message === undefined ? {} : { message }) });
const none = { tests: [passed('a')], suite_failures: [] };

it('a hidden file that does not load is found, by its path or as a module of Python', () => {
  const of = (name: string) => ({
    tests: [passed('a')],
    suite_failures: [failure(name, "Error: Cannot find module 'b'")],
  });
  expect(findUnloadedFile({ base: [none], golden: [of('/work/test/add.test.js')] }, ['test/add.test.js'])).toBe(
    "/work/test/add.test.js does not load: Error: Cannot find module 'b'",
  );
  expect(findUnloadedFile({ base: [none], golden: [of('tests.test_add')] }, ['tests/test_add.py'])).toMatch(
    /^tests\.test_add does/,
  );
});

it('a file that is not hidden says nothing, nor one beside tests that begin to pass', () => {
  const golden = [{ tests: [passed('a'), passed('b')], suite_failures: [failure('test/other.test.js')] }];
  expect(findUnloadedFile({ base: golden, golden }, ['test/add.test.js'])).toBeUndefined();
  expect(findUnloadedFile({ base: [none], golden }, ['test/other.test.js'])).toBeUndefined();
});
