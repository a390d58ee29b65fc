import { createPathMatcher } from '../../parsing/create_path_matcher.js';
import { extractConfigLists } from '../../parsing/extract_config_lists.js';
import { getTextList } from '../../parsing/parse_config.js';
import { quotePaths, quoteShellText } from '../../parsing/quote_shell_text.js';
import { RUNNER_PROGRAMS } from '../../runner_programs.js';
import type { NodePackage } from './node_package.js';
import { isScriptPath, type NodeRunner } from './node_runner.js';
import { type RunnerCall, renderCall } from './runner_call.js';
import { splitRunnerOptions } from './split_runner_options.js';

const OPTIONS = {
  values: '--config -m --match -T --timeout -c --concurrency --node-arguments'.split(' '),
  dropped: '-t --tap -v --verbose -w --watch --fail-fast -u --update-snapshots --color'.split(' '),
};

/**
 * Program that starts AVA with its TAP reporter naming each test by its file.
 *
 * AVA itself names the file only where it runs several, and leaves out the folders that all of them share: one test
 * would have another name in a narrower run, or once a patch adds a file. Versions before 1.0 keep their names.
 */
const NAME_BY_FILE = [
  'const { existsSync, readFileSync } = require("fs")',
  'const folders = require("module").createRequire(process.cwd() + "/").resolve.paths("ava")',
  'const ava = folders.map((folder) => folder + "/ava").find((folder) => existsSync(folder))',
  'const load = (path) => import(require("url").pathToFileURL(ava + "/" + path))',
  'const { bin } = JSON.parse(readFileSync(ava + "/package.json", "utf8"))',
  'const name = ({ prototype }) => { const { startRun } = prototype; prototype.startRun = function (plan) {' +
    ' startRun.call(this, plan); this.prefixTitle = (file, title) => file + " > " + title } }',
  // Workers would inherit this program.
  'process.execArgv = []',
  // Before version 4 the reporter cannot be loaded without colours, which AVA sets once.
  'const paint = () => { const path = require.resolve(ava + "/lib/chalk"); require(path).set({ enabled: false });' +
    ' require(ava + "/lib/reporters/tap"); delete require.cache[path] }',
  'const start = async () => { if (!bin.ava) paint(); name((await load("lib/reporters/tap.js")).default) }',
  'start().catch(() => {}).then(() => load(bin.ava || bin))',
].join('; ');

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
        renderNamingCall(call, nodePackage, [
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

/** Writes the command of a call. A program other than `ava` itself is started as it is. */
const renderNamingCall = (call: RunnerCall, nodePackage: NodePackage, args: readonly string[]): string =>
  call.program === 'ava'
    ? [...call.assignments, `node -e ${quoteShellText(NAME_BY_FILE)} ava`, ...args].join(' ')
    : renderCall(call, nodePackage, args);

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
