/**
 * Merges jest's report of a whole run with that of a repetition of its failed files: the files of the repetition replace
 * those of the first run.
 *
 * @returns the merged report, and each test that failed first and passed in the repetition, with the first message
 */
export function mergeReports(first, again) {
  const repeated = new Map(again.testResults.map((file) => [file.name, file]));
  const testResults = first.testResults.map((file) => repeated.get(file.name) ?? file);
  const unstable = first.testResults.flatMap((file) => listUnstableTests(file, repeated.get(file.name)));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (...statuses) => tests.filter(({ status }) => statuses.includes(status)).length;
  const broken = testResults.filter(hasNotRun).length;
  const failed = count('failed');
  const report = {
    ...first,
    testResults,
    numPassedTests: count('passed'),
    numFailedTests: failed,
    numPendingTests: count('pending', 'todo', 'skipped', 'disabled'),
    numTotalTests: tests.length,
    numRuntimeErrorTestSuites: broken,
    numFailedTestSuites: testResults.filter(({ status }) => status === 'failed').length,
    numPassedTestSuites: testResults.filter(({ status }) => status === 'passed').length,
    success: failed + broken === 0 && testResults.every(({ status }) => status !== 'failed'),
  };
  return { report, unstable };
}

/** Tells whether a file failed before any of its tests. */
function hasNotRun({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
}

/** Lists the tests of a file that failed first and passed in the repetition. */
function listUnstableTests(file, repeated) {
  if (repeated === undefined) return [];
  if (hasNotRun(file)) {
    const passes = repeated.status === 'passed';
    return passes ? [{ file: file.name, title: 'the file itself', message: file.message ?? '' }] : [];
  }
  const passed = new Set(
    repeated.assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
  );
  return file.assertionResults
    .filter(({ status, fullName }) => status === 'failed' && passed.has(fullName))
    .map(({ fullName, failureMessages }) => ({
      file: file.name,
      title: fullName,
      message: (failureMessages ?? []).join('\n'),
    }));
}
