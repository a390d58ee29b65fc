import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanaryFile, listCanaryFiles } from '../../src/project/canary_file.js';
import { detectProjects } from '../../src/project/detection/detect_projects.js';
import { cleanUp, givenRoom } from '../given.js';
import { createProjectFiles } from './create_project_files.js';

afterAll(cleanUp);

const JUNIT = 'package a.b;\nimport org.junit.jupiter.api.Test;\n';
const POM = '<project><modelVersion>4.0.0</modelVersion></project>';
const PHP = { 'composer.json': '{"require-dev": {"phpunit/phpunit": "^11"}}', 'phpunit.xml': '<phpunit/>' };

/** The canary beside the test files of a repository, and the command that runs it. */
function givenCanary(files: Record<string, string>, ...tests: string[]) {
  const { projects } = detectProjects(createProjectFiles(files));
  const project = projects.find(({ folder }) => folder === '') ?? projects[0]!;
  const shown = tests.map((path) => ({ path, text: files[path]! }));
  expect(tests.filter((path) => !project.isTestFile(path))).toEqual([]);
  const canary = createCanaryFile(project, shown);
  return canary && { ...canary, command: project.tests.createCommand([canary.path]) };
}

describe('a canary', () => {
  it.each<[string, Record<string, string>, string, string, RegExp]>([
    [
      'jest',
      { 'package.json': '{"scripts": {"test": "jest"}, "devDependencies": {"jest": "29"}}', 'src/add.test.js': '' },
      'src/add.test.js',
      'src/gatebench-canary.test.js',
      /src\/gatebench-canary\.test\.js/,
    ],
    [
      'vitest',
      {
        'package.json': '{"scripts": {"test": "vitest"}, "devDependencies": {"vitest": "4"}}',
        'vitest.config.ts': "export default { test: { include: ['src/**/test.ts'] } };",
        'src/add/test.ts': '',
      },
      'src/add/test.ts',
      'src/add/gatebench-canary/test.ts',
      /vitest run .* src\/add\/gatebench-canary\/test\.ts/,
    ],
    [
      'mocha',
      { 'package.json': '{"scripts": {"test": "mocha test.js"}, "devDependencies": {"mocha": "10"}}', 'test.js': '' },
      'test.js',
      'gatebench-canary.js',
      /gatebench-canary\.js/,
    ],
    [
      'pytest',
      { 'pyproject.toml': '[tool.pytest.ini_options]\n', 'tests/test_add.py': 'def test_a(): pass' },
      'tests/test_add.py',
      'tests/test_gatebench_canary.py',
      /test_gatebench_canary\.py/,
    ],
    [
      'go test',
      { 'go.mod': 'module a\n', 'pkg/add_test.go': 'package pkg\n' },
      'pkg/add_test.go',
      'pkg/gatebench_canary_test.go',
      /go test -json \.\/pkg/,
    ],
    [
      'ctest',
      { 'CMakeLists.txt': 'enable_testing()\nadd_test(a a)\n', 'tests/add.c': '' },
      'tests/add.c',
      'tests/gatebench-canary.sh',
      /add_test\(gatebench_canary sh \.\.\/tests\/gatebench-canary\.sh\)/,
    ],
    [
      'minitest',
      { Gemfile: 'gem "minitest"', 'test/test_add.rb': 'require "minitest"' },
      'test/test_add.rb',
      'test/test_gatebench_canary.rb',
      /test_gatebench_canary\.rb/,
    ],
    [
      'RSpec',
      { Gemfile: 'gem "rspec"', 'spec/add_spec.rb': '' },
      'spec/add_spec.rb',
      'spec/gatebench_canary_spec.rb',
      /gatebench_canary_spec\.rb/,
    ],
    [
      'cargo test',
      { 'Cargo.toml': '[package]\nname = "a"\n', 'src/lib.rs': '', 'tests/add.rs': '' },
      'tests/add.rs',
      'tests/gatebench_canary.rs',
      /--test gatebench_canary/,
    ],
    [
      'PHPUnit',
      { ...PHP, 'tests/AddTest.php': '' },
      'tests/AddTest.php',
      'tests/GatebenchCanaryTest.php',
      /\(GatebenchCanaryTest\)/,
    ],
    [
      'Maven',
      { 'pom.xml': POM, 'src/test/java/a/b/AddTest.java': JUNIT },
      'src/test/java/a/b/AddTest.java',
      'src/test/java/a/b/GatebenchCanaryTest.java',
      /-Dtest=GatebenchCanaryTest/,
    ],
    [
      'Maven, by the names of Spring',
      { 'pom.xml': POM, 'src/test/java/AddTests.java': JUNIT },
      'src/test/java/AddTests.java',
      'src/test/java/GatebenchCanaryTests.java',
      /-Dtest=GatebenchCanaryTests/,
    ],
    [
      'Gradle',
      { 'build.gradle': '', 'src/test/java/TestAdd.java': JUNIT },
      'src/test/java/TestAdd.java',
      'src/test/java/TestGatebenchCanary.java',
      /--tests '\*TestGatebenchCanary'/,
    ],
  ])('of %s is found by its runner, and run by itself', (_, files, test, path, command) => {
    const canary = givenCanary(files, test);
    expect(canary).toMatchObject({
      path,
      environment: { GATEBENCH_CANARY: '1' },
      command: expect.stringMatching(command),
    });
    expect(canary!.content).toContain(canary!.test ?? 'GATEBENCH_CANARY');
    expect(canary!.content).toContain('GATEBENCH_CANARY');
    const named = /(?:public )?class (\w+)/.exec(canary!.content)?.[1];
    if (/\.(java|php)$/.test(path)) expect(path).toMatch(new RegExp(`(^|/)${named}\\.\\w+$`));
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'a module of Rust below src',
      { 'Cargo.toml': '[package]\nname = "a"\n', 'src/tests/add.rs': '#[test]', 'tests/x.rs': '' },
      'src/tests/add.rs',
    ],
    [
      'a program of Rust of several files',
      {
        'Cargo.toml': '[package]\nname = "a"\n',
        'tests/it/add.rs': '#[test]',
        'tests/it/main.rs': 'mod add;',
        'src/lib.rs': '',
      },
      'tests/it/add.rs',
    ],
    [
      'a member of a workspace of Rust, whose tests cannot be run by themselves',
      {
        'Cargo.toml': '[workspace]\nmembers = ["crates/a"]\n',
        'crates/a/Cargo.toml': '[package]\nname = "a"\n',
        'crates/a/tests/add.rs': '',
      },
      'crates/a/tests/add.rs',
    ],
    [
      'a test in Kotlin',
      { 'build.gradle.kts': '', 'src/test/kotlin/AddTest.kt': 'import org.junit.jupiter.api.Test' },
      'src/test/kotlin/AddTest.kt',
    ],
    [
      'a test with TestNG',
      { 'pom.xml': POM, 'src/test/java/AddTest.java': 'import org.testng.annotations.Test;' },
      'src/test/java/AddTest.java',
    ],
    ['a test of Go without a package', { 'go.mod': 'module a\n', 'a_test.go': '// none' }, 'a_test.go'],
  ])('is not written beside %s', (_, files, test) => {
    const { projects } = detectProjects(createProjectFiles(files));
    expect(projects.some(({ folder }) => folder === '')).toBe(true);
    for (const project of projects.filter(({ folder }) => folder === ''))
      expect(createCanaryFile(project, [{ path: test, text: files[test]! }])).toBeUndefined();
  });

  it('in TypeScript is not checked for types, and a module where the tests are', () => {
    const create = (runner: string, text: string) =>
      createCanaryFile({ isTestFile: () => true, tests: { runner } }, [{ path: 'src/v4.test.ts', text }])!.content;
    expect(create('node:test', '')).toMatch(/^\/\/ @ts-nocheck\n[\s\S]*\}\);\n\}\);\n$/);
    expect(create('jest', "import { a } from './a';")).toMatch(/\nexport \{\};\n$/);
    expect(create('vitest', "import { a } from './a';")).toMatch(/\}\);\n$/);
  });

  it('of JUnit 4 is one of JUnit 4', () => {
    const files = { 'pom.xml': POM, 'src/test/java/AddTest.java': 'import org.junit.Test;' };
    expect(givenCanary(files, 'src/test/java/AddTest.java')!.content).toMatch(
      /^import static org\.junit\.Assert\.[\s\S]*import org\.junit\.Test;/,
    );
  });

  it('lies beside the next test file where the name of one cannot be varied', () => {
    const only = /^(?:all|a\.test)\.js$|canary\.test\.js$/;
    const project = { isTestFile: (path: string) => only.test(path), tests: { runner: 'jest' } };
    const files = ['all.js', 'a.test.js'].map((path) => ({ path, text: '' }));
    expect(createCanaryFile(project, files)?.path).toBe('gatebench-canary.test.js');
    expect(createCanaryFile({ ...project, tests: { runner: 'dotnet test' } }, files)).toBeUndefined();
  });
});

