import { detectProjects } from '../../../src/project/detection/detect_projects.js';
import { createProjectFiles } from '../create_project_files.js';

interface EcosystemCase {
  what: string;
  files: Record<string, string | object>;
  folders?: string[];
  tests: string[];
  report: string;
  report_file?: string;
  all: string | RegExp;
  one?: string | RegExp;
  build?: string[];
  tools?: Record<string, string>;
}

const GO = 'GOMODCACHE="$PWD/.gatebench-go/mod" GOCACHE="$PWD/.gatebench-go/build"';
const BUNDLED = '$([ ! -d .gatebench-bundle ] || echo bundle exec)';
const PHPUNIT = '$([ -e vendor/bin/phpunit ] && echo vendor/bin/phpunit || echo phpunit)';
const BARE_PHPUNIT =
  '$([ -e vendor/bin/phpunit ] && echo vendor/bin/phpunit || echo phpunit --bootstrap vendor/autoload.php)';
const CARGO = 'CARGO_HOME="$PWD/.gatebench-cargo"';

const CASES: EcosystemCase[] = [
  {
    what: 'Go modules, each a project of its own',
    files: {
      'go.mod': 'module a\n\ngo 1.21\n',
      'a_test.go': '',
      'b/b_test.go': '',
      'testdata/c_test.go': '',
      'sub/go.mod': '',
      'sub/d_test.go': '',
    },
    folders: ['', 'sub'],
    tests: ['a_test.go', 'b/b_test.go'],
    report: 'go-test-json',
    all: `${GO} go test -json ./... > "$REPORT"`,
    one: `${GO} go test -json . ./b > "$REPORT"`,
    tools: { go: '>=1.21' },
  },
  {
    what: 'Go from before modules',
    files: { 'a.go': 'package a\n\nimport "host.example/x/a/inner"\n', 'inner/b.go': '', 'inner/b_test.go': '' },
    tests: ['inner/b_test.go'],
    report: 'go-test-json',
    all: `${GO} go test -json ./... > "$REPORT"`,
  },
  {
    what: 'Cargo without a report',
    files: {
      'Cargo.toml': '[package]\nname = "a"\nrust-version = "1.70"\n',
      'src/lib.rs': '',
      'tests/it.rs': '',
      'tests/data/x.json': '',
    },
    tests: ['tests/it.rs'],
    report: 'tap',
    all: /^CARGO_HOME="\$PWD\/.gatebench-cargo" cargo test --offline --no-fail-fast > .* > "\$REPORT"; exit \$status$/,
    one: / --no-fail-fast --test it > /,
    tools: { cargo: '>=1.70' },
  },
  {
    what: 'a Cargo workspace, with a profile of nextest that writes JUnit',
    files: {
      'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
      '.config/nextest.toml': '[profile.ci.junit]\npath = "junit.xml"\n',
      'crates/b/Cargo.toml': '[package]\nname = "b"\n',
      'crates/b/tests/it.rs': '',
    },
    folders: ['', 'crates/b'],
    tests: ['crates/b/tests/it.rs'],
    report: 'junit',
    report_file: 'target/nextest/ci/junit.xml',
    all: `${CARGO} cargo nextest run --offline --no-fail-fast --profile ci --workspace`,
  },
  {
    what: 'Maven, with the files of Surefire joined',
    files: {
      'pom.xml': '<project/>',
      'm/pom.xml': '<project/>',
      'm/src/test/java/x/ATest.java': '',
      'm/src/test/java/x/Data.java': '',
    },
    folders: ['', 'm'],
    tests: ['m/src/test/java/x/ATest.java'],
    report: 'junit',
    all: /; mvn -B -ntp -Dmaven\.repo\.local="\$PWD\/\.gatebench-m2" -o -fae test; status=\$\?; .* > "\$REPORT"; exit \$status$/,
    one: /-Dtest=ATest -DfailIfNoTests=false/,
  },
  {
    what: 'Gradle',
    files: { 'build.gradle.kts': '', gradlew: '', 'src/test/kotlin/ATest.kt': '' },
    tests: ['src/test/kotlin/ATest.kt'],
    report: 'junit',
    all: /sh \.\/gradlew test --offline .*build\/test-results/,
    one: /--tests '\*ATest'/,
  },
  {
    what: 'RSpec with a formatter among the gems',
    files: { Gemfile: 'gem "rspec"\ngem "rspec_junit_formatter"', 'spec/a_spec.rb': '', 'spec/spec_helper.rb': '' },
    tests: ['spec/a_spec.rb'],
    report: 'junit',
    all: `${BUNDLED} rspec --format RspecJunitFormatter --out "$REPORT"`,
    one: `${BUNDLED} rspec --format RspecJunitFormatter --out "$REPORT" spec/a_spec.rb`,
  },
  {
    what: 'RSpec without one',
    files: { Gemfile: 'gem "rspec"', 'spec/a_spec.rb': '' },
    tests: ['spec/a_spec.rb'],
    report: 'tap',
    all: /bundle exec\) ruby -e '.*GatebenchTap.*' spec$/,
    one: /GatebenchTap.*' spec\/a_spec.rb$/,
  },
  {
    what: 'minitest',
    files: { Gemfile: '', Rakefile: '', 'test/test_a.rb': '', 'test/helper.rb': 'require "minitest/autorun"' },
    tests: ['test/test_a.rb'],
    report: 'tap',
    all: /bundle exec\) ruby -Ilib -Itest -Ispec -e '.*GatebenchTap.*' \$\(find test spec /,
    one: /GatebenchTap.*' test\/test_a.rb$/,
  },
  {
    what: 'test-unit',
    files: { Gemfile: '', Rakefile: 'Rake::TestTask.new', 'test/test_a.rb': 'require "test/unit"' },
    tests: ['test/test_a.rb'],
    report: 'tap',
    all: /bundle exec\) ruby -Ilib -Itest -Ispec -e '.*GatebenchTap.*' \$\(find test spec /,
  },
  {
    what: 'minitest with a Rakefile alone',
    files: { Rakefile: '', 'lib/a.rb': '', 'test/test_a.rb': 'require "minitest/autorun"' },
    tests: ['test/test_a.rb'],
    report: 'tap',
    all: /^SEED=1 REPORT="\$REPORT" ruby -Ilib -Itest -Ispec -e /,
  },
  {
    what: 'PHPUnit',
    files: {
      'composer.json': { 'require-dev': { 'phpunit/phpunit': '^10' }, require: { php: '^8.1' } },
      'phpunit.xml.dist':
        '<phpunit><testsuites><testsuite name="x"><directory>checks</directory></testsuite></testsuites></phpunit>',
      'checks/ATest.php': '',
      'checks/Data.php': '',
      'other/BTest.php': '',
    },
    tests: ['checks/ATest.php'],
    report: 'junit',
    all: `${BARE_PHPUNIT} --log-junit "$REPORT" --no-coverage`,
    one: `${BARE_PHPUNIT} --log-junit "$REPORT" --no-coverage --filter '/\\b(ATest)::/'`,
    tools: { php: '>=8.1' },
  },
  {
    what: 'PHPUnit without Composer, with a bootstrap of its own',
    files: { 'phpunit.xml': '<phpunit\n  bootstrap="tests/start.php"></phpunit>', 'tests/ATest.php': '' },
    tests: ['tests/ATest.php'],
    report: 'junit',
    all: `${PHPUNIT} --log-junit "$REPORT" --no-coverage`,
  },
  {
    what: 'PHPUnit that only a test names',
    files: {
      'composer.json': { autoload: {} },
      'tests/ATest.php': '<?php\nuse PHPUnit\\Framework\\TestCase;\n',
    },
    tests: ['tests/ATest.php'],
    report: 'junit',
    all: `${BARE_PHPUNIT} --log-junit "$REPORT" --no-coverage tests`,
  },
  {
    what: 'CMake with CTest, with its option for tests',
    files: {
      'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.14)\noption(FOO_BUILD_TESTS "x" OFF)\nenable_testing()',
      'tests/a.c': '',
      'a.c': '',
    },
    tests: ['tests/a.c'],
    report: 'junit',
    all: 'ctest --test-dir .gatebench-build --output-junit "$REPORT" --no-tests=error',
    build: [
      'cmake -S . -B .gatebench-build -DBUILD_TESTING=ON -DFOO_BUILD_TESTS=ON',
      'cmake --build .gatebench-build --parallel 2',
    ],
  },
  {
    what: '.NET with a logger among the packages',
    files: { 'T/T.csproj': 'Microsoft.NET.Test.Sdk JunitXml.TestLogger', 'T/ATests.cs': '' },
    folders: ['T'],
    tests: ['T/ATests.cs'],
    report: 'junit',
    all: 'NUGET_PACKAGES="$PWD/.gatebench-nuget" dotnet test --no-restore T/T.csproj --logger "junit;LogFilePath=$REPORT"',
    one: /--filter 'FullyQualifiedName~ATests'$|--filter FullyQualifiedName~ATests$/,
  },
];

