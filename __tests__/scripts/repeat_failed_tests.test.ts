import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanUp, givenRoom } from '../given.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
afterAll(cleanUp);

/** Makes a project with the given tests, runs jest in it and repeats what failed. */
function repeatIn(tests: Record<string, string>) {
  const folder = givenRoom();
  mkdirSync(join(folder, 'scripts/terminal'), { recursive: true });
  for (const name of ['repeat-failed-tests.mjs', 'merge-test-reports.mjs', 'terminal/read-command-line.mjs'])
    cpSync(join(root, 'scripts', name), join(folder, 'scripts', name));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(
    join(folder, 'jest.config.js'),
    "module.exports = { watchman: false, haste: {}, cacheDirectory: '<rootDir>/cache' };",
  );
  for (const [name, text] of Object.entries(tests)) writeFileSync(join(folder, name), text);
  const options = ['node_modules/jest/bin/jest.js', '--ci', '--json', '--outputFile=report.json'];
  spawnSync(process.execPath, options, { cwd: folder, stdio: 'ignore' });
  const repeated = spawnSync(process.execPath, ['scripts/repeat-failed-tests.mjs', 'report.json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  return {
    status: repeated.status,
    stdout: repeated.stdout,
    counts: [report.numPassedTests, report.numFailedTests, report.numRuntimeErrorTestSuites],
  };
}

const FAILS_ONCE = `const { existsSync, writeFileSync } = require('node:fs');
const first = !existsSync('marker'); writeFileSync('marker', '');`;

it('names a test that failed beside others and passes alone, with its first message', () => {
  const { status, stdout, counts } = repeatIn({
    'a.test.js': `${FAILS_ONCE} test('sometimes', () => expect(first).toBe(false)); test('always', () => {});`,
    'b.test.js': `test('good', () => {});`,
  });
  expect({ status, counts }).toEqual({ status: 0, counts: [3, 0, 0] });
  expect(stdout).toMatch(/unstable: a\.test\.js: sometimes\n[\s\S]*expect\(received\)\.toBe\(expected\)/);
});

it('counts a test that fails again, and a file that cannot be loaded, as failed', () => {
  const { status, counts, stdout } = repeatIn({
    'a.test.js': `test('never', () => expect(1).toBe(2)); test('always', () => {});`,
    'b.test.js': `require('./absent');`,
  });
  expect({ status, counts }).toEqual({ status: 1, counts: [1, 1, 1] });
  expect(stdout).not.toContain('unstable');
});

it('names a file that could be loaded only in the repetition', () => {
  const { status, counts, stdout } = repeatIn({
    'a.test.js': `${FAILS_ONCE} if (first) throw new Error('not yet'); test('good', () => {});`,
  });
  expect({ status, counts }).toEqual({ status: 0, counts: [1, 0, 0] });
  expect(stdout).toMatch(/unstable: a\.test\.js: the file itself\n[\s\S]*not yet/);
});
