import semver from 'semver';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { type ScriptWord, splitCommands } from '../../../language/shell/split_commands.js';
import { createPathMatcher } from '../../parsing/create_path_matcher.js';
import { extractConfigLists } from '../../parsing/extract_config_lists.js';
import { getTextList, getValue, parseConfig } from '../../parsing/parse_config.js';
import { quotePaths } from '../../parsing/quote_shell_text.js';
import { RUNNER_PROGRAMS } from '../../runner_programs.js';
import type { NodePackage } from './node_package.js';
import { isScriptPath, type NodeRunner } from './node_runner.js';
import { type RunnerCall, renderCall } from './runner_call.js';
import { splitRunnerOptions } from './split_runner_options.js';

const OPTIONS = {
  values: (
    '-r --require -t --timeout -s --slow -u --ui -g --grep -f --fgrep --extension --config --opts ' +
    '--file --ignore --exclude --package -R --reporter -O --reporter-option --reporter-options -n ' +
    '--node-option --loader --import -j --jobs --retries --report'
  ).split(' '),
  dropped: (
    '-R --reporter -O --reporter-option --reporter-options -b --bail -w --watch* -c --color --colors ' +
    '--growl -G --report --dry-run'
  ).split(' '),
};

/** A report of Mocha: our name of the format, options, and what follows the files. */
interface MochaReport {
  format: 'mocha-json' | 'junit' | 'tap';
  options: string[];
  redirection: string[];
}

/** Reports of Mocha by our name of their format. TAP always goes to standard output. */
const REPORTS: Record<MochaReport['format'], MochaReport> = {
  'mocha-json': {
    ...{ format: 'mocha-json', options: ['--reporter', 'json', '--reporter-option', 'output="$REPORT"'] },
    redirection: [],
  },
  junit: { format: 'junit', options: ['--reporter', 'xunit', '-O', 'output="$REPORT"'], redirection: [] },
  tap: { format: 'tap', options: ['--reporter', 'tap'], redirection: ['> "$REPORT"'] },
};

const TAP_WEAKNESS = 'the report is what the tests print, so the code under test can print lines of it as well';

/** Runs Mocha with a report that the version in question can write. */
export const mochaRunner: NodeRunner = {
  name: 'mocha',
  programs: RUNNER_PROGRAMS.mocha,
  dependency: 'mocha',
  createSuite(call, nodePackage) {
    const { options: call_options, positional } = splitRunnerOptions(call.args, OPTIONS);
    const { format, options, redirection } = chooseReport(nodePackage.dependencies.mocha);
    // `mocha` of old versions starts `_mocha` in a way that loses what it prints on today's Node.
    const started = format === 'tap' && call.program === 'mocha' ? { ...call, program: '_mocha' } : call;
    const base = [...call_options.map(({ raw }) => raw), ...listExitOptions(call, nodePackage), ...options];
    return {
      report: format,
      ...omitUndefined({ weakness: format === 'tap' ? TAP_WEAKNESS : undefined }),
      createCommand: (files) =>
        renderCall(started, nodePackage, [
          ...base,
          ...(files.length > 0 ? quotePaths(files) : positional.map(({ raw }) => raw)),
          ...redirection,
        ]),
      isTestFile: createMochaMatcher(
        nodePackage,
        positional,
        call.args.some(({ value }) => value === '--recursive'),
      ),
    };
  },
};

/** Chooses a report: xunit is written to a file since Mocha 2.1, JSON since 9.2. */
function chooseReport(range: string | undefined): MochaReport {
  if (range === undefined || semver.validRange(range) === null) return REPORTS['mocha-json'];
  if (!semver.intersects(range, '>=2.1.0')) return REPORTS.tap;
  const lowest = semver.minVersion(range);
  const writesJson = lowest === null || lowest.version === '0.0.0' || semver.gte(lowest, '9.2.0');
  return REPORTS[writesJson ? 'mocha-json' : 'junit'];
}

/**
 * Lists the options with which Mocha ends after its tests, as it did before version 4. A test that fails often leaves a
 * server open, and the command would then run into its time limit.
 */
function listExitOptions({ args }: RunnerCall, { dependencies, manifest, files }: NodePackage): string[] {
  const range = dependencies.mocha;
  if (range === undefined || semver.validRange(range) === null) return [];
  const lowest = semver.minVersion(range);
  const configured = CONFIGS.some((path) => /\bexit\b/.test(files.read(path) ?? ''));
  const is_said =
    configured ||
    getValue(manifest, 'mocha', 'exit') !== undefined ||
    args.some(({ value }) => /^--(?:no-)?exit(?:=|$)/.test(value));
  return lowest === null || semver.lt(lowest, '4.0.0') || is_said ? [] : ['--exit'];
}

const CONFIGS = [
  ...['json', 'jsonc', 'yml', 'yaml', 'js', 'cjs', 'mjs'].map((ending) => `.mocharc.${ending}`),
  'test/mocha.opts',
];

function createMochaMatcher(
  { manifest, files }: NodePackage,
  given: readonly ScriptWord[],
  recursiveCall: boolean,
): (path: string) => boolean {
  const file =
    parseConfig('JSON', files.read('.mocharc.json') ?? files.read('.mocharc.jsonc')) ??
    parseConfig('YAML', files.read('.mocharc.yml') ?? files.read('.mocharc.yaml'));
  const program = files.read('.mocharc.js') ?? files.read('.mocharc.cjs') ?? files.read('.mocharc.mjs');
  const old = splitCommands((files.read('test/mocha.opts') ?? '').replaceAll('\n', ' ')).flatMap(({ words }) => words);
  // A pattern that the shell expands may name folders: `packages/*/test`.
  const folders = given.filter(({ raw, value }) => raw === value).map(({ value }) => value);
  const specs = [
    ...given.map(({ value }) => value),
    ...getTextList(file, 'spec'),
    ...getTextList(manifest, 'mocha', 'spec'),
    ...extractConfigLists(program, 'spec').flat(),
    ...splitRunnerOptions(old, OPTIONS).positional.map(({ value }) => value),
  ];
  const recursive =
    recursiveCall ||
    file?.recursive === true ||
    old.some(({ value }) => value === '--recursive') ||
    /\brecursive['"]?\s*:\s*true/.test(program ?? '');
  const matchers = (specs.length > 0 ? specs : ['test', 'test.js', 'test.mjs', 'test.cjs']).map((spec) =>
    createSpecMatcher(spec, recursive, folders.includes(spec)),
  );
  return (path) => isScriptPath(path) && matchers.some((matches) => matches(path));
}

/**
 * A folder stands for its own files, and for those below it if Mocha is told so.
 *
 * @param isExpanded true if the shell expands the pattern: one that Mocha expands names files only
 */
function createSpecMatcher(spec: string, recursive: boolean, isExpanded: boolean): (path: string) => boolean {
  const plain = spec.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
  if (/[*?[{(]/.test(plain))
    return createPathMatcher([plain, ...(isExpanded ? [`${plain}/${recursive ? '**' : '*'}`] : [])]);
  return (path) => {
    if (path === plain) return true;
    const relativePath = path.startsWith(`${plain}/`) ? path.slice(plain.length + 1) : undefined;
    return relativePath !== undefined && (recursive || !relativePath.includes('/'));
  };
}
