import fc from 'fast-check';
import { detectProjects } from '../../../src/project/detection/detect_projects.js';
import { createProjectFiles } from '../create_project_files.js';

const NAMES = [
  ...[
    'package.json',
    'jest.config.js',
    'vitest.config.ts',
    '.mocharc.yml',
    '.mocharc.json',
    'test/mocha.opts',
    'lerna.json',
  ],
  ...['pnpm-workspace.yaml', 'pnpm-lock.yaml', 'yarn.lock', '.yarnrc.yml', 'test/a.test.js', 'packages/a/package.json'],
  ...['pyproject.toml', 'setup.py', 'setup.cfg', 'tox.ini', 'pytest.ini', 'requirements-dev.txt', 'tests/test_a.py'],
  ...['go.mod', 'a_test.go', 'Cargo.toml', '.config/nextest.toml', 'tests/a.rs', 'pom.xml', 'build.gradle', 'Gemfile'],
  ...[
    'spec/a_spec.rb',
    'composer.json',
    'phpunit.xml',
    'tests/ATest.php',
    'CMakeLists.txt',
    'T.csproj',
    'ATests.cs',
    '.gitmodules',
  ],
];

/** Values in the shape of manifests, with wrong types everywhere. */
const manifest = fc.dictionary(
  fc.constantFrom(
    'scripts',
    'workspaces',
    'devDependencies',
    'engines',
    'jest',
    'mocha',
    'ava',
    'main',
    'exports',
    'packageManager',
    'project',
    'tool',
    'require-dev',
    '__proto__',
  ),
  fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.dictionary(
      fc.constantFrom(
        'test',
        'pretest',
        'build',
        'testMatch',
        'testRegex',
        'spec',
        'files',
        'packages',
        'node',
        'phpunit/phpunit',
        'mocha',
        'toString',
      ),
      fc.oneof(
        fc.jsonValue({ maxDepth: 1 }),
        fc
          .array(
            fc.constantFrom(
              'npm',
              'run',
              'test',
              '&&',
              'jest',
              'mocha',
              '(((',
              "'",
              '"',
              '$(',
              '--',
              '|',
              '>',
              'nyc',
              'node',
              '--test',
              'tape',
              '**',
              '\\',
              '[',
              '+(a|+(b))',
            ),
          )
          .map((words) => words.join(' ')),
      ),
    ),
  ),
);
const content = fc.oneof(
  fc.string(),
  manifest.map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary' }),
  fc.constant(undefined),
);

describe('detectProjects', () => {
  it('never throws, whatever the files hold', () => {
    const repository = fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), fc.string()), content, { maxKeys: 15 });
    fc.assert(
      fc.property(repository, (texts) => {
        const paths = Object.keys(texts);
        const { projects } = detectProjects({
          paths,
          read: (path) => (Object.hasOwn(texts, path) ? texts[path] : undefined),
        });
        for (const project of projects) {
          project.tests.createCommand([]);
          project.tests.createCommand(paths.filter(project.isTestFile));
          expect(paths.filter((path) => project.isTestFile(path) && project.isTestSupport(path))).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('takes little time on hostile patterns', () => {
    const files = createProjectFiles({
      'package.json': {
        scripts: { test: 'jest' },
        jest: { testRegex: '^(a+)+$', testMatch: ['**/+(a|+(a|a))+(a)', '+(+(+(a)))'] },
      },
      [`test/${'a'.repeat(300)}!.test.js`]: '',
      'pyproject.toml': `[tool.pytest.ini_options]\npython_files = ["${'*a'.repeat(60)}"]\n`,
      [`tests/${'a'.repeat(300)}.py`]: '',
      'go.mod': `${'\n'.repeat(200_000)}go`,
      '.gitmodules': `${'\n'.repeat(100_000)}path = ${' '.repeat(100_000)}`,
      'tox.ini': `[testenv]\na${' '.repeat(500_000)}`,
      'test_b.py': '\n'.repeat(500_000),
      'CMakeLists.txt': `enable_testing() option(${'A'.repeat(50_000)}`,
      'setup.py': `tests_require=[${"'a' ".repeat(20_000)}`,
    });
    const before = process.cpuUsage();
    detectProjects(files);
    // Processor time: a hundred times what it takes, and a hundredth of what a search that goes back takes.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(20);
  });

  it('puts the root first, then the projects with the most tests, and says that there are several ecosystems', () => {
    const { projects } = detectProjects(
      createProjectFiles({
        'web/package.json': { scripts: { test: 'jest' } },
        'web/a.test.js': '',
        'web/b.test.js': '',
        'go.mod': '',
        'a_test.go': '',
        'lib/setup.py': '',
        'lib/test_a.py': 'import pytest',
        '.gitmodules': '[submodule "x"]\n\tpath = vendor/x\n',
        '.gitattributes': '*.bin filter=lfs diff=lfs',
      }),
    );
    expect(projects.map(({ ecosystem, folder }) => [ecosystem, folder])).toEqual([
      ['go', ''],
      ['node', 'web'],
      ['python', 'lib'],
    ]);
    expect(projects[0]!.notes).toEqual([
      'submodules (vendor/x) are left out unless declared',
      'files in Git LFS are pointers here: tests that read them fail unless the snapshot holds their content',
      'the repository has projects of several ecosystems: go, node, python',
    ]);
  });

  it('says why there is no project', () => {
    expect(detectProjects(createProjectFiles({ README: '' }))).toEqual({
      projects: [],
      reasons: ['no manifest of a known ecosystem: package.json, pyproject.toml, go.mod, Cargo.toml, pom.xml, …'],
    });
    expect(detectProjects(createProjectFiles({ 'CMakeLists.txt': '', 'x.go': '', 'go.mod': '' })).reasons).toEqual([
      'CMakeLists.txt declares no tests for CTest',
      'repository root: go test has no test files here',
    ]);
  });
});
