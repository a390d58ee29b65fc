import semver from 'semver';
import { isUsualScriptTest } from '../../../language/is_test_path.js';
import { createPathMatcher } from '../../parsing/create_path_matcher.js';
import { getTextList, parseConfig } from '../../parsing/parse_config.js';
import { quotePaths } from '../../parsing/quote_shell_text.js';
import { createInstallCommand, type ProjectCommand } from '../../project.js';
import { RUNNER_PROGRAMS } from '../../runner_programs.js';
import type { NodePackage } from './node_package.js';
import { isScriptPath, type NodeRunner } from './node_runner.js';
import { createPlainCall, renderCall } from './runner_call.js';
import { splitRunnerOptions } from './split_runner_options.js';

const OPTIONS = {
  values: (
    '-R --reporter -o --output-file -j --jobs -t --timeout --node-arg --test-arg --nyc-arg ' + '--coverage-map'
  ).split(' '),
  dropped: (
    '-R --reporter* -o --output-file -b --bail -C --coverage* --cov --no-coverage* --no-cov ' +
    '--check-coverage --no-check-coverage --100 --branches* --functions* --lines* --statements* ' +
    '--disable-coverage --allow-incomplete-coverage --allow-empty-coverage --show-full-coverage -c ' +
    '--color -w --watch -s --save'
  ).split(' '),
};

/**
 * Runs node-tap. Coverage is left out, since a subset of the tests cannot reach the demanded share. Before 1.0 it knew
 * neither coverage nor reporters.
 */
export const tapRunner: NodeRunner = {
  name: 'tap',
  programs: RUNNER_PROGRAMS.tap,
  dependency: 'tap',
  createSuite(call, nodePackage) {
    const { options, positional } = splitRunnerOptions(call.args, OPTIONS);
    const specs = positional.filter(({ value }) => value !== 'run');
    const range = nodePackage.dependencies.tap;
    const recent = isSince(range, '18.0.0');
    const old = range !== undefined && semver.validRange(range) !== null && !semver.intersects(range, '>=1.0.0');
    const base = [
      ...options.map(({ raw }) => raw),
      ...(old ? ['--tap'] : [recent ? '--disable-coverage' : '--no-coverage', '--reporter=tap']),
      // The file that tap 18 and later write lacks the version and the plan, which come first.
      ...(recent || old ? [] : ['--output-file="$REPORT"']),
    ];
    const globs = specs.map(({ value }) => value);
    const matches = globs.length > 0 ? createPathMatcher(globs) : isUsualTapTest;
    return {
      report: 'tap',
      createCommand: (files) =>
        renderCall(call, nodePackage, [
          ...base,
          ...(files.length > 0 ? quotePaths(files) : specs.map(({ raw }) => raw)),
          ...(recent || old ? ['> "$REPORT"'] : []),
        ]),
      isTestFile: (path) => isScriptPath(path) && matches(path),
    };
  },
};

function isSince(range: string | undefined, version: string): boolean {
  const lowest = range === undefined || semver.validRange(range) === null ? null : semver.minVersion(range);
  return lowest === null || lowest.version === '0.0.0' || semver.gte(lowest, version);
}

/** Folders of fixtures lie inside those of tests, and tap leaves them out. */
const isUsualTapTest = (path: string) =>
  !/(^|\/)(fixtures?|tap-snapshots)\//.test(path) &&
  (/(^|\/)(tests?|__tests?__)\/.*\.\w+$/.test(path) || isUsualScriptTest(path));

/**
 * Creates the command that builds tap with the plugins of a project. From version 18 on it would do so when the tests
 * start, where there is no network.
 */
export function createTapBuild(nodePackage: NodePackage): ProjectCommand | undefined {
  const { manifest, files, dependencies } = nodePackage;
  if (!isSince(dependencies.tap, '18.0.0')) return undefined;
  const settings = parseConfig('YAML', files.read('.taprc'));
  const plugins = [...getTextList(manifest, 'tap', 'plugin'), ...getTextList(settings, 'plugin')];
  if (plugins.length === 0) return undefined;
  const run = renderCall(createPlainCall('tap', 'tap'), nodePackage, ['build']);
  return createInstallCommand(run, `tap is built with its plugins: ${plugins.slice(0, 5).join(', ')}`);
}
