import { detectProjects } from '../../../src/project/detection/detect_projects.js';
import { createProjectFiles } from '../create_project_files.js';

const BASE =
  '.gatebench-venv/bin/python -m pytest -p no:cacheprovider -p no:randomly -o junit_family=xunit2 --junitxml="$REPORT"';

function detect(files: Record<string, string>) {
  const { projects, reasons } = detectProjects(createProjectFiles(files));
  const project = projects[0]!;
  return { project, projects, reasons, tests: Object.keys(files).filter(project?.isTestFile ?? (() => false)) };
}

/** Returns the installation that the first complete setup runs. */
const getInstall = ({ project }: ReturnType<typeof detect>) => project.setup.at(-1)!.run.replace(/^.* -q /, '');

describe('the requirements of the tests are found wherever projects write them', () => {
  const test = { 'tests/test_a.py': 'import pytest' };
  const project = '[project]\nname = "Pkg_A"\n';
  const cases: [what: string, files: Record<string, string>, install: string][] = [
    [
      'extras',
      { 'pyproject.toml': `${project}[project.optional-dependencies]\ntests = ["x"]\ndocs = ["y"]\n` },
      "-e '.[tests]' pytest",
    ],
    [
      'dependency groups with what they include, and extras of the project itself',
      {
        'pyproject.toml': `${project}[dependency-groups]\ntest = ["pkg-a[socks]", "pytest>=8", {include-group = "b"}]\nb = ["mock; python_version<'3'"]\n`,
      },
      `-e '.[socks]' 'pytest>=8' 'mock; python_version<'\\''3'\\'''`,
    ],
    [
      'a requirement file',
      { 'setup.py': 'setup()', 'requirements-dev.txt': 'pytest', 'requirements.txt': 'a' },
      '-e . -r requirements.txt -r requirements-dev.txt pytest',
    ],
    [
      'tox',
      { 'setup.py': 'setup()', 'tox.ini': '[testenv]\ndeps =\n    pytest\n    py27: old\n    {x}\n    -rreq.txt\n' },
      '-e . pytest',
    ],
    [
      'poetry',
      {
        'pyproject.toml':
          '[tool.poetry]\nname = "a"\n[tool.poetry.group.dev.dependencies]\npytest = "^7.1"\nmock = "*"\n',
      },
      "-e . 'pytest>=7.1,<8' mock",
    ],
    [
      'setup.cfg',
      { 'setup.py': 'setup()', 'setup.cfg': '[options.extras_require]\ntest =\n  x\n' },
      "-e '.[test]' pytest",
    ],
    [
      'setup.py',
      { 'setup.py': "setup(extras_require={'dev': ['a']}, tests_require=['b>1'])" },
      "-e '.[dev]' 'b>1' pytest",
    ],
    [
      'plugins of the configuration',
      { 'pytest.ini': '[pytest]\naddopts = --timeout 9 --cov=a -n auto\n' },
      'pytest pytest-timeout',
    ],
    [
      'nothing that an option could hide in',
      { 'setup.py': "setup(tests_require=['--index-url=x', 'a @ https://x.example', '$(x)'])" },
      '-e . pytest',
    ],
  ];
  it.each(cases)('%s', (_what, files, install) => {
    expect(getInstall(detect({ ...test, ...files }))).toBe(install);
  });
});

describe('setups are tried from the cheapest', () => {
  it('the packages of the machine come first, then the lockfile, then the registry', () => {
    const files = { 'pyproject.toml': '[project]\nname = "a"\n', 'uv.lock': '', 'test_a.py': 'import pytest' };
    const [first, second, third] = detect(files).project.setup_candidates;
    expect(first).toEqual([
      expect.objectContaining({ network: [], run: expect.stringContaining('--system-site-packages') }),
    ]);
    expect(second![0]!.run).toContain('uv sync --frozen');
    expect(third!.map(({ network }) => network)).toEqual([[], ['registry']]);
  });

  it('a version that the build would read from git is given', () => {
    const text = '[build-system]\nrequires = ["hatch-vcs"]\n[project]\nname = "a"\n';
    expect(
      detect({ 'pyproject.toml': text, 'src/a/__init__.py': '', 'tests/test_a.py': 'import pytest' }).project
        .environment,
    ).toEqual({
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONPATH: 'src',
      SETUPTOOLS_SCM_PRETEND_VERSION: '99.0.0',
    });
  });
});

describe('the command of pytest', () => {
  const cases: [what: string, files: Record<string, string>, all: string][] = [
    ['runs the folder of the tests', { 'tox.ini': '[testenv]\ncommands = pytest' }, `${BASE} tests`],
    ['leaves the choice to testpaths', { 'pytest.ini': '[pytest]\ntestpaths = tests' }, BASE],
    [
      'switches coverage, workers and early ends off',
      { 'setup.cfg': '[tool:pytest]\naddopts = --cov -n 4 -x' },
      `${BASE} -o addopts=-x --maxfail=0 tests`,
    ],
    [
      'keeps the cache where the project configures it',
      { 'pyproject.toml': '[tool.pytest.ini_options]\ncache_dir = "x"' },
      `${BASE.replace('-p no:cacheprovider ', '')} tests`,
    ],
  ];
  it.each(cases)('%s', (_what, files, all) => {
    const { project } = detect({ ...files, 'tests/test_a.py': '' });
    expect(project.tests.createCommand([])).toBe(all);
    expect(project.tests.createCommand(['tests/test_a.py']).endsWith(' tests/test_a.py')).toBe(true);
    expect(project.tests.report).toBe('pytest-junit');
  });
});