function expectCommand(command: string, expected: string | RegExp): void {
  if (typeof expected === 'string') expect(command).toBe(expected);
  else expect(command).toMatch(expected);
}

describe('each ecosystem is set up inside the repository and reports what it can', () => {
  it.each(CASES)('$what', ({ files, folders, tests, report, report_file, all, one, build, tools }) => {
    const { projects } = detectProjects(createProjectFiles(files));
    const [project] = projects;
    expect(projects.map(({ folder }) => folder)).toEqual(folders ?? ['']);
    expect(Object.keys(files).filter(project!.isTestFile)).toEqual(tests);
    expect([project!.tests.report, project!.tests.report_file]).toEqual([report, report_file]);
    expect(project!.tests.weakness === undefined).toBe(report !== 'exit-code');
    expectCommand(project!.tests.createCommand([]), all);
    if (one !== undefined) expectCommand(project!.tests.createCommand(tests), one);
    expect(project!.build.map(({ run }) => run)).toEqual(expect.arrayContaining(build ?? []));
    expect(project!.tools).toMatchObject(tools ?? {});
  });
});

it('members of a Cargo workspace are tested by their names', () => {
  const files = createProjectFiles(CASES.find(({ what }) => what.startsWith('a Cargo workspace'))!.files);
  const { projects } = detectProjects(files);
  expect(projects[1]!.tests.createCommand(['crates/b/tests/it.rs'])).toMatch(/ -p b --test it$/);
});

