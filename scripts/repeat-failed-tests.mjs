#!/usr/bin/env node
// Repeats the test files that failed, alone and once, and writes jest's report anew. A test that fails beside others and
// passes alone is named as unstable: its failure is printed, never dropped.
//
//   node scripts/repeat-failed-tests.mjs REPORT.json      exit status 0: every file passes now
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { mergeReports } from './merge-test-reports.mjs';

/** So many files never fail by chance: they are not repeated. */
const MOST_FILES = 8;

const [path] = process.argv.slice(2);
const first = JSON.parse(readFileSync(path, 'utf8'));
const failed = first.testResults.filter(({ status }) => status === 'failed');
if (failed.length === 0) process.exit(first.success ? 0 : 1);
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
