import { createPathMatcher } from '../parsing/create_path_matcher.js';
import { getText, getTextList, getValue } from '../parsing/parse_config.js';
import { parseIni } from '../parsing/parse_ini.js';
import { quotePaths, quoteShellText } from '../parsing/quote_shell_text.js';
import type { TestSuite } from '../project.js';
import { getFileName, type ProjectFiles } from '../project_files.js';
import type { PythonManifest } from './python_manifest.js';
import { removeSideOptions } from './remove_side_options.js';

/** Configuration of pytest, as far as it is literal. */
export interface PytestConfig {
  /** True if the project configures pytest. */
  stated: boolean;
  addopts: string;
  testpaths: string[];
  pythonFiles: string[];
  /** True if the files are found by other patterns than those that the project states. */
  replaced: boolean;
  asyncio: boolean;
  /** True if the project configures pytest's cache. */
  cache: boolean;
  /** True if warnings are errors. */
  strict_warnings: boolean;
}

/** Reads the configuration of pytest in the order in which pytest looks for it. */
export function readPytestConfig({ files, pyproject, tox, setupCfg }: PythonManifest): PytestConfig {
  const table = getValue(pyproject, 'tool', 'pytest', 'ini_options') ?? getValue(pyproject, 'tool', 'pytest');
  const iniSection = parseIni(files.read('pytest.ini') ?? files.read('.pytest.ini')).get('pytest');
  const section = iniSection ?? (table === undefined ? (tox.get('pytest') ?? setupCfg.get('tool:pytest')) : undefined);
  const iniText = (key: string) => section?.get(key) ?? '';
  const useTable = section === undefined ? table : undefined;
  const words = (key: string) => {
    const values = useTable === undefined ? [iniText(key)] : getTextList(useTable, key);
    return values.flatMap((value) => value.split(/\s+/)).filter((word) => word !== '');
  };
  const testpaths = words('testpaths').map((path) => path.replace(/^\.\//, '').replace(/\/+$/, ''));
  const stated = words('python_files');
  const pythonFiles = completePatterns(stated, testpaths, files);
  const addopts = useTable === undefined ? iniText('addopts') : getTextList(useTable, 'addopts').join(' ');
  return {
    stated: useTable !== undefined || section !== undefined || files.paths.includes('pytest.ini'),
    addopts: addopts.slice(0, 5_000),
    ...{ testpaths, pythonFiles, replaced: pythonFiles !== stated },
    asyncio: (getText(useTable, 'asyncio_mode') ?? iniText('asyncio_mode')) !== '',
    cache: getValue(useTable, 'cache_dir') !== undefined || iniText('cache_dir') !== '',
    strict_warnings: words('filterwarnings').some((filter) => /^error(?::|$)/.test(filter)),
  };
}

/** Names by which pytest finds test files where a project states none. */
const USUAL_NAMES = ['test_*.py', '*_test.py'];
/** Sign that a file holds tests: a function, or a class. */
const TEST_CODE = /^[ \t]*(?:async[ \t]+)?def[ \t]+test|^class[ \t]+(?:Test|\w+\([^)\n]*TestCase\b)/m;
/** Most test files that are read. */
const MAX_READ = 300;

/**
 * Adds the usual names to stated patterns that leave out files with tests: a project may state one file that imports
 * the tests of all others. Stated patterns that find no test by themselves are dropped.
 */
function completePatterns(stated: string[], testpaths: readonly string[], files: ProjectFiles): string[] {
  if (stated.length === 0) return stated;
  const holdsTests = (patterns: readonly string[], excluded: readonly string[]) => {
    const isNamed = createPytestMatcher({ pythonFiles: [...patterns], testpaths }, files.paths);
    const isExcluded = createPytestMatcher({ pythonFiles: [...excluded], testpaths }, files.paths, []);
    const paths = files.paths.filter((path) => isNamed(path) && !isExcluded(path)).slice(0, MAX_READ);
    return paths.some((path) => TEST_CODE.test(files.read(path) ?? ''));
  };
  if (!holdsTests(USUAL_NAMES, stated)) return stated;
  return holdsTests(stated, []) ? [...stated, ...USUAL_NAMES] : USUAL_NAMES;
}

/**
 * Options by which warnings are none that a newer Python, or another version of pytest or of a plugin, makes errors of.
 * Others stay errors where the project says so.
 */
const LENIENT_WARNINGS = ['DeprecationWarning', 'PendingDeprecationWarning', 'pytest.PytestWarning'].map(
  (category) => `-W default::${category}`,
);

/** Plugins that options of pytest come from, or that tests import. */
const PLUGIN_OPTIONS: readonly (readonly [option: RegExp, plugin: string])[] = [
  [/(^|\s)--timeout\b/, 'pytest-timeout'],
  [/(^|\s)--benchmark/, 'pytest-benchmark'],
  [/(^|\s)--asyncio/, 'pytest-asyncio'],
  [/(^|\s)--reruns\b/, 'pytest-rerunfailures'],
  [/(^|\s)--(ds|nomigrations|reuse-db)\b/, 'pytest-django'],
  [/(^|\s)--(mypy)\b/, 'pytest-mypy'],
];

/** Returns the plugins without which pytest refuses the project's configuration. */
export function findPytestPlugins({ addopts, asyncio }: PytestConfig): string[] {
  const plugins = PLUGIN_OPTIONS.filter(([option]) => option.test(addopts)).map(([, plugin]) => plugin);
  return asyncio ? [...plugins, 'pytest-asyncio'] : plugins;
}

/** Test files by the names that pytest knows, or those that the project states. */
export function createPytestMatcher(
  { pythonFiles, testpaths }: { pythonFiles: readonly string[]; testpaths: readonly string[] },
  paths: readonly string[],
  fallback: readonly string[] = USUAL_NAMES,
): (path: string) => boolean {
  const patterns = pythonFiles.length > 0 ? pythonFiles : fallback;
  const byName = createPathMatcher(patterns.filter((pattern) => !pattern.includes('/')));
  const byPath = createPathMatcher(patterns.filter((pattern) => pattern.includes('/')));
  const isNamed = (path: string) => path.endsWith('.py') && (byName(getFileName(path)) || byPath(path));
  if (testpaths.length === 0 || testpaths.includes('.')) return isNamed;
  const inside = createPathMatcher(testpaths);
  // Paths that do not exist any more are no restriction.
  return paths.some((path) => inside(path) && isNamed(path)) ? (path) => inside(path) && isNamed(path) : isNamed;
}

/** Creates the suite of pytest, without coverage, workers, its cache and random order. */
export function createPytestSuite(
  config: PytestConfig,
  python: string,
  folders: readonly string[],
  why: string,
): TestSuite {
  const { addopts } = config;
  const plainOptions = removeSideOptions(addopts);
  const usesCache = config.cache || /(^|\s)--(lf|ff|nf|last-failed|failed-first|new-first|sw|stepwise)\b/.test(addopts);
  const base = [
    `${python} -m pytest`,
    ...(usesCache ? [] : ['-p no:cacheprovider']),
    '-p no:randomly',
    '-o junit_family=xunit2',
    '--junitxml="$REPORT"',
    ...(config.replaced ? [`-o ${quoteShellText(`python_files=${config.pythonFiles.join(' ')}`)}`] : []),
    ...(config.strict_warnings ? LENIENT_WARNINGS : []),
    ...(plainOptions === undefined ? [] : [`-o ${quoteShellText(`addopts=${plainOptions}`)}`]),
    ...(/(^|\s)(-x|--exitfirst|--maxfail\S*)(\s|$)/.test(addopts) ? ['--maxfail=0'] : []),
  ];
  return {
    runner: 'pytest',
    report: 'pytest-junit',
    createCommand: (files) => [...base, ...quotePaths(files.length > 0 ? files : folders)].join(' '),
    own_command: `${python} -m pytest`,
    why,
  };
}
