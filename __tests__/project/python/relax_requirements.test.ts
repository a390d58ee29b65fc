import { detectProjects } from '../../../src/project/detect_projects.js';
import { createProjectFiles } from '../create_project_files.js';

/** Returns what the setups of a project install last, and what the relaxed one installs first, without the program. */
function listInstalls(files: Record<string, string>) {
  const { projects } = detectProjects(createProjectFiles({ 'tests/test_a.py': 'import pytest', ...files }));
  const strip = (run = '') => run.replace(/^.* -q /, '');
  const setups = projects[0]!.setup_candidates;
  return {
    last: setups.map((setup) => strip(setup.at(-1)!.run)),
    requirements: (setups[2]?.[1]?.run ?? '').split(' || ').map(strip),
  };
}

const PROJECT = '[project]\nname = "Pkg_A"\n';

it('requirements that are pinned are tried in the versions of today next, with extras and conditions', () => {
  const installs = listInstalls({
    'pyproject.toml': `${PROJECT}[project.optional-dependencies]\ntest = ["x==1.*", "pkg-a[more]", "y[z]~=2 ; python_version<'3.8'"]\n`,
    'requirements-dev.txt': '-r more.txt\n-e .\npytest==6.*  # old\nhttps://example.org/a.whl\n',
    'more.txt': 'mock>=1,<2\n-r more.txt\n',
  });
  expect(installs.last.slice(1, 4)).toEqual(["-e '.[test]' -r requirements-dev.txt pytest", '-e .', '-e . pytest']);
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
  const [, , relaxed] = projects[0]!.setup_candidates;
  expect(relaxed).toMatchObject([
    { inputs: [] },
    {
      inputs: [],
      left_out: ['flake8-x', 'sphinx'],
      run: expect.stringMatching(/ -q pytest coverage mock \|\| .* -q pytest coverage$/),
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
