import { detectProjects } from '../../../src/project/detect_projects.js';
import { createProjectFiles } from '../create_project_files.js';

/** Returns what the setups of a project install, without the program. */
function listInstalls(files: Record<string, string>): string[] {
  const { projects } = detectProjects(createProjectFiles({ 'tests/test_a.py': 'import pytest', ...files }));
  return projects[0]!.setup_candidates.map((setup) => setup.at(-1)!.run.replace(/^.* -q /, ''));
}

const PROJECT = '[project]\nname = "Pkg_A"\n';

it('requirements that are pinned are tried in the versions of today next, with extras and conditions', () => {
  const installs = listInstalls({
    'pyproject.toml': `${PROJECT}[project.optional-dependencies]\ntest = ["x==1.*", "pkg-a[more]", "y[z]~=2 ; python_version<'3.8'"]\n`,
    'requirements-dev.txt': '-r more.txt\n-e .\npytest==6.*  # old\nhttps://example.org/a.whl\n',
    'more.txt': 'mock>=1,<2\n-r more.txt\n',
  });
  expect(installs.slice(1, 4)).toEqual([
    "-e '.[test]' -r requirements-dev.txt pytest",
    "-e . x 'y[z]; python_version<'\\''3.8'\\''' mock pytest",
    '-e . pytest',
  ]);
});

it('requirements without versions are not tried twice', () => {
  const installs = listInstalls({ 'pyproject.toml': PROJECT, 'tox.ini': '[testenv]\ndeps =\n    pytest\n    mock\n' });
  expect(installs.filter((install) => install === '-e . pytest mock')).toHaveLength(1);
});
