import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import picomatch from 'picomatch';
import { nameHiddenFile } from '../../../../src/commands/init/files/name_hidden_file.js';
import { isTestPath } from '../../../../src/language/is_test_path.js';
import { sampled } from '../../../extent.js';
import { cleanUp, type GivenFiles, givenRoom, write } from '../../../given.js';
import { where } from '../../../machine.js';

afterAll(cleanUp);

// Holds K9
describe('the file that holds a hidden file', () => {
  it.each([
    ['test/slug.test.js', 1, '1-slug.hidden'],
    ['tests/test_slug.py', 2, '2-slug.hidden'],
    ['conftest.py', 3, '3-conf.hidden'],
    ['src/SlugTest.java', 4, '4-Slug.hidden'],
    ['test.js', 5, '5.hidden'],
    ['.mocharc', 6, '6-mocharc.hidden'],
    ['a b/Ünïcode.spec.ts', 7, '7-n-code.hidden'],
  ])('of %s as number %i is %s', (path, number, name) => {
    expect(nameHiddenFile(path, number)).toBe(name);
  });

  /** Patterns by which runners find tests of their own accord, or by configurations that people write. */
  const PATTERNS = [
    '**/*.{test,spec}.?(c|m)[jt]s?(x)',
    '**/*.test.*',
    '**/*{test,spec}*',
    '**/test/**',
    '**/__tests__/**',
    '**/*[tT]est*',
    '**/*.{js,cjs,mjs,ts,jsx,tsx,py,go,rs,rb,java,php,sh,bats,t}',
    '**/test_*',
    '**/*_test.*',
    '**/*.{txt,md,rst}',
  ].map((pattern) => picomatch(pattern, { dot: true }));
  const word = fc.constantFrom('test', 'Test', 'spec', 'slug', '_', '-', '.', 'tests', ' ', 'SPEC', 'é');
  const path = fc
    .tuple(
      fc.constantFrom('', 'test/', 'src/__tests__/'),
      fc.array(word, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('.js', '.py', '', '.snap'),
    )
    .map(([folder, words, ending]) => `${folder}${words.join('')}${ending}`);

  it('is found by no pattern of a runner, and is no two files', () => {
    fc.assert(
      fc.property(path, path, (one, other) => {
        const [first, second] = [nameHiddenFile(one, 1), nameHiddenFile(other, 2)];
        const kept = `tasks/mend-slug-1234abcd/hidden/${first}`;
        expect([first, PATTERNS.some((matches) => matches(kept)), isTestPath(kept)]).toEqual([first, false, false]);
        expect(first).toMatch(/^[\w.-]+\.hidden$/);
        expect(first).not.toBe(second);
      }),
    );
  });
});

describe('a runner collects nothing of a folder of contracts', () => {
  const script = "import test from 'node:test';\ntest('own', () => {});\n";
  const python = 'def test_own():\n    assert True\n';
  const jest = join(import.meta.dirname, '../../../../node_modules/jest/bin/jest.js');
  const hidden = [
    ...['test/slug.test.js', 'slug.test.cjs', 'src/slug.spec.ts', '__tests__/slug.js', 'test.js', 'test-slug.mjs'],
    ...['tests/test_slug.py', 'slug_test.py', 'tests/conftest.py', 'test_slug.txt', 'tests/__init__.py'],
    ...['package.json', '__snapshots__/slug.test.js.snap', 'slug_test.go', 'tests/slug.rs'],
  ];
  /** A repository with its own tests, and a contract whose hidden files break whoever runs them. */
  function given(files: GivenFiles): string {
    const room = givenRoom();
    const kept = hidden.map((path, index) => [
      `tasks/test-slug-1/hidden/${nameHiddenFile(path, index + 1)}`,
      '(broken',
    ]);
    write(room, { ...files, ...Object.fromEntries(kept) });
    return room;
  }
  const run = (files: GivenFiles, program: string, ...args: string[]) => {
    const { NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...env } = process.env;
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: given(files), env, encoding: 'utf8' });
    return { status, said: stdout + stderr };
  };

  it.each<[string, string[]]>([
    ['node --test', []],
    ['node --test over a glob', ['**/*.test.*']],
  ])('%s', (_, words) => {
    const { status, said } = run({ 'test/own.test.mjs': script }, process.execPath, '--test', ...words);
    // Node 20 knows no globs: it finds nothing then, and says so.
    if (words.length > 0 && process.version.startsWith('v20.')) expect(said).toMatch(/Could not find|# tests 0/);
    else expect([status, said]).toEqual([0, expect.stringMatching(/tests 1\n[\s\S]*fail 0/)]);
  });

  it.each<[string, object]>([
    ['without configuration', {}],
    ['with own patterns of files', { testMatch: ['**/{test,hidden}/**', '**/*test*.*'] }],
    ['with an own expression', { testRegex: '/(tests?|hidden)/' }],
  ])('jest %s', (_, settings) => {
    const files = {
      'package.json': JSON.stringify({ jest: { ...settings, transform: {}, haste: {} } }),
      'test/own.test.js': "test('own', () => {});\n",
    };
    const { status, said } = run(files, process.execPath, jest, '--ci', '--rootDir=.', '--no-cache', '-i');
    expect([status, said]).toEqual([0, expect.stringMatching(/Tests: +1 passed, 1 total/)]);
    expect(said).not.toMatch(/obsolete|collision/);
  });

  const pytest: [string, string][] = [
    ['without configuration', ''],
    ['with testpaths', 'testpaths = .\n'],
    ['with own names of files', 'python_files = *\n'],
    ['with doctests', 'addopts = --doctest-modules\n'],
  ];
  where('pytest').each<[string, string]>(sampled(pytest, 2))('pytest %s', (_, settings) => {
    const files = { 'tests/test_own.py': python, 'pytest.ini': `[pytest]\n${settings}` };
    const { status, said } = run(files, 'python3', '-m', 'pytest', '-p', 'no:cacheprovider');
    expect([status, said]).toEqual([0, expect.stringMatching(/1 passed/)]);
  });

  where('python3')('unittest', () => {
    const own = 'import unittest\n\n\nclass Own(unittest.TestCase):\n    def test_own(self):\n        pass\n';
    const { status, said } = run({ 'tests/__init__.py': '', 'tests/test_own.py': own }, 'python3', '-m', 'unittest');
    expect([status, said]).toEqual([0, expect.stringMatching(/Ran 1 test/)]);
  });

  where('cargo')('cargo', () => {
    const files = {
      'Cargo.toml': '[package]\nname = "own"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': '#[test]\nfn own() {}\n',
    };
    const { status, said } = run(files, 'cargo', 'test', '--offline', '--lib');
    expect([status, said]).toEqual([0, expect.stringMatching(/1 passed; 0 failed/)]);
  });
});
