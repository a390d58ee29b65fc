import { readCode } from '../../../../src/guard/code/read_code.js';
import { readCommand } from '../../../../src/guard/shell/read_command.js';
import { detectProjects } from '../../../../src/project/detection/detect_projects.js';
import { createCycleReader } from '../../../../src/run/supervisor/acts/command_cycle.js';
import { createProjectFiles } from '../../../project/create_project_files.js';

/** Cycle of a command line in a contract that names no command. */
function cycleOf(line: string): string {
  const read = createCycleReader({ metadata: { tier: 1 } as never, build: 'none', acceptance: [] });
  const cycle = read(readCommand(line, { readCode }).invocations, line);
  return cycle === null ? 'none' : `${cycle.kind}${cycle.decides ? '' : ', undecided'}`;
}

const script = (test: string, more: object = {}) => ({
  'package.json': JSON.stringify({ scripts: { test }, ...more }),
  'test/a.test.js': '',
});
const needs = (name: string, test = name) => script(test, { devDependencies: { [name]: '*' } });

describe('a build or test run is recognised by the runners and tools that repositories use', () => {
  it.each([
    'node --test',
    'node --test src/a.test.js',
    'node --import tsx --test x',
    'npx tsx --test a.ts',
    'npm test',
    'npm t',
    'npm run test:unit -- --grep x',
    'npm run -s test',
    'yarn test',
    'pnpm test:unit',
    'pnpm -r test',
    'bun test',
    'bun run test',
    'deno test -A',
    'npx vitest run',
    'npx jest src/a.test.ts',
    'yarn jest',
    'pnpm exec vitest run',
    './node_modules/.bin/mocha test/*.js',
    'node_modules/.bin/jest --ci',
    'node ./node_modules/jest/bin/jest.js',
    'npx c8 node --test',
    'npx nyc mocha',
    'npx playwright test',
    'npx react-scripts test --watchAll=false',
    'pytest',
    'pytest -q x',
    'python -m pytest tests/test_a.py::test_b',
    'python3.11 -m unittest discover',
    'python -m unittest',
    'poetry run pytest',
    'uv run pytest -x',
    'coverage run -m pytest',
    'tox -e py311',
    'python manage.py test',
    './manage.py test app',
    'python tests/run.py',
    'go test ./...',
    'go test -run TestA ./pkg',
    'gotestsum',
    'cargo test',
    'cargo nextest run',
    'make test',
    'make -C lib check',
    'make test-unit',
    'mvn -q test',
    'mvn -o -Dtest=A clean verify',
    './mvnw test',
    './gradlew test',
    './gradlew :app:testDebugUnitTest',
    'gradle check --offline',
    'dotnet test',
    'bundle exec rspec spec/a_spec.rb',
    'bin/rails test',
    'rake test',
    'vendor/bin/phpunit tests',
    'php artisan test',
    'composer test',
    'ctest --test-dir build',
    'bats test',
    'mix test',
    'swift test',
    'cd app && npm test',
    'CI=1 npx vitest run 2>&1',
    'timeout 60 pytest -x',
    'docker compose exec -T app pytest',
    'bash run_tests.sh',
    './run_tests.sh',
    'sh test/all.sh',
    'node test/index.js',
    'npm run build && npm test',
  ])('tests: %s', (line) => {
    expect(cycleOf(line)).toBe('test');
  });

  it.each([
    'tsc --noEmit',
    'npx tsc -p .',
    'npm run build',
    'yarn typecheck',
    'go build ./...',
    'go vet ./...',
    'cargo build --release',
    'cargo check',
    'cargo clippy',
    'make',
    'make all',
    'mvn -q compile',
    './gradlew assemble',
    'dotnet build',
    'cmake --build build',
    'ninja -C build',
  ])('builds: %s', (line) => {
    expect(cycleOf(line)).toBe('build');
  });

  it.each([
    'ls test',
    'cat test/a.test.js',
    'git log --grep test',
    'grep -rn test src',
    'npx vitest --help',
    'pytest --collect-only',
    'npm install jest',
    'npm run lint',
    'npm ci',
    'yarn add vitest',
    'node -e "require(\'./test/a.js\')"',
    'node src/index.js',
    'python -c "import pytest"',
    'pip install pytest',
    'go mod tidy',
    'cargo fmt',
    'mkdir -p test && touch test/a.js',
    'echo npm test',
    'which pytest',
    'git checkout test',
    'rm -rf test/out',
    'test -f a && echo yes',
    '[ -d test ]',
    'sed -i s/a/b/ test/a.js',
  ])('does neither: %s', (line) => {
    expect(cycleOf(line)).toBe('none');
  });

  it.each(['npx vitest run | tail', 'pytest || true', 'go test ./... ; echo done', 'cargo test &'])(
    'tests, and the exit status is not theirs: %s',
    (line) => {
      expect(cycleOf(line)).toBe('test, undecided');
    },
  );

  it.each<[string, Record<string, string>]>([
    ['node:test', script('node --test')],
    ['vitest', needs('vitest')],
    ['jest', needs('jest')],
    ['ava', needs('ava')],
    ['mocha', needs('mocha')],
    ['tap', needs('tap')],
    ['tape', needs('tape', 'tape test/*.js')],
    ['uvu', needs('uvu', 'uvu test')],
    ['bun', script('bun test')],
    ['pytest', { 'pyproject.toml': '[tool.pytest.ini_options]\n', 'tests/test_a.py': 'def test_a(): pass\n' }],
    ['unittest', { 'setup.py': '', 'tests/test_a.py': 'import unittest\nclass A(unittest.TestCase):\n  pass\n' }],
    ['go', { 'go.mod': 'module a\n', 'a_test.go': '' }],
    ['cargo', { 'Cargo.toml': '[package]\nname = "a"\n', 'tests/a.rs': '#[test]\nfn a() {}\n' }],
    ['maven', { 'pom.xml': '<project/>', 'src/test/java/ATest.java': '' }],
    ['gradle', { 'build.gradle': '', 'src/test/java/ATest.java': '' }],
    ['rspec', { Gemfile: "gem 'rspec'\ngem 'rspec_junit_formatter'\n", 'spec/a_spec.rb': '' }],
    ['pest', { 'composer.json': '{"require-dev": {"pestphp/pest": "*"}}', 'tests/ATest.php': '' }],
    ['ctest', { 'CMakeLists.txt': 'enable_testing()\nadd_test(a b)\n', 'tests/a_test.cpp': '' }],
    [
      'dotnet',
      { 'T.csproj': '<Project><PackageReference Include="Microsoft.NET.Test.Sdk" /></Project>', 'ATests.cs': '[Fact]' },
    ],
  ])('recognises the command that init makes for a repository: %s', (_name, files) => {
    const { projects, reasons } = detectProjects(createProjectFiles(files));
    expect([projects.length > 0, reasons]).toEqual([true, expect.anything()]);
    expect(cycleOf(projects[0]!.tests.createCommand([]))).toMatch(/^test/);
  });
});
