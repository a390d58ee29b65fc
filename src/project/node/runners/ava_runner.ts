import { createPathMatcher } from '../../parsing/create_path_matcher.js';
import { extractConfigLists } from '../../parsing/extract_config_lists.js';
import { getTextList } from '../../parsing/parse_config.js';
import { quotePaths } from '../../parsing/quote_shell_text.js';
import { RUNNER_PROGRAMS } from '../../runner_programs.js';
import type { NodePackage } from './node_package.js';
import { isScriptPath, type NodeRunner } from './node_runner.js';
import { renderCall } from './runner_call.js';
import { splitRunnerOptions } from './split_runner_options.js';

const OPTIONS = {
  values: '--config -m --match -T --timeout -c --concurrency --node-arguments'.split(' '),
  dropped: '-t --tap -v --verbose -w --watch --fail-fast -u --update-snapshots --color'.split(' '),
};

/** Runs AVA with its TAP reporter. */
export const avaRunner: NodeRunner = {
  name: 'ava',
  programs: RUNNER_PROGRAMS.ava,
  dependency: 'ava',
  createSuite(call, nodePackage) {
    const { options, positional } = splitRunnerOptions(call.args, OPTIONS);
    return {
      report: 'tap',
      createCommand: (files) =>
        renderCall(call, nodePackage, [
          ...options.map(({ raw }) => raw),
          '--tap',
          ...(files.length > 0 ? quotePaths(files) : positional.map(({ raw }) => raw)),
          '> "$REPORT"',
        ]),
      isTestFile: createAvaMatcher(
        nodePackage,
        positional.map(({ value }) => value),
      ),
    };
  },
};

function createAvaMatcher({ manifest, files }: NodePackage, given: readonly string[]): (path: string) => boolean {
  const program = files.read('ava.config.js') ?? files.read('ava.config.mjs') ?? files.read('ava.config.cjs');
  const globs = [...given, ...getTextList(manifest, 'ava', 'files'), ...extractConfigLists(program, 'files').flat()];
  const matches =
    globs.some((glob) => !glob.startsWith('!')) && globs.length > 0 ? createPathMatcher(globs) : isUsualAvaTest;
  // AVA leaves out helpers and fixtures, and files and folders that begin with an underscore.
  return (path) => isScriptPath(path) && !/(^|\/)(_(?!_tests__)|fixtures?\/|helpers?\/)/.test(path) && matches(path);
}

const isUsualAvaTest = (path: string) =>
  /^((src|source)\/)?test\.\w+$|(^|\/)(test-[^/]*|[^/]*\.(test|spec))\.\w+$|(^|\/)(tests?|__tests__)\//.test(path);