describe('test files of Python', () => {
  const files = {
    'setup.py': '',
    'a/test_x.py': '',
    'tests/y_test.py': '',
    'tests/conftest.py': '',
    'tests/check_z.py': '',
    'docs/test_doc.py': '',
  };
  const cases: [config: string, expected: string[]][] = [
    ['', ['a/test_x.py', 'tests/y_test.py']],
    ['testpaths = ["tests"]', ['tests/y_test.py']],
    ['testpaths = ["gone"]', ['a/test_x.py', 'tests/y_test.py']],
    ['python_files = ["check_*.py"]', ['tests/check_z.py']],
  ];
  it.each(cases)('%s', (config, expected) => {
    const { tests, project } = detect({ ...files, 'pyproject.toml': `[tool.pytest.ini_options]\n${config}\n` });
    expect(tests).toEqual(expected);
    expect(project.isTestSupport('tests/conftest.py')).toBe(true);
  });
});

describe('a file that only gathers tests is not all that pytest is told to find', () => {
  const config = (patterns: string) => `[tool.pytest.ini_options]\ntestpaths = ["tests"]\npython_files = ${patterns}\n`;
  const holdsTest = 'import unittest\nclass TestA(unittest.TestCase):\n    def test_a(self): pass\n';
  const files = {
    'tests/__main__.py': 'from .test_a import TestA\n',
    'tests/test_a.py': holdsTest,
    'test_b.py': holdsTest,
  };

  it('the tests that it gathers are the test files, and the suite runs them by themselves', () => {
    const { tests, project } = detect({ ...files, 'pyproject.toml': config('"__main__.py"') });
    expect(tests).toEqual(['tests/test_a.py']);
    expect(project.tests.createCommand([])).toContain(` -o 'python_files=test_*.py *_test.py'`);
  });

  it('a file of the stated names that holds tests itself stays one', () => {
    const { tests, project } = detect({
      ...{ ...files, 'pyproject.toml': config('"check_*.py"') },
      ...{ 'tests/check_c.py': 'def test_c(): pass\n', 'tests/test_data.py': 'X = 1\n' },
    });
    expect(tests).toEqual(['tests/test_a.py', 'tests/check_c.py', 'tests/test_data.py']);
    expect(project.tests.createCommand([])).toContain(` -o 'python_files=check_*.py test_*.py *_test.py'`);
  });
});

it('a project of unittest is tried with pytest, then by its own runner', () => {
  const { projects } = detect({ 'setup.py': '', 'tests/test_a.py': 'import unittest' });
  expect(projects.map(({ tests }) => [tests.runner, tests.report])).toEqual([
    ['pytest', 'pytest-junit'],
    ['unittest', 'exit-code'],
  ]);
  expect(projects[1]!.tests.createCommand(['tests/test_a.py'])).toBe(
    '.gatebench-venv/bin/python -m unittest tests.test_a',
  );
  expect(projects[1]!.tests.weakness).toBeDefined();
});

it('a malformed pyproject.toml is a note', () => {
  const { project } = detect({ 'pyproject.toml': '[', 'test_a.py': 'import pytest' });
  expect(project.notes).toContain('pyproject.toml cannot be read as TOML');
});

it('pytest is given the files that it would not find by their names', () => {
  const named = { 'tox.ini': '[testenv]\ncommands = py.test pkg/tests.py\n' };
  const { project, tests } = detect({ ...named, 'pkg/tests.py': 'def test_a(): pass', 'pkg/a.py': '' });
  expect(tests).toEqual(['pkg/tests.py']);
  expect(project.tests.createCommand([])).toMatch(/ pkg\/tests\.py$/);
  const usual = detect({ ...named, 'pkg/tests.py': '', 'pkg/test_a.py': '' });
  expect(usual.tests).toEqual(['pkg/test_a.py']);
});

it('a project without tests is told', () => {
  expect(detect({ 'setup.py': '' }).reasons).toEqual(['repository root: a Python project without test files']);
});

describe('warnings that a project makes errors of', () => {
  const LENIENT =
    ' -W default::DeprecationWarning -W default::PendingDeprecationWarning -W default::pytest.PytestWarning';
  const test = { 'tests/test_a.py': 'import pytest' };
  const pytest = (filters: string) => `[tool.pytest.ini_options]\nfilterwarnings = ${filters}\n`;

  it.each<[what: string, files: Record<string, string>, added: string]>([
    ['all, in pyproject.toml', { 'pyproject.toml': pytest('["error", "ignore::UserWarning"]') }, LENIENT],
    [
      'one category, in pytest.ini',
      { 'pytest.ini': '[pytest]\nfilterwarnings =\n    once\n    error::DeprecationWarning\n' },
      LENIENT,
    ],
    ['none', { 'pyproject.toml': pytest('["ignore:error:UserWarning"]') }, ''],
  ])('stay errors, but for those of a newer Python or pytest: %s', (_, files, added) => {
    const { project } = detect({ ...files, ...test });
    expect(project.tests.createCommand([])).toContain(`--junitxml="$REPORT"${added}`);
    expect(project.tests.createCommand([]).includes('-W ')).toBe(added !== '');
  });
});
