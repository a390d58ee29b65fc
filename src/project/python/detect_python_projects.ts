import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { isTestSupportPath } from '../../language/is_test_path.js';
import { getTextList } from '../parsing/parse_config.js';
import { placeProject } from '../parsing/place_project.js';
import { EXIT_CODE_WEAKNESS, type Project, type TestSuite } from '../project.js';
import { createFolderView, getFileName, getFolder, isSideFolder, type ProjectFiles } from '../project_files.js';
import { collectTestRequirements, type TestRequirements } from './collect_test_requirements.js';
import {
  createPytestMatcher,
  createPytestSuite,
  findPytestPlugins,
  type PytestConfig,
  readPytestConfig,
} from './create_pytest_suite.js';
import { createPythonSetups, VENV_PYTHON } from './create_python_setups.js';
import { type PythonManifest, readPythonManifest, readPythonRange, readVersionVariables } from './python_manifest.js';

const MANIFESTS = new Set([
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'tox.ini',
  'Pipfile',
  'requirements.txt',
  'manage.py',
]);
/** Folders whose files look like tests and are none: exercises of the documentation, benchmarks, foreign code. */
const SIDE_TESTS = /^(docs?|examples?|bench(marks?)?|asv_bench)\/|(^|\/)(\.[^/]+|node_modules|site-packages)\//;
const MAX_FOLDERS = 50;
/** Maximum number of test files that a command names. */
const MAX_GIVEN_FILES = 100;

/** Detects Python projects: the one at the root, and packages in folders of their own. */
export function detectPythonProjects(files: ProjectFiles): { projects: Project[]; reasons: string[] } {
  const folders = files.paths
    .filter((path) => MANIFESTS.has(getFileName(path)))
    .map(getFolder)
    .filter((folder) => folder === '' || (folder.split('/').length <= 3 && !isSideFolder(folder)));
  const loose = folders.length === 0 && files.paths.some((path) => /(^|\/)(test_[^/]*|[^/]*_test)\.py$/.test(path));
  const projectFolders = [...new Set(loose ? [''] : folders)].sort((a, b) => a.length - b.length).slice(0, MAX_FOLDERS);
  const projects: Project[] = [];
  const reasons: string[] = [];
  for (const folder of projectFolders) {
    const candidates = createPythonProjects(createFolderView(files, folder));
    if (candidates.length === 0) reasons.push(`${folder || 'repository root'}: a Python project without test files`);
    projects.push(...candidates.map((project) => placeProject(project, folder)));
  }
  return { projects, reasons };
}

function createPythonProjects(files: ProjectFiles): Project[] {
  const manifest = readPythonManifest(files);
  const config = readPytestConfig(manifest);
  const needs = collectTestRequirements(manifest);
  const usual = createPytestMatcher(config, files.paths);
  const namesPytest = findPytest(manifest, config, needs, usual);
  const isUsual = (path: string) => usual(path) && !SIDE_TESTS.test(path);
  // pytest takes any file that it is given: some projects name those that it would not find by themselves.
  const is_odd = namesPytest !== undefined && !files.paths.some(isUsual);
  // unittest takes every file that begins with "test".
  const patterns = is_odd ? ['tests.py', 'test.py', '*_tests.py'] : ['test*.py', '*_test.py', 'tests.py'];
  const matches = namesPytest === undefined || is_odd ? createPytestMatcher(config, files.paths, patterns) : usual;
  const isTestFile = (path: string) => matches(path) && !SIDE_TESTS.test(path);
  const tests = files.paths.filter(isTestFile);
  if (tests.length === 0) return [];
  const { setup, candidates } = createPythonSetups(manifest, needs, findPytestPlugins(config));
  if (is_odd && tests.length > MAX_GIVEN_FILES) return [];
  const folders = is_odd ? tests : config.testpaths.length > 0 ? [] : getTestFolders(tests);
  const base: Omit<Project, 'tests'> = {
    ecosystem: 'python',
    folder: '',
    package_manager: 'pip',
    ...readLockfile(files),
    tools: { python3: readPythonRange(manifest) },
    setup,
    setup_candidates: candidates,
    environment: {
      PYTHONDONTWRITEBYTECODE: '1',
      ...(files.paths.some((path) => /^src\/([^/]+\/__init__|[^/]+)\.py$/.test(path)) ? { PYTHONPATH: 'src' } : {}),
      ...readVersionVariables(manifest),
    },
    build: [],
    isTestFile,
    isTestSupport: (path) => !isTestFile(path) && isTestSupportPath(path),
    notes: [...manifest.notes, ...describeExtensions(manifest)],
  };
  const why = namesPytest ?? 'pytest runs tests of unittest, and reports each by its name';
  const pytest: Project = { ...base, tests: createPytestSuite(config, VENV_PYTHON, folders, why) };
  if (namesPytest !== undefined) return [pytest];
  const unittest = createUnittestSuite(files);
  return [
    { ...pytest, notes: [...base.notes, `the project names no pytest; its own runner is ${unittest.runner}`] },
    { ...base, tests: unittest },
  ];
}

