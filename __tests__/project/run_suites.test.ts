import { isFileFailure } from '../../src/record/tests/test_report.js';
import { where } from '../machine.js';
import { runProjectSuite } from './run_suite.js';

/** Runs a suite, and describes its tests. */
function runSuite(texts: Record<string, string>, hidden: readonly string[]) {
  const { status, result } = runProjectSuite(texts, hidden);
  if (result === undefined) return { status };
  if (!result.ok) return { status, reason: result.reason };
  const tests = result.report.tests.map(({ path, outcome, message }) => {
    const why = isFileFailure({ path, outcome }) ? ` (${message})` : '';
    return `${path.at(-1)}: ${outcome}${why}`;
  });
  return { status, tests: tests.sort() };
}

describe('commands run as they are written, and leave reports that our readers understand', () => {
  const nodeTest = (name: string, body: string) =>
    `import test from 'node:test';\ntest('${name}', () => { ${body} });\n`;

  it('node:test', () => {
    const texts = {
      'package.json': '{"type": "module", "scripts": {"test": "node --test"}}',
      'test/a.test.js': nodeTest('good', ''),
      "test/it's b.test.js": nodeTest('bad', 'throw new Error("no")'),
    };
    expect(runSuite(texts, [])).toEqual({ status: 1, tests: ['bad: failed', 'good: passed'] });
    expect(runSuite(texts, ["test/it's b.test.js"])).toEqual({ status: 1, tests: ['bad: failed'] });
  });

  it('node:test, by globs that no shell knows', () => {
    const texts = {
      'package.json': `{"type": "module", "scripts": {"test": "node --test 'test/**/*.test.{js,mjs}'"}}`,
      'test/a b.test.js': nodeTest('good', ''),
      'test/deep/b.test.mjs': nodeTest('bad', 'throw new Error("no")'),
      'test/helper.js': nodeTest('no test', ''),
    };
    expect(runSuite(texts, [])).toEqual({ status: 1, tests: ['bad: failed', 'good: passed'] });
    expect(runSuite({ ...texts, 'test/deep/b.test.mjs': '' }, [])).toMatchObject({ status: 0 });
  });

  it('jest', () => {
    const texts = {
      'package.json': '{"scripts": {"test": "jest --coverage --watch"}, "devDependencies": {"jest": "30"}}',
      'a.test.js': "test('good', () => {});",
      'b.test.js': "test('bad', () => { throw new Error('no') });",
    };
    expect(runSuite(texts, [])).toEqual({ status: 1, tests: ['bad: failed', 'good: passed'] });
    expect(runSuite(texts, ['a.test.js'])).toEqual({ status: 0, tests: ['good: passed'] });
  });

  it('a package in a folder', () => {
    const texts = {
      'package.json': '{"workspaces": ["packages/*"]}',
      'packages/a/package.json': '{"type": "module", "scripts": {"test": "node --test"}}',
      'packages/a/test/a.test.js': nodeTest('good', ''),
    };
    expect(runSuite(texts, ['packages/a/test/a.test.js'])).toEqual({ status: 0, tests: ['good: passed'] });
  });

  where('pytest')('pytest, with packages of the machine', () => {
    const texts = {
      'setup.py': 'from setuptools import setup\nsetup()\n',
      'src/pkg/__init__.py': 'VALUE = 1\n',
      'tests/test_a.py': 'import pytest\nfrom pkg import VALUE\ndef test_good():\n    assert VALUE == 1\n',
      'tests/test_b.py': 'def test_bad():\n    assert False\n',
    };
    expect(runSuite(texts, [])).toEqual({ status: 1, tests: ['test_bad: failed', 'test_good: passed'] });
    expect(runSuite(texts, ['tests/test_a.py'])).toEqual({ status: 0, tests: ['test_good: passed'] });
  });

  where('ctest')('ctest', () => {
    const texts = {
      'CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.14)\nproject(a C)\noption(A_TESTS "x" OFF)\nif(A_TESTS)\nenable_testing()\n' +
        'add_executable(t tests/a.c)\nadd_test(NAME good COMMAND t)\nadd_test(NAME bad COMMAND t x)\nendif()\n',
      'tests/a.c': 'int main(int argc, char **argv) { (void)argv; return argc - 1; }\n',
    };
    expect(runSuite(texts, [])).toEqual({ status: 8, tests: ['bad: failed', 'good: passed'] });
    // A canary is a script, which runs with the tests of the build.
    const scripts = { 'tests/quiet.sh': '[ -z "$GATEBENCH_CANARY" ]\n', 'tests/armed.sh': 'exit 1\n' };
    const tests = (outcome: string) => ['bad: failed', `gatebench_canary: ${outcome}`, 'good: passed'];
    for (const [script, outcome] of [
      ['tests/quiet.sh', 'passed'],
      ['tests/armed.sh', 'failed'],
    ] as const)
      expect(runSuite({ ...texts, ...scripts }, ['tests/a.c', script])).toEqual({ status: 8, tests: tests(outcome) });
    // Settings of the build hold for it as well: what hides a failure of the tests hides that of the canary.
    const custom = 'configure_file(custom.cmake CTestCustom.cmake COPYONLY)\n';
    const hiding = {
      'CMakeLists.txt': `${texts['CMakeLists.txt']}${custom}`,
      'custom.cmake': 'set(CTEST_CUSTOM_TESTS_IGNORE bad gatebench_canary)\n',
    };
    for (const hidden of [[], ['tests/a.c', 'tests/armed.sh']])
      expect(runSuite({ ...texts, ...scripts, ...hiding }, hidden)).toEqual({ status: 0, tests: ['good: passed'] });
  });

  where('cargo')('cargo test, as TAP', () => {
    const texts = {
      'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': '',
      'tests/good.rs': '#[test]\nfn good() {}\n',
      'tests/bad.rs': '#[test]\nfn bad() { panic!() }\n',
    };
    expect(runSuite(texts, [])).toEqual({
      status: 101,
      tests: ['tests/bad.rs bad: failed', 'tests/good.rs good: passed'],
    });
    expect(runSuite(texts, ['tests/good.rs'])).toEqual({ status: 0, tests: ['tests/good.rs good: passed'] });
  });

  where('minitest')('minitest, as TAP', () => {
    const texts = {
      Gemfile: '',
      'test/test_a.rb':
        'require "minitest/autorun"\nclass A < Minitest::Test\n  def test_good; end\n  def test_bad; flunk; end\n  def test_later; skip; end\nend\n',
      'test/b_test.rb': 'require "minitest/autorun"\ndescribe "#b" do\n  it "is # good" do\n  end\nend\n',
    };
    expect(runSuite(texts, [])).toEqual({
      status: 1,
      tests: ['#b test_0001_is # good: passed', 'A test_bad: failed', 'A test_good: passed', 'A test_later: skipped'],
    });
    expect(runSuite(texts, ['test/b_test.rb'])).toEqual({ status: 0, tests: ['#b test_0001_is # good: passed'] });
  });

  const unloaded = { 'test/test_z.rb': 'require "gone"\n', 'test/test_y.rb': 'Gone.call\n' };

  where('minitest')('minitest with files that do not load: the others run', () => {
    const texts = {
      Rakefile: '',
      'test/test_a.rb': 'require "minitest/autorun"\nclass A < Minitest::Test\n  def test_good; end\nend\n',
    };
    expect(runSuite({ ...texts, ...unloaded }, [])).toEqual({
      status: 1,
      tests: [
        'A test_good: passed',
        'test/test_y.rb: failed (NameError: uninitialized constant Gone)',
        'test/test_z.rb: failed (LoadError: cannot load such file -- gone)',
      ],
    });
  });

  where('test_unit')('test-unit, as TAP, by the task of the Rakefile', () => {
    const texts = {
      Rakefile: 'Rake::TestTask.new do |t|\n  t.libs << "test/lib"\n  t.ruby_opts << "-rhelper"\nend\n',
      'test/lib/helper.rb': 'require "test/unit"\n',
      'test/test_a.rb':
        'class A < Test::Unit::TestCase\n  def test_good; end\n  def test_bad; flunk; end\n  def test_later; omit("#"); end\n' +
        '  data("x" => 1)\n  def test_row(value); assert_equal 1, value; end\nend\n',
    };
    const tests = ['A test_bad: failed', 'A test_good: passed', 'A test_later: skipped', 'A test_row[x]: passed'];
    expect(runSuite(texts, [])).toEqual({ status: 1, tests });
    const good = { 'test/test_b.rb': 'class B < Test::Unit::TestCase\n  def test_good; end\nend\n' };
    expect(runSuite({ ...texts, ...good }, ['test/test_b.rb'])).toEqual({ status: 0, tests: ['B test_good: passed'] });
    expect(runSuite({ ...texts, ...good, ...unloaded }, ['test/test_b.rb', 'test/test_z.rb'])).toEqual({
      status: 1,
      tests: ['B test_good: passed', 'test/test_z.rb: failed (LoadError: cannot load such file -- gone)'],
    });
  });

  where('rspec')('RSpec, as TAP', () => {
    const texts = {
      Gemfile: 'gem "rspec"',
      'spec/a_spec.rb':
        'RSpec.describe "#a" do\n  it("good") { }\n  it("bad") { raise "no" }\n  xit("later") { }\nend\n',
      'spec/b_spec.rb': 'RSpec.describe("b") { it("good") { } }\n',
    };
    expect(runSuite(texts, [])).toEqual({
      status: 1,
      tests: ['#a bad: failed', '#a good: passed', '#a later: skipped', 'b good: passed'],
    });
    expect(runSuite(texts, ['spec/b_spec.rb'])).toEqual({ status: 0, tests: ['b good: passed'] });
    expect(runSuite({ ...texts, 'spec/c_spec.rb': 'require "gone"\n' }, [])).toEqual({
      status: 1,
      tests: ['spec/c_spec.rb: failed (LoadError: cannot load such file -- gone)'],
    });
  });

  where('phpunit')('PHPUnit of the machine', () => {
    const texts = {
      'composer.json':
        '{"require": {"php": ">=7"}, "require-dev": {"phpunit/phpunit": "*"}, "autoload": {"psr-4": {"A\\\\": "src/"}}}',
      'phpunit.xml':
        '<phpunit bootstrap="vendor/autoload.php"><testsuites><testsuite name="x"><directory>tests</directory></testsuite></testsuites></phpunit>',
      'src/One.php': '<?php namespace A; class One { const VALUE = 1; }',
      'tests/ATest.php':
        '<?php class ATest extends PHPUnit\\Framework\\TestCase { function testGood() { $this->assertSame(1, A\\One::VALUE); } function testBad() { $this->fail(); } }',
    };
    expect(runSuite(texts, [])).toEqual({ status: 1, tests: ['testBad: failed', 'testGood: passed'] });
    // Neither a bootstrap nor an installation says where the classes of tests are.
    const based = {
      'composer.json': '{"require-dev": {"phpunit/phpunit": "*"}, "autoload-dev": {"psr-4": {"T\\\\": "tests/"}}}',
      'phpunit.xml': texts['phpunit.xml'].replace(/ bootstrap="[^"]*"/, ''),
      'tests/Base.php': '<?php namespace T; abstract class Base extends \\PHPUnit\\Framework\\TestCase {}',
      'tests/ATest.php':
        '<?php namespace T; class ATest extends Base { function testGood() { $this->assertTrue(true); } }',
    };
    expect(runSuite(based, [])).toEqual({ status: 0, tests: ['testGood: passed'] });
  });
});
