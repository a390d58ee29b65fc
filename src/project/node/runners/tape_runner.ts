import { isUsualScriptTest } from '../../../language/is_test_path.js';
import { createPathMatcher } from '../../parsing/create_path_matcher.js';
import { quotePaths } from '../../parsing/quote_shell_text.js';
import { RUNNER_PROGRAMS } from '../../runner_programs.js';
import { isScriptPath, type NodeRunner } from './node_runner.js';
import { renderCall } from './runner_call.js';
import { splitRunnerOptions } from './split_runner_options.js';

const OPTIONS = {
  values: '-r --require --import -i --ignore --ignore-pattern'.split(' '),
  dropped: ['--no-only'],
};

/** Runs tape, which writes TAP to standard output. */
export const tapeRunner: NodeRunner = {
  name: 'tape',
  programs: RUNNER_PROGRAMS.tape,
  dependency: 'tape',
  createSuite(call, nodePackage) {
    const { options, positional } = splitRunnerOptions(call.args, OPTIONS);
    const globs = positional.map(({ value }) => value);
    const matches = globs.length > 0 ? createPathMatcher(globs) : isUsualTapeTest;
    const all = globs.length > 0 ? positional.map(({ raw }) => raw) : ["'test/**/*.js'"];
    return {
      report: 'tap',
      createCommand: (files) =>
        renderCall(call, nodePackage, [
          ...options.map(({ raw }) => raw),
          ...(files.length > 0 ? quotePaths(files) : all),
          '> "$REPORT"',
        ]),
      isTestFile: (path) => isScriptPath(path) && matches(path),
    };
  },
};

const isUsualTapeTest = (path: string) => /^tests?\//.test(path) || isUsualScriptTest(path);
