import { createPathMatcher } from '../../parsing/create_path_matcher.js';
import { quotePaths } from '../../parsing/quote_shell_text.js';
import { RUNNER_PROGRAMS } from '../../runner_programs.js';
import { isScriptPath, type NodeRunner } from './node_runner.js';
import { renderCall } from './runner_call.js';
import { splitRunnerOptions } from './split_runner_options.js';

const OPTIONS = {
  values: (
    '-p --pattern -c --concurrency -t --timeout -X --coverage-exclude -i --ignore -P --post-compile -r --reporter ' +
    '--lines --branches --functions --statements'
  ).split(' '),
  dropped:
    '-w --watch -C --coverage* -X --check-coverage -r --reporter --lines --branches --functions --statements'.split(
      ' ',
    ),
};

/** Runs borp (since 0.9), which calls the test runner of Node.js. Whether it compiles is left to the script. */
export const borpRunner: NodeRunner = {
  name: 'borp',
  programs: RUNNER_PROGRAMS.borp,
  dependency: 'borp',
  createSuite(call, nodePackage) {
    const { options, positional } = splitRunnerOptions(call.args, OPTIONS);
    const words = options.map(({ value }) => value);
    const pattern =
      words.find((_, at) => /^(?:-p|--pattern)$/.test(words[at - 1] ?? '')) ??
      words.find((word) => word.startsWith('--pattern='))?.slice('--pattern='.length);
    const globs = [...positional.map(({ value }) => value), ...(pattern === undefined ? [] : [pattern])];
    const matches = createPathMatcher(globs.length > 0 ? globs : ['**/*.test.{cjs,mjs,js,cts,mts,ts}']);
    const base = [...options.map(({ raw }) => raw), '--reporter=junit:"$REPORT"', '--reporter=spec'];
    return {
      report: 'junit',
      createCommand: (files) =>
        renderCall(call, nodePackage, [
          ...base,
          ...(files.length > 0 ? quotePaths(files) : positional.map(({ raw }) => raw)),
        ]),
      isTestFile: (path) => isScriptPath(path) && matches(path),
    };
  },
};