describe('a canary loads its runner as the tests beside it do', () => {
  it('is exported for lab', () => {
    const create = (text: string) =>
      createCanaryFile({ isTestFile: () => true, tests: { runner: 'lab' } }, [{ path: 'test/add.js', text }])?.content;
    const name = "lab.test('gatebench canary'";
    expect(create("const Lab = require('@hapi/lab');")).toMatch(/require\('@hapi\/lab'\);\n\n.*\nexports\.lab = lab;/);
    expect(create("import Lab from 'lab';")).toMatch(
      /^\/\/ .*\nimport Lab from 'lab';\n\nexport const lab = Lab\.script/,
    );
    for (const text of ["const Lab = require('lab');", "import * as Lab from 'lab';"])
      expect(create(text)).toContain(name);
    expect(create('')).toBeUndefined();
  });

  const create = (runner: string, text: string, path = 'test/a.js') =>
    createCanaryFile({ isTestFile: () => true, tests: { runner } }, [{ path, text }])!.content;

  it.each([
    ['', "const a = 'x';\nconst code = `\nimport test from 'other';\n`;"],
    ['', "const test = require('tape');\nconst code = `\nimport test from 'tape';\n`;"],
  ])('and by import() where that is not clear: %s%s', (_, text) =>
    expect(create('tape', text)).toContain("\nimport('tape').then((loaded) => {\n"),
  );

  it.each([
    ['test/a.cjs', "const tape = require('tape');"],
    ['test/a.mjs', "import tape from 'tape';"],
  ])('and as the name of the file says: %s', (path, line) => expect(create('tape', '', path)).toContain(`\n${line}\n`));

  it.each([
    ['tape', "const test = require('tape');", "const tape = require('tape');"],
    ['tape', "import test from 'tape';", "import tape from 'tape';"],
    ['tap', "const t = require('tap');", "const tap = require('tap');"],
    ['node:test', "import { it } from 'node:test';", "import { test } from 'node:test';"],
  ])('%s, after %s', (runner, text, line) => expect(create(runner, text)).toContain(`\n${line}\n`));

  it.each([
    ['a.js', "const { it } = require('node:test');"],
    ['a.mjs', "import { it } from 'node:test';"],
    ['a.js', ''],
  ])('and fails on purpose only: %s with %s', (name, text) => {
    const path = join(givenRoom(), name);
    writeFileSync(path, create('node:test', text, name));
    const run = (env: Record<string, string>) => spawnSync(process.execPath, ['--test', path], { env }).status;
    expect([run({}), run({ GATEBENCH_CANARY: '1' })]).toEqual([0, 1]);
  });
});

describe('the command of a canary', () => {
  const canary = { path: 'test/gatebench-canary.test.js', content: '', environment: {} };
  const named = { ...canary, test: 'gatebench canary' };
  const project = { isTestFile: (path: string) => path.endsWith('.test.js'), tests: { runner: 'mocha' } };

  it('runs the hidden tests as well, which load the code under test', () => {
    expect(listCanaryFiles(named, ['test/a.test.js', 'test/data.txt'], project)).toEqual([
      'test/a.test.js',
      'test/gatebench-canary.test.js',
    ]);
  });

  it('runs the whole suite where only data are hidden, and the runner finds the canary', () => {
    expect(listCanaryFiles(named, [], project)).toEqual([]);
    expect(listCanaryFiles({ ...named, path: 'test/canary.js' }, [], project)).toEqual(['test/canary.js']);
  });

  it('runs it alone where a true test of the same report cannot be told from it', () => {
    expect(listCanaryFiles(canary, ['test/a.test.js'], project)).toEqual(['test/gatebench-canary.test.js']);
  });
});
