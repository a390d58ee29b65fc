import semver from 'semver';
import { createPathMatcher } from '../../parsing/create_path_matcher.js';
import { extractConfigLists } from '../../parsing/extract_config_lists.js';
import { getTextList, parseConfig } from '../../parsing/parse_config.js';
import { quotePaths } from '../../parsing/quote_shell_text.js';
import { splitCommands } from '../../parsing/split_commands.js';
import type { NodePackage } from '../node_package.js';
import { renderCall } from '../runner_call.js';
import { splitRunnerOptions } from '../split_runner_options.js';
import { isScriptPath, type NodeRunner } from './node_runner.js';

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

/** Runs Mocha. Before 9.2 its JSON reporter writes to standard output only; its xunit reporter always knew a file. */
export const mochaRunner: NodeRunner = {
  name: 'mocha',
  programs: ['mocha', 'electron-mocha', 'mocha-parallel-tests'],
  dependency: 'mocha',
  createSuite(call, nodePackage) {
    const { kept, positional } = splitRunnerOptions(call.args, OPTIONS);
    const writesJson = hasJsonOutput(nodePackage.dependencies.mocha);
    const report = writesJson
      ? ['--reporter', 'json', '--reporter-option', 'output="$REPORT"']
      : ['--reporter', 'xunit', '-O', 'output="$REPORT"'];
    const base = [...kept.map(({ raw }) => raw), ...report];
    return {
      report: writesJson ? 'mocha-json' : 'junit',
      createCommand: (files) =>
        renderCall(call, nodePackage, [
          ...base,
          ...(files.length > 0 ? quotePaths(files) : positional.map(({ raw }) => raw)),
        ]),
      isTestFile: createMochaMatcher(
        nodePackage,
        positional.map(({ value }) => value),
        call.args.some(({ value }) => value === '--recursive'),
      ),
    };
  },
};

function hasJsonOutput(range: string | undefined): boolean {
  if (range === undefined || semver.validRange(range) === null) return true;
  const lowest = semver.minVersion(range);
  return lowest === null || lowest.version === '0.0.0' || semver.gte(lowest, '9.2.0');
}

function createMochaMatcher(
  { manifest, files }: NodePackage,
  given: readonly string[],
  recursiveCall: boolean,
): (path: string) => boolean {
  const file =
    parseConfig('JSON', files.read('.mocharc.json') ?? files.read('.mocharc.jsonc')) ??
    parseConfig('YAML', files.read('.mocharc.yml') ?? files.read('.mocharc.yaml'));
  const program = files.read('.mocharc.js') ?? files.read('.mocharc.cjs') ?? files.read('.mocharc.mjs');
  const old = splitCommands((files.read('test/mocha.opts') ?? '').replaceAll('\n', ' ')).flatMap(({ words }) => words);
  const specs = [
    ...given,
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
    createSpecMatcher(spec, recursive),
  );
  return (path) => isScriptPath(path) && matchers.some((matches) => matches(path));
}

/** A folder stands for its own files, and for those below it if Mocha is told so. */
function createSpecMatcher(spec: string, recursive: boolean): (path: string) => boolean {
  const plain = spec.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
  if (/[*?[{(]/.test(plain)) return createPathMatcher([plain]);
  return (path) => {
    if (path === plain) return true;
    const below = path.startsWith(`${plain}/`) ? path.slice(plain.length + 1) : undefined;
    return below !== undefined && (recursive || !below.includes('/'));
  };
}
