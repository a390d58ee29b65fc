import fc from 'fast-check';
import { isTestPath, isTestSupportPath } from '../../src/language/is_test_path.js';
import { detectProjects } from '../../src/project/detection/detect_projects.js';
import { createProjectFiles } from '../project/create_project_files.js';

describe('one answer to what a test is', () => {
  it.each([
    'test/limit.js',
    'src/limit.test.ts',
    'src/test-limit.js',
    'pkg/limit_test.go',
    'test_limit.py',
    'app/tests.py',
    'spec/limit_spec.rb',
    'tests/LimitTest.php',
    'src/test/java/LimitTest.java',
    'Limit.Tests/LimitTests.cs',
    'tests/unittest.c',
    'limit.bats',
  ])('%s is one', (path) => {
    expect(isTestPath(path)).toBe(true);
  });

  it.each(['tests/helpers.py', 'conftest.py', 'src/__fixtures__/a.json', 'test-data/a.csv', 'src/x.test.js.snap'])(
    '%s only supports tests, and is left alone as they are',
    (path) => {
      expect([isTestSupportPath(path), isTestPath(path)]).toEqual([true, true]);
    },
  );

  it.each([
    'src/limit.js',
    'src/latest.js',
    'src/contest.py',
    'lib/attestation.rb',
    'src/TestimonialCard.tsx',
    'src/testClient.ts',
    'src/Audit.java',
    'cmd/protest/main.go',
    'src/inspector.ts',
    'README.md',
  ])('%s is none', (path) => {
    expect(isTestPath(path)).toBe(false);
  });

  /** A repository of each kind with its usual configuration, and a test file by which it is recognised. */
  const KINDS: Record<string, Record<string, string>> = {
    'node:test': { 'package.json': '{"scripts":{"test":"node --test"}}', 'test/a.test.js': '' },
    jest: {
      'package.json': '{"scripts":{"test":"jest"},"devDependencies":{"jest":"^30.0.0"}}',
      '__tests__/a.test.js': '',
    },
    vitest: {
      'package.json': '{"scripts":{"test":"vitest run"},"devDependencies":{"vitest":"^3.0.0"}}',
      'src/a.test.ts': '',
    },
    mocha: {
      'package.json': '{"scripts":{"test":"mocha"},"devDependencies":{"mocha":"^11.0.0"}}',
      'test/a.js': '',
    },
    ava: { 'package.json': '{"scripts":{"test":"ava"},"devDependencies":{"ava":"^6.0.0"}}', 'test/a.js': '' },
    pytest: { 'pyproject.toml': '[project]\nname = "a"\n[tool.pytest.ini_options]\n', 'test_a.py': '' },
    go: { 'go.mod': 'module a\n', 'a_test.go': '' },
    cargo: { 'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\n', 'src/lib.rs': '', 'tests/a.rs': '' },
    maven: { 'pom.xml': '<project></project>', 'src/test/java/ATest.java': '' },
    rspec: { Gemfile: "gem 'rspec'\n", 'spec/a_spec.rb': '' },
    cmake: { 'CMakeLists.txt': 'enable_testing()\nadd_test(NAME a COMMAND a)\n', 'tests/a_test.c': '' },
  };
  const segment = fc.constantFrom('src', 'lib', 'app', 'test', 'tests', 'spec', '__tests__', 'testdata', 'fixtures');
  const stem = fc.constantFrom('limit', 'test_limit', 'test-limit', 'limit_test', 'limit.test', 'limit-spec', 'tests');
  const camel = fc.constantFrom('LimitTest', 'TestLimit', 'LimitTests', 'LimitIT');
  const ending = fc.constantFrom('js', 'ts', 'mjs', 'py', 'go', 'rs', 'rb', 'java', 'kt', 'c', 'cpp', 'snap');
  const path = fc
    .tuple(fc.array(segment, { maxLength: 4 }), fc.oneof(stem, camel), ending)
    .map(([folders, name, end]) => [...folders, `${name}.${end}`].join('/'));

  it.each(Object.keys(KINDS))('what %s finds by itself is a test, and so is what supports it', (kind) => {
    const { projects } = detectProjects(createProjectFiles(KINDS[kind]!));
    expect(projects).not.toEqual([]);
    fc.assert(
      fc.property(path, (one) => {
        for (const { isTestFile, isTestSupport } of projects)
          if (isTestFile(one) || isTestSupport(one)) expect([one, isTestPath(one)]).toEqual([one, true]);
      }),
    );
  });
});
