#!/usr/bin/env node
/**
 * Repeats the test files that failed, alone and once, and writes jest's report anew. A test that fails beside others and
 * passes alone is named as unstable: its failure is printed, never dropped.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { mergeReports } from './merge-test-reports.mjs';
import { readCommandLine } from './terminal/read-command-line.mjs';

/** So many files never fail by chance: they are not repeated. */
const MOST_FILES = 8;

const { positionals } = readCommandLine({
  name: 'repeat-failed-tests',
  command: 'node scripts/repeat-failed-tests.mjs',
  purpose: `Repeats the test files that failed, alone and once, if they are at most ${MOST_FILES}, and writes the report anew. Names the tests that pass now.`,
  positional: { name: 'REPORT.json', help: 'report of jest, as --json --outputFile writes it', least: 1 },
  exit: '0 every file passes now, 1 some fail.',
  example: 'node scripts/repeat-failed-tests.mjs jest.json',
});
const [path] = positionals;
const first = readReport();
const failed = first.testResults.filter(({ status }) => status === 'failed');
if (failed.length === 0) {
  console.log('the run failed, though no test file did');
  process.exit(1);
}
if (failed.length > MOST_FILES) {
  console.log(`${failed.length} test files failed: too many to be chance, none is repeated`);
  process.exit(1);
}
const files = failed.map(({ name }) => relative(process.cwd(), name));
console.log(`\nrepeats alone: ${files.join(' ')}`);
const again = `${path}.again`;
spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    'node_modules/jest/bin/jest.js',
    '--ci',
    '-i',
    '--json',
    `--outputFile=${again}`,
    '--runTestsByPath',
    ...files,
  ],
  { stdio: 'inherit' },
);
const { report, unstable } = mergeReports(first, JSON.parse(readFileSync(again, 'utf8')));
writeFileSync(path, JSON.stringify(report));
for (const { file, title, message } of unstable) {
  console.log(
    `\nunstable: ${relative(process.cwd(), file)}: ${title}\n  failed beside other tests, and passed alone:\n${message}`,
  );
}
process.exit(report.success ? 0 : 1);

/** Reads the report; where it is none, the process ends with 2. */
function readReport() {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    console.error(`repeat-failed-tests: ${path} is no report of jest: ${error.message}`);
    return process.exit(2);
  }
}