describe('an agent is told the command that people type, where a setup installed packages and where none did', () => {
  const rake = { Rakefile: 'Rake::TestTask.new', 'test/test_a.rb': 'require "minitest/autorun"' };
  const cases: [what: string, files: Record<string, string | object>, bare: string, installed: string][] = [
    ['minitest', { Gemfile: '', ...rake }, 'rake test', 'bundle exec rake test'],
    [
      'a package in a folder',
      { 'a/Gemfile': '', 'a/spec/b_spec.rb': '', 'a/.rspec': '' },
      'cd a && rspec',
      'cd a && bundle exec rspec',
    ],
    [
      'PHPUnit',
      CASES.find(({ what }) => what === 'PHPUnit')!.files,
      'phpunit --bootstrap vendor/autoload.php',
      'vendor/bin/phpunit',
    ],
    ['Go', CASES[0]!.files, 'go test ./...', 'go test ./...'],
    [
      'Cargo',
      CASES.find(({ what }) => what === 'Cargo without a report')!.files,
      'cargo test',
      `${CARGO} cargo test --offline`,
    ],
  ];
  it.each(cases)('%s', (_what, files, bare, installed) => {
    const { tests } = detectProjects(createProjectFiles(files)).projects[0]!;
    const install = { run: 'install', why: '', network: ['registry' as const] };
    expect([tests.createPlainCommand!([]), tests.createPlainCommand!([install])]).toEqual([bare, installed]);
  });
});

describe('Go from before modules', () => {
  const getSetup = (files: Record<string, string>) => {
    const { projects, reasons } = detectProjects(createProjectFiles({ 'a_test.go': '', ...files }));
    return projects[0]?.setup.map(({ run, network }) => [run, ...network]) ?? reasons;
  };
  const compile = [expect.stringContaining("go test -run '^$'")];

  it.each<[what: string, files: Record<string, string>, init: string]>([
    ['by what it imports of itself', { 'a.go': 'import "h.example/x/y/in"', 'in/b.go': '' }, 'h.example/x/y'],
    [
      'by an import of its tests',
      { 'a.go': 'package yaml', 'b_test.go': 'import "h.example/go-yaml"' },
      'h.example/go-yaml',
    ],
    ['by any name where it imports nothing of itself', { 'a.go': 'import "fmt"' }, 'example.com/module'],
  ])('becomes a module that is named %s', (_, files, name) => {
    expect(getSetup(files)).toEqual([[`[ -e go.mod ] || go mod init ${name}`], compile]);
  });

  it('asks for what it imports of others', () => {
    const tidy = [expect.stringMatching(/ go mod tidy$/), 'registry'];
    const init = ['[ -e go.mod ] || go mod init example.com/module'];
    expect(getSetup({ 'a.go': 'import (\n\tb "h.example/x/b"\n)' })).toEqual([init, tidy, compile]);
  });

  it('is told where the packages of others are a copy that no module knows', () => {
    const files = { 'vendor/h.example/x/b.go': '', 'a.go': 'import "h.example/x"' };
    expect(getSetup(files)).toEqual(['Go tests without a go.mod, with packages in vendor: modules are needed']);
  });
});
