import semver from 'semver';
import { createPathMatcher } from '../../parsing/create_path_matcher.js';
import { extractConfigLists } from '../../parsing/extract_config_lists.js';
import { quotePaths } from '../../parsing/quote_shell_text.js';
import { removeConfigBlocks } from '../../parsing/remove_config_blocks.js';
import { RUNNER_PROGRAMS } from '../../runner_programs.js';
import { narrowByWords } from './narrow_by_words.js';
import { isScriptPath, type NodeRunner } from './node_runner.js';
import { renderCall } from './runner_call.js';
import { splitRunnerOptions } from './split_runner_options.js';

const OPTIONS = {
  values: (
    '-c --config -r --root --dir --environment --pool --project -t --testNamePattern --mode ' +
    '--reporter --outputFile --shard --exclude --testTimeout --maxWorkers --minWorkers ' +
    '--retry --bail --sequence.seed --coverage.provider --coverage.reporter --coverage.reportsDirectory'
  ).split(' '),
  dropped: (
    '--coverage* --ui --watch -w --run --reporter --outputFile --silent -u --update --typecheck* ' +
    '--bail --open --hideSkippedTests --changed --color --api*'
  ).split(' '),
};
const VERBS = new Set(['run', 'watch', 'dev', 'related']);
const CONFIGS = ['vitest', 'vite'].flatMap((name) =>
  ['ts', 'js', 'mts', 'mjs', 'cjs', 'cts'].map((ending) => `${name}.config.${ending}`),
);

/** Runs Vitest once, without coverage and type checks. */
export const vitestRunner: NodeRunner = {
  name: 'vitest',
  programs: RUNNER_PROGRAMS.vitest,
  dependency: 'vitest',
  createSuite(call, nodePackage) {
    const { options, positional } = splitRunnerOptions(call.args, OPTIONS);
    const texts = CONFIGS.map((path) => nodePackage.files.read(path)).filter((text) => text !== undefined);
    const covers = texts.some((text) => text.includes('coverage')) || call.args.some(isCoverage);
    const base = [
      'run',
      ...options.map(({ raw }) => raw),
      '--reporter=json',
      '--outputFile="$REPORT"',
      ...(covers ? ['--coverage.enabled=false'] : []),
      ...(canSkipTypes(nodePackage.dependencies.vitest) && texts.some(checksTypes)
        ? ['--typecheck.enabled=false']
        : []),
    ];
    const filterWords = positional.filter(({ value }) => !VERBS.has(value));
    const filters = filterWords.map(({ raw }) => raw);
    // A filter is a part of the path.
    const createFilter = (text: string) => (path: string) => path.includes(text);
    return {
      report: 'vitest-json',
      createCommand: (files) =>
        renderCall(call, nodePackage, [...base, ...(files.length > 0 ? quotePaths(files) : filters)]),
      isTestFile: narrowByWords(createVitestMatcher(texts), filterWords, createFilter, nodePackage.files.paths),
    };
  },
};

/** Tells whether all versions of a range know the option; older ones end with an error. */
const canSkipTypes = (range = ''): boolean => semver.validRange(range) !== null && semver.subset(range, '>=1.0.0-0');

/** Tells whether a configuration sets up checks of types, outside its comments. */
const checksTypes = (text: string): boolean =>
  /\btypecheck['"]?\s*:/.test(text.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*(?:\/\/|\*).*$|\s\/\/.*$/gm, ''));

const isCoverage = ({ value }: { value: string }) => value.startsWith('--coverage');

/** Blocks of a configuration whose `include` names other files than tests. */
const OTHER_BLOCKS = ['coverage', 'typecheck', 'benchmark', 'optimizeDeps', 'optimizer', 'deps'];

/** Lists of `include` also belong to builds; those of tests name tests. */
function createVitestMatcher(texts: readonly string[]): (path: string) => boolean {
  const globs = texts
    .map((text) => removeConfigBlocks(text, OTHER_BLOCKS))
    .flatMap((text) => extractConfigLists(text, 'include'))
    .filter((list) => list.some((glob) => /test|spec/i.test(glob)))
    .flat();
  const matches =
    globs.length > 0
      ? createPathMatcher(globs)
      : (path: string) => /(^|\/)[^/]*\.(test|spec)\.[cm]?[jt]sx?$/.test(path) && !/(^|\/)dist\//.test(path);
  return (path) => isScriptPath(path) && matches(path);
}
