import { formatTestId } from '../../src/record/tests/test_report.js';
import { where } from '../machine.js';
import { runProjectSuite } from './run_suite.js';

/** Small suites of the runners: the configuration, two files with one test each, and a file that a patch may add elsewhere. */
interface NamedSuite {
  texts: Record<string, string>;
  files: readonly [first: string, second: string];
  added: Record<string, string>;
}

const createNodeSuite = (manifest: object, create: (title: string) => string, extension = '.test.js'): NamedSuite => ({
  texts: {
    'package.json': JSON.stringify(manifest),
    [`test/a${extension}`]: create('first'),
    [`test/sub/b${extension}`]: create('second > #2'),
  },
  files: [`test/a${extension}`, `test/sub/b${extension}`],
  added: { [`other/c${extension}`]: create('third') },
});

const createPytestSuite = (config: Record<string, string>): NamedSuite => ({
  texts: {
    'requirements.txt': 'pytest\n',
    ...config,
    'tests/test_a.py': 'def test_first():\n    pass\n',
    'tests/sub/test_b.py': 'import unittest\nclass B(unittest.TestCase):\n    def test_second(self):\n        pass\n',
  },
  files: ['tests/test_a.py', 'tests/sub/test_b.py'],
  added: { 'other/test_c.py': 'def test_third():\n    pass\n' },
});

/** Program that reports like AVA: it names the file of a test only where it runs several. */
const AVA = {
  'node_modules/ava/package.json': '{"name": "ava", "type": "module", "bin": {"ava": "cli.mjs"}, "exports": {}}',
  'node_modules/ava/lib/reporters/tap.js': `export default class TapReporter {
  constructor() { this.prefixTitle = (file, title) => title; }
  startRun(files) {
    const short = (file) => file.slice(process.cwd().length + 1).replace(/^test\\//, '').replace(/\\.test\\.js$/, '');
    if (files.length > 1) this.prefixTitle = (file, title) => short(file) + ' › ' + title;
  }
  report(tests) {
    console.log('TAP version 13');
    tests.forEach(({ file, title }, i) => console.log('ok ' + (i + 1) + ' - ' + this.prefixTitle(file, title).replaceAll('#', '\\\\#')));
    console.log('1..' + tests.length);
  }
}`,
  'node_modules/ava/cli.mjs': `import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import TapReporter from './lib/reporters/tap.js';
const [option, ...named] = process.argv.slice(2);
if (option !== '--tap' || process.execArgv.length > 0) throw new Error('no way to start AVA');
const all = readdirSync('.', { recursive: true }).filter((path) => /^(?!node_modules).*\\.test\\.js$/.test(path));
const files = (named.length > 0 ? named : all).map((path) => resolve(path));
const reporter = new TapReporter();
reporter.startRun(files);
reporter.report(files.map((file) => ({ file, title: readFileSync(file, 'utf8').trim().slice(3) })));`,
};

