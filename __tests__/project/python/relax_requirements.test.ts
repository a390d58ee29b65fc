import { detectProjects } from '../../../src/project/detection/detect_projects.js';
import { createProjectFiles } from '../create_project_files.js';

/** Returns what the setups of a project install last, and what the relaxed one installs first, without the program. */
function listInstalls(files: Record<string, string>) {
  const { projects } = detectProjects(createProjectFiles({ 'tests/test_a.py': 'import pytest', ...files }));
  const strip = (run = '') => run.replace(/^.* -q /, '');
  const setups = projects[0]!.setup_candidates;
  return {
    last: setups.map((setup) => strip(setup.at(-1)!.run)),
    requirements: setups.slice(2, 4).map((setup) => strip(setup[1]?.run)),
  };
}

const PROJECT = '[project]\nname = "Pkg_A"\n';

it('requirements that are pinned are tried in the versions of today next, with extras and conditions', () => {
  const installs = listInstalls({
    'pyproject.toml': `${PROJECT}[project.optional-dependencies]\ntest = ["x==1.*", "pkg-a[more]", "y[z]~=2 ; python_version<'3.8'"]\n`,
    'requirements-dev.txt': '-r more.txt\n-e .\npytest==6.*  # old\nhttps://example.org/a.whl\n',
    'more.txt': 'mock>=1,<2\n-r more.txt\n',
  });
  expect(installs.last.slice(1, 5)).toEqual([
    "-e '.[test]' -r requirements-dev.txt pytest",
    '-e .',
    '-e .',
    '-e . pytest',
  ]);
  expect(installs.requirements[0]).toBe("x 'y[z]; python_version<'\\''3.8'\\''' mock pytest");
});

it('they are installed where no file is, so that commits share them, and without tools that no program imports', () => {
  const { projects } = detectProjects(
    createProjectFiles({
      'tests/test_a.py': 'import pytest\nimport coverage',
      'pyproject.toml': PROJECT,
      'tox.ini': '[testenv]\ndeps =\n    pytest\n    flake8-x\n    sphinx==1\n    coverage\n    mock==1\n',
    }),
  );
  const [, , relaxed, imported] = projects[0]!.setup_candidates;
  expect(relaxed).toMatchObject([
    { inputs: [] },
    {
      inputs: [],
      left_out: ['flake8-x', 'sphinx'],
      run: expect.stringMatching(/^(?!.*\|\|).* -q pytest coverage mock$/),
    },
    { run: expect.stringMatching(/ -q -e \.$/) },
  ]);
  // A setup of its own, so that a fault of the network ends the other one as such, and all that is missing is named.
  expect(imported).toMatchObject([
    { inputs: [] },
    {
      inputs: [],
      lenient: true,
      left_out: ['flake8-x', 'sphinx', 'mock'],
      run: expect.stringMatching(/^(?!.*\|\|).* -q pytest coverage$/),
    },
    { run: expect.stringMatching(/ -q -e \.$/) },
  ]);
});

it('where not all of them can be had, those that the programs import are enough', () => {
  const { requirements } = listInstalls({
    'tests/test_b.py': 'from dateutil import tz\nimport yaml',
    'pyproject.toml': PROJECT,
    'tox.ini': '[testenv]\ndeps =\n    python-dateutil\n    PyYAML>1\n    rare==1\n    pytest-mock\n',
  });
  expect(requirements[1]).toBe('python-dateutil PyYAML pytest-mock pytest');
});

it('a command without inputs makes the folder of its project', () => {
  const { projects } = detectProjects(
    createProjectFiles({ 'lib/tests/test_a.py': 'import pytest', 'lib/pyproject.toml': PROJECT }),
  );
  expect(projects[0]!.setup_candidates[0]![0]!.run).toMatch(/^mkdir -p lib && cd lib && python3 -m venv /);
});

it('a requirement file is read once, by its path in the repository, however it is named', () => {
  const reads: string[] = [];
  const files = createProjectFiles({
    'tests/test_a.py': 'import pytest',
    'pyproject.toml': PROJECT,
    'requirements/test.txt': `${'-r test.txt\n-r ./../requirements/test.txt\n'.repeat(60)}-r ../base.txt\npytest\n`,
    'base.txt': '-r ../outside.txt\n-r /base.txt\nmock==1\n',
  });
  const { projects } = detectProjects({
    ...files,
    read: (path) => {
      reads.push(path);
      return files.read(path);
    },
  });
  expect(projects[0]!.setup_candidates[2]![1]!.run).toMatch(/ -q mock pytest$/);
  expect(reads.filter((path) => path === 'base.txt')).toHaveLength(1);
  expect(reads.filter((path) => path === 'requirements/test.txt').length).toBeLessThan(5);
  expect(reads.filter((path) => /outside|^\/|\.\./.test(path))).toEqual([]);
});

it('a line of thousands of characters is read as far as a requirement goes', () => {
  const { requirements } = listInstalls({
    'pyproject.toml': PROJECT,
    'requirements-dev.txt': `blank${' '.repeat(20_000)}!\nlong==1${'.0'.repeat(400)}\ncut; python_version < '3'${' '.repeat(600)}and x\n`,
  });
  expect(requirements[0]).toBe('long pytest');
});
