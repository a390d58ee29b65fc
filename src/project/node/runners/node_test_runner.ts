import { isUsualScriptTest } from '../../../language/is_test_path.js';
import { createPathMatcher } from '../../parsing/create_path_matcher.js';
import { quotePaths } from '../../parsing/quote_shell_text.js';
import { createFileSearch } from './create_file_search.js';
import { isScriptPath, type NodeRunner } from './node_runner.js';
import { renderCall, renderSearchedCall } from './runner_call.js';
import { splitRunnerOptions } from './split_runner_options.js';

const OPTIONS = {
  values: (
    '-r --require --import --loader --experimental-loader -C --conditions --env-file --test-reporter ' +
    '--test-reporter-destination --test-name-pattern --test-concurrency --test-timeout'
  ).split(' '),
  dropped: (
    '--test --test-reporter* --experimental-test-coverage --test-coverage* --watch ' + '--test-update-snapshots'
  ).split(' '),
};

/** Runs the test runner of Node.js, also through a loader such as tsx. */
export const nodeTestRunner: NodeRunner = {
  name: 'node:test',
  programs: [],
  createSuite(call, nodePackage) {
    const { options, positional } = splitRunnerOptions(call.args, OPTIONS);
    const globs = positional.map(({ value }) => value);
    const matches = globs.length > 0 ? createPathMatcher(globs) : isUsualNodeTest;
    const base = [
      ...options.map(({ raw }) => raw),
      '--test',
      '--test-reporter=junit',
      '--test-reporter-destination="$REPORT"',
      // What a file prints that does not load is in no report.
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
    ];
    const search = createFileSearch(positional, nodePackage.files.paths);
    return {
      report: 'junit',
      createCommand: (files) =>
        files.length > 0 || search === undefined
          ? renderCall(call, nodePackage, [
              ...base,
              ...(files.length > 0 ? quotePaths(files) : positional.map(({ raw }) => raw)),
            ])
          : renderSearchedCall(call, nodePackage, base, search),
      isTestFile: (path) => isScriptPath(path) && matches(path),
    };
  },
};

const isUsualNodeTest = (path: string) => /(^|\/)test\//.test(path) || isUsualScriptTest(path);