const nodeTest = (title: string) => `require('node:test')('${title}', () => {});\n`;
const SUITES: Record<string, [needs: string[], suite: NamedSuite]> = {
  'node:test': [[], createNodeSuite({ scripts: { test: 'node --test' } }, nodeTest)],
  jest: [[], createNodeSuite({ devDependencies: { jest: '30' } }, (title) => `test('${title}', () => {});`)],
  AVA: [
    [],
    addTexts(
      AVA,
      createNodeSuite({ devDependencies: { ava: '6' } }, (title) => `// ${title}\n`),
    ),
  ],
  pytest: [['pytest'], createPytestSuite({})],
  'pytest with a configuration': [
    ['pytest'],
    createPytestSuite({ 'pytest.ini': '[pytest]\ntestpaths = tests other\n' }),
  ],
  'go test': [
    ['go'],
    {
      texts: {
        'go.mod': 'module example.org/a\n\ngo 1.18\n',
        'a_test.go': 'package a\nimport "testing"\nfunc TestFirst(t *testing.T) {}\n',
        'sub/b_test.go':
          'package sub\nimport "testing"\nfunc TestSecond(t *testing.T) { t.Run("x", func(*testing.T) {}) }\n',
      },
      files: ['a_test.go', 'sub/b_test.go'],
      added: { 'other/c_test.go': 'package other\nimport "testing"\nfunc TestThird(t *testing.T) {}\n' },
    },
  ],
  'cargo test': [
    ['cargo'],
    {
      texts: {
        'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
        'src/lib.rs': '',
        'tests/a.rs': '#[test]\nfn first() {}\n',
        'tests/b.rs': '#[test]\nfn second() {}\n',
      },
      files: ['tests/a.rs', 'tests/b.rs'],
      added: { 'tests/c.rs': '#[test]\nfn third() {}\n' },
    },
  ],
  minitest: [
    ['minitest'],
    createRubySuite({ Gemfile: '' }, 'test', (name) => [
      `test_${name}.rb`,
      `require "minitest/autorun"\nclass ${name.toUpperCase()} < Minitest::Test\n  def test_${name}; end\nend\n`,
    ]),
  ],
  'test-unit': [
    ['test_unit'],
    createRubySuite({ Rakefile: 'require "test/unit"\nRake::TestTask.new\n' }, 'test', (name) => [
      `test_${name}.rb`,
      `require "test/unit"\nclass ${name.toUpperCase()} < Test::Unit::TestCase\n  def test_${name}; end\nend\n`,
    ]),
  ],
  RSpec: [
    ['rspec'],
    createRubySuite({ Gemfile: 'gem "rspec"' }, 'spec', (name) => [
      `${name}_spec.rb`,
      `RSpec.describe("${name}") { it("is good") { } }\n`,
    ]),
  ],
  PHPUnit: [['phpunit'], createPhpSuite('')],
  'PHPUnit with namespaces': [['phpunit'], createPhpSuite('namespace App; ')],
  'PHPUnit without a configuration': [['phpunit'], omitFile('phpunit.xml', createPhpSuite('namespace App; '))],
};

function addTexts(texts: Record<string, string>, suite: NamedSuite): NamedSuite {
  return { ...suite, texts: { ...suite.texts, ...texts } };
}

function createRubySuite(
  texts: Record<string, string>,
  folder: string,
  create: (name: string) => [file: string, text: string],
): NamedSuite {
  const [[a, first], [b, second], [c, third]] = [create('a'), create('b'), create('c')];
  const files = [`${folder}/${a}`, `${folder}/sub/${b}`] as const;
  return {
    texts: { ...texts, [files[0]]: first, [files[1]]: second },
    files,
    added: { [`${folder}/more/${c}`]: third },
  };
}

function omitFile(path: string, suite: NamedSuite): NamedSuite {
  const { [path]: _omitted, ...texts } = suite.texts;
  return { ...suite, texts };
}

function createPhpSuite(namespace: string): NamedSuite {
  const create = (name: string) =>
    `<?php ${namespace}class ${name}Test extends \\PHPUnit\\Framework\\TestCase { function test${name}() { $this->assertTrue(true); } }`;
  return {
    texts: {
      'composer.json': '{"require-dev": {"phpunit/phpunit": "*"}}',
      'phpunit.xml':
        '<phpunit><testsuites><testsuite name="x"><directory>tests</directory></testsuite></testsuites></phpunit>',
      'tests/ATest.php': create('A'),
      'tests/sub/BTest.php': create('B'),
    },
    files: ['tests/ATest.php', 'tests/sub/BTest.php'],
    added: { 'tests/more/CTest.php': create('C') },
  };
}

/** Lists the names of the tests of a run as a contract may state them. */
function listNames(texts: Record<string, string>, chosen: readonly string[]): string[] {
  const { status, result } = runProjectSuite(texts, chosen);
  if (!result?.ok) throw new Error(`no report: ${result?.reason}`);
  expect(status).toBe(0);
  return result.report.tests.map(formatTestId).sort();
}

describe('a test has the same name however many files run, and whatever file a patch adds', () => {
  for (const [runner, [needs, { texts, files, added }]] of Object.entries(SUITES))
    where(...needs)(runner, () => {
      const all = listNames(texts, []);
      expect(all.length).toBeGreaterThan(1);
      expect(files.flatMap((file) => listNames(texts, [file])).sort()).toEqual(all);
      expect(listNames({ ...texts, ...added }, [])).toEqual(expect.arrayContaining(all));
    });
});
