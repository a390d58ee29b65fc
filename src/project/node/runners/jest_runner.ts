import { createPathMatcher, createPatternMatcher } from '../../parsing/create_path_matcher.js';
import { extractConfigLists } from '../../parsing/extract_config_lists.js';
import { getTextList, getValue } from '../../parsing/parse_config.js';
import { quotePaths } from '../../parsing/quote_shell_text.js';
import { RUNNER_PROGRAMS } from '../../runner_programs.js';
import { narrowByWords } from './narrow_by_words.js';
import type { NodePackage } from './node_package.js';
import { isScriptPath, type NodeRunner } from './node_runner.js';
import { type RunnerCall, renderCall } from './runner_call.js';
import { splitRunnerOptions } from './split_runner_options.js';
import { isWrapper } from './unwrap_call.js';

const OPTIONS = {
  values: (
    '-c --config --env --rootDir --roots --testMatch --testRegex --testPathPattern ' +
    '--testPathPatterns -t --testNamePattern --projects --selectProjects -w --maxWorkers ' +
    '--setupFiles --setupFilesAfterEnv --testTimeout --reporters --coverageReporters ' +
    '--coverageDirectory --collectCoverageFrom --outputFile --preset --transform --moduleNameMapper ' +
    '--testEnvironment --coverageProvider --coverageThreshold --seed --shard'
  ).split(' '),
  dropped: (
    '--coverage* --collectCoverage* --watch* --verbose --silent --ci --json --outputFile -u ' +
    '--updateSnapshot -b --bail --reporters --notify* -o --onlyChanged --changedSince --lastCommit ' +
    '-f --onlyFailures --findRelatedTests --runTestsByPath --color --colors'
  ).split(' '),
};

/** Runs Jest, and programs that hand their options to it. */
export const jestRunner: NodeRunner = {
  name: 'jest',
  programs: RUNNER_PROGRAMS.jest,
  dependency: 'jest',
  createSuite(call, nodePackage) {
    const { options, positional } = splitRunnerOptions(call.args, OPTIONS);
    const base = [
      ...options.map(({ raw }) => raw),
      ...(isWrapper(call) ? ['--'] : []),
      '--ci',
      '--json',
      '--outputFile="$REPORT"',
      '--coverage=false',
      // A test that fails may leave a server open: the command would run into its time limit.
      ...(saysForceExit(call, nodePackage) ? [] : ['--forceExit']),
    ];
    if (call.program.startsWith('react-scripts')) base.push('--watchAll=false');
    return {
      report: 'jest-json',
      createCommand: (files) =>
        renderCall(call, nodePackage, [
          ...base,
          ...(files.length > 0 ? ['--runTestsByPath', ...quotePaths(files)] : positional.map(({ raw }) => raw)),
        ]),
      // A word is a pattern of the path.
      isTestFile: narrowByWords(
        createJestMatcher(nodePackage),
        positional,
        createPatternMatcher,
        nodePackage.files.paths,
      ),
    };
  },
};

const CONFIGS = ['js', 'ts', 'mjs', 'cjs', 'mts', 'cts', 'json'].map((ending) => `jest.config.${ending}`);

/** Tells whether a project says itself if Jest ends with its tests. */
function saysForceExit({ args }: RunnerCall, { manifest, files }: NodePackage): boolean {
  return (
    args.some(({ value }) => /^--(?:no-)?forceExit(?:=|$)/.test(value)) ||
    getValue(manifest, 'jest', 'forceExit') !== undefined ||
    CONFIGS.some((path) => /\bforceExit\b/.test(files.read(path) ?? ''))
  );
}

function createJestMatcher({ manifest, files }: NodePackage): (path: string) => boolean {
  const texts = CONFIGS.map((path) => files.read(path)?.replace(/^\s*(?:\/\/|\*).*$/gm, ''));
  const find = (key: string) => [
    ...getTextList(manifest, 'jest', key),
    ...texts.flatMap((text) => extractConfigLists(text, key).flat()),
  ];
  const isMoved = find('rootDir').length > 0;
  const createPatterns = (patterns: readonly string[]) =>
    patterns
      // An escape is written twice in a program and in JSON alike; the latter has been undone by the parser.
      .map((pattern) => pattern.replaceAll('\\\\', '\\').replace(/^<rootDir>/, isMoved ? '' : '^'))
      .map((pattern) => createPatternMatcher(pattern.replace('<rootDir>', '')))
      .filter((matches) => matches !== undefined);
  // What one of several projects leaves out another may run, and paths may count from another folder.
  const isOneProject = getTextList(manifest, 'jest', 'projects').length === 0 && !texts.some(hasProjects);
  const findFilters = (key: string) => (isOneProject && !isMoved ? find(key) : []);
  const roots = findFilters('roots').map((root) => root.replace(/^<rootDir>\/?/, '').replace(/^\.?\/|\/$/g, ''));
  const isBelowRoot = (path: string) =>
    roots.length === 0 || roots.some((root) => /^\.*$/.test(root) || path.startsWith(`${root}/`));
  const ignored = createPatterns(findFilters('testPathIgnorePatterns'));
  const both = (matches: (path: string) => boolean) => (path: string) =>
    isScriptPath(path) && isBelowRoot(path) && !ignored.some((ignores) => ignores(`/${path}`)) && matches(path);
  const globs = find('testMatch').map((glob) => glob.replace(/^<rootDir>\//, '').replace(/^\//, ''));
  if (globs.length > 0) return both(createPathMatcher(globs));
  const patterns = createPatterns(find('testRegex'));
  // Jest matches the absolute path.
  if (patterns.length > 0) return both((path) => patterns.some((matches) => matches(`/${path}`)));
  return both((path) => /(^|\/)__tests__\/|(^|\/)([^/]*\.)?(test|spec)\.[cm]?[jt]sx?$/.test(path));
}

const hasProjects = (text: string | undefined): boolean => /\bprojects\b/.test(text ?? '');
