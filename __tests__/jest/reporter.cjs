const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');
const { FACILITIES, TIME } = require('./facilities.cjs');

/** Where the seconds are kept that each test file took when it last ran here. */
const keptFile = (root) => join(root, 'node_modules/.cache/gatebench/test_seconds.json');

/** Reads seconds by test file; none where there is no such file. */
function readSeconds(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/** Counts what was skipped by what this machine lacks, and keeps the time of each file. */
class Reporter {
  constructor({ rootDir, testNamePattern }) {
    this.root = rootDir;
    this.titles = testNamePattern ? new RegExp(testNamePattern, 'i') : undefined;
    this.seconds = {};
  }
  onTestResult({ path }, { perfStats, skipped, numFailingTests, testExecError }) {
    if (!skipped && numFailingTests === 0 && !testExecError)
      this.seconds[relative(this.root, path)] = Math.round((perfStats.end - perfStats.start) / 100) / 10;
  }
  onRunComplete(_, { testResults }) {
    if (!this.titles) this.keepSeconds(keptFile(this.root));
    const seed =
      process.env.GATEBENCH_FUZZ_SEED ?? (process.env.GATEBENCH_FUZZ_RUNS ? 'a new one for each test' : 20260307);
    const lines = [`property tests: seed ${seed} (GATEBENCH_FUZZ_SEED)`, ...describeSkips(testResults, this.titles)];
    for (const line of lines) process.stderr.write(`${line}\n`);
  }
  keepSeconds(file) {
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.tmp`, `${JSON.stringify({ ...readSeconds(file), ...this.seconds }, null, 1)}\n`);
      renameSync(`${file}.tmp`, file);
    } catch {
      // Nothing is kept for a user who may not write there.
    }
  }
  getLastError() {}
}

const format = (count, noun) => (count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`);

/**
 * One line for each facility that was missing, and one for tests that were skipped without a reason. Where only some titles were asked for,
 * jest skips all others: those are not counted.
 */
function describeSkips(files, titles) {
  const counts = new Map();
  for (const { testResults, skipped, testFilePath } of files)
    for (const { status, fullName } of testResults) {
      if (status !== 'pending' || (titles && !skipped && !titles.test(fullName))) continue;
      const needs = /\(needs ([a-z0-9, -]+)\)/.exec(fullName)?.[1].split(', ') ?? [undefined];
      for (const name of needs) {
        const count = counts.get(name) ?? { files: new Set(), tests: 0 };
        counts.set(name, count);
        if (skipped) count.files.add(testFilePath);
        else count.tests++;
      }
    }
  return [...counts].map(([name, { files, tests }]) => {
    const parts = [format(files.size, 'test file'), format(tests, 'test')].filter(Boolean);
    return `skipped ${parts.join(' and ')}: ${describeReason(name)}`;
  });
}

function describeReason(name) {
  if (name === undefined) return 'no reason is given';
  return name === TIME ? 'no time was left for them' : `this machine lacks ${FACILITIES[name]?.[0] ?? name}`;
}

module.exports = Reporter;
module.exports.keptFile = keptFile;
module.exports.readSeconds = readSeconds;
