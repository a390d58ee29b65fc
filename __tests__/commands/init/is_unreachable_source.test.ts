import { isUnreachableSource } from '../../../src/commands/init/is_unreachable_source.js';

it.each([
  'setup command "npm ci": npm error An unknown git error occurred',
  "fatal: unable to access 'https://example.org/a.git/': Could not resolve host: example.org",
  'npm error request failed, reason: getaddrinfo EAI_AGAIN registry',
  'error Command failed: git ls-remote --tags --heads ssh://git@example.org/a.git',
  'Temporary failure in name resolution',
])('another way to install would ask again: %s', (problem) => {
  expect(isUnreachableSource(problem)).toBe(true);
});

it.each([
  'npm error code ERESOLVE could not resolve',
  'npm error notarget No matching version found for left-pad@9',
  'the build fails: tsc: not found',
  'error An unexpected error occurred: "Your lockfile needs to be updated"',
])('another way to install may help: %s', (problem) => {
  expect(isUnreachableSource(problem)).toBe(false);
});