/** Finds where a project names pytest; undefined if nowhere. */
function findPytest(
  { files, tox }: PythonManifest,
  config: PytestConfig,
  needs: TestRequirements,
  isTestFile: (path: string) => boolean,
): string | undefined {
  if (config.stated) return 'the project configures pytest';
  if (needs.requirements.some((one) => /^pytest\b/i.test(one))) return 'pytest is among the requirements of the tests';
  if ([...tox.values()].some((section) => /\bpy\.?test\b/.test(`${section.get('commands')} ${section.get('deps')}`)))
    return 'tox.ini runs pytest';
  const mentions = [
    ...needs.files,
    'Makefile',
    'noxfile.py',
    'setup.cfg',
    'setup.py',
    'Pipfile',
    'pyproject.toml',
    '.travis.yml',
  ].find((path) => /\bpy\.?test\b/.test(files.read(path) ?? ''));
  if (mentions !== undefined) return `${mentions} names pytest`;
  const workflow = files.paths
    .filter((path) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path))
    .slice(0, 20)
    .find((path) => /\bpytest\b/.test(files.read(path) ?? ''));
  if (workflow !== undefined) return `${workflow} runs pytest`;
  if (files.paths.some((path) => getFileName(path) === 'conftest.py')) return 'there is a conftest.py';
  const importer = files.paths
    .filter(isTestFile)
    .slice(0, 100)
    .find((path) => /^[ \t]*(import|from)[ \t]+pytest\b/m.test(files.read(path) ?? ''));
  return importer === undefined ? undefined : `${importer} imports pytest`;
}

function createUnittestSuite(files: ProjectFiles): TestSuite {
  const django = files.paths.includes('manage.py');
  return {
    runner: django ? 'manage.py test' : 'unittest',
    report: 'exit-code',
    weakness: EXIT_CODE_WEAKNESS,
    createCommand: (chosen) => {
      const modules = chosen.map((path) => path.replace(/\.py$/, '').replaceAll('/', '.'));
      const safe = modules.length > 0 && modules.every((name) => /^[\w.]+$/.test(name)) ? modules : [];
      if (django) return [`${VENV_PYTHON} manage.py test`, ...safe].join(' ');
      return [`${VENV_PYTHON} -m unittest`, ...(safe.length > 0 ? safe : ['discover'])].join(' ');
    },
    why: 'the tests are written with unittest, and nothing names pytest',
  };
}

/** Returns the top folders of the tests, so that pytest does not collect elsewhere; none if tests lie elsewhere too. */
function getTestFolders(tests: readonly string[]): string[] {
  const folders = new Set(tests.map((path) => (path.includes('/') ? path.split('/')[0]! : '')));
  return [...folders].every((folder) => /^(tests?|testing)$/.test(folder)) ? [...folders] : [];
}

function readLockfile(files: ProjectFiles): Pick<Project, 'lockfile'> {
  const lockfile = ['uv.lock', 'poetry.lock', 'pdm.lock', 'Pipfile.lock'].find((path) => files.paths.includes(path));
  return omitUndefined({ lockfile });
}

function describeExtensions({ setupPy, pyproject, files }: PythonManifest): string[] {
  const native =
    /\b(ext_modules|cythonize|Extension\()/.test(setupPy) ||
    /maturin|meson-python|scikit-build|setuptools-rust|cython/i.test(
      getTextList(pyproject, 'build-system', 'requires').join(' '),
    ) ||
    files.paths.some((path) => path.endsWith('.pyx'));
  return native ? ['extension modules are compiled by the setup: a change of their sources needs a build command'] : [];
}
