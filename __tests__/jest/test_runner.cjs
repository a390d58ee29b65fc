const { relative } = require('node:path');
const { default: circus } = require('jest-circus/runner');
const { TIME, listMissing, mark, readNeeds } = require('./facilities.cjs');

/** Milliseconds since 1970 after which no further file is begun, as `--begin-within` of scripts/test.mjs asks. */
const LATEST_MS = Number(process.env.GATEBENCH_TESTS_LATEST_MS ?? Number.POSITIVE_INFINITY);

/** Returns a thrown value as it can be written as JSON: an error of a child process refers to the process, and that to it. */
function toPlainFailure(failure) {
  try {
    JSON.stringify(failure);
    return failure;
  } catch {
    const { name, message, stack, code } = failure.error ?? failure;
    return { name, message, stack, code };
  }
}

const toPlainResult = (result) => ({ ...result, failureDetails: result.failureDetails.map(toPlainFailure) });

/** Runs a test file, or skips it as a whole, without loading it, where this machine lacks what its first line needs, or time. */
module.exports = async (globalConfig, config, environment, runtime, path, send) => {
  const missing = Date.now() > LATEST_MS ? [TIME] : listMissing(readNeeds(path));
  if (missing.length === 0) {
    // Each result is also sent on its own, from worker to parent.
    const sendPlain = (name, args) =>
      send?.(name, name === 'test-case-result' ? [args[0], toPlainResult(args[1])] : args);
    const ran = await circus(globalConfig, config, environment, runtime, path, sendPlain);
    return { ...ran, testResults: ran.testResults.map(toPlainResult) };
  }
  const title = `${relative(config.rootDir, path)} ${mark(missing)}`;
  const now = Date.now();
  return {
    leaks: false,
    numFailingTests: 0,
    numPassingTests: 0,
    numPendingTests: 1,
    numTodoTests: 0,
    openHandles: [],
    perfStats: {
      start: now,
      end: now,
      runtime: 0,
      slow: false,
      loadTestEnvironmentStart: now,
      loadTestEnvironmentEnd: now,
    },
    skipped: true,
    snapshot: { added: 0, fileDeleted: false, matched: 0, unchecked: 0, uncheckedKeys: [], unmatched: 0, updated: 0 },
    testFilePath: path,
    testResults: [
      {
        ancestorTitles: [],
        duration: 0,
        failureDetails: [],
        failureMessages: [],
        fullName: title,
        invocations: 0,
        location: null,
        numPassingAsserts: 0,
        retryReasons: [],
        status: 'pending',
        title,
      },
    ],
  };
};

module.exports.toPlainFailure = toPlainFailure;
