import { spawnSync } from 'node:child_process';
import { findToolLack } from '../../../../src/commands/init/setup/find_tool_lack.js';

const output = (text: string) => ({ head: text, tail: '', bytes: text.length, truncated: false, sha256: '' });
const find = (text: string, tools: Record<string, string>, command = 'node test.js') =>
  findToolLack({ execution: { stdout: output(''), stderr: output(text), command } }, tools);

const excerpt = (line: string, message: string) =>
  `file:///w/a.mjs:3\n${line}\n     ^^^^\n\nSyntaxError: ${message}\n    at x`;

describe('output that needs another version of Node.js', () => {
  it.each([
    ['18.20.4', '>=22.13', 'Error [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module: node:sqlite'],
    ['16.20.2', '>=18', "Error: Cannot find module 'node:test'"],
    ['20.20.2', '>=22.6', 'node: bad option: --experimental-strip-types'],
    ['20.20.2', '<19', 'node: bad option: --experimental-specifier-resolution=node'],
    ['20.20.2', '>=22', 'TypeError: Promise.withResolvers is not a function'],
    ['20.20.2', '<12', 'ReferenceError: primordials is not defined'],
    ['20.20.2', '<17', "code: 'ERR_OSSL_EVP_UNSUPPORTED'"],
    ['20.20.2', '>=22', "SyntaxError: The requested module 'node:fs' does not provide an export named 'globSync'"],
    ['20.20.2', '>=24', excerpt('using handle = open();', "Unexpected identifier 'handle'")],
    ['22.1.0', '<22', excerpt("import a from './a.json' assert { type: 'json' };", "Unexpected identifier 'assert'")],
    ['12.22.0', '>=14', excerpt('return a?.b;', "Unexpected token '.'")],
    ['20.20.2', '>=22.18', 'TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".ts" for /w/a.test.ts'],
    ['20.20.2', '>=22', 'npm error notsup Required: {"node":">=22"}\nnpm error notsup Actual:   {"node":"v20.20.2"}'],
    ['20.20.2', '>=22.13', 'ERROR: This version of pnpm requires at least Node.js v22.13'],
    ['20.10.0', '>=20.19 || >=22.12', 'Vite requires Node.js version 20.19+ or 22.12+. Please upgrade.'],
    [
      '20.20.2',
      '>= 22.0',
      'error a@1.0.0: The engine "node" is incompatible with this module. Expected version ">= 22.0". Got "20.20.2"',
    ],
  ])('%s, needs %s: %s', (version, needs, text) => {
    expect(find(text, { node: version, npm: '11.0.0' })).toMatch(
      `tool "node" is version ${version}, the tests need ${needs}: `,
    );
  });

  it('of the Node.js at hand', () => {
    const { stderr } = spawnSync(process.execPath, ['--no-such-option'], { encoding: 'utf8' });
    expect(find(stderr, { node: process.versions.node })).toMatch(/the tests need another one: bad option: --no-such/);
  });

  it('with ts-node, which loads no modules in newer ones', () => {
    const text = 'TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".ts" for /w/a.test.ts';
    expect(find(text, { node: '20.20.2' }, 'node --loader ts-node/esm a.ts')).toMatch(/the tests need <18\.19: /);
    expect(find(text, { node: '20.20.2' }, 'node --import tsx a.ts')).toBeUndefined();
  });

  it.each([
    ['TypeError: cart.total is not a function', '20.20.2'],
    ["SyntaxError: The requested module './a.js' does not provide an export named 'b'", '20.20.2'],
    [excerpt('return a?.b;', "Unexpected token '.'"), '20.20.2'],
    [excerpt('<div>', "Unexpected token '<'"), '20.20.2'],
    ['Vite requires Node.js version 20.19+ or 22.12+. Please upgrade.', '20.20.2'],
    // A browser that is not simulated, and functions of the project.
    ['ReferenceError: navigator is not defined', '20.20.2'],
    ['TypeError: api.run.registerHooks is not a function', '20.20.2'],
    ['TypeError: glob.globSync is not a function', '20.20.2'],
  ])('%s says nothing of %s', (text, version) => expect(find(text, { node: version })).toBeUndefined());
});

describe('what tests print', () => {
  const failure = { path: ['adds'], outcome: 'failed' as const, message: 'Error: 3 != 4' };
  const report = { tests: [failure], suite_failures: [] };
  const texts = [
    '✔ tells that it requires Node.js >= 99 (1.2ms)\n✖ adds (3ms)',
    '  ✔ reports that Promise.withResolvers is not a function',
  ];

  it.each(texts)('is no evidence where it is no error: %s', (text) => {
    const execution = { stdout: output(text), stderr: output(''), command: 'node --test' };
    expect(findToolLack({ execution, report }, { node: '20.20.2' })).toBeUndefined();
    expect(findToolLack({ execution, runs_tests: true }, { node: '20.20.2' })).toBeUndefined();
  });

  it('is evidence at the head of an error, where no report was written', () => {
    const execution = {
      stdout: output('✔ adds'),
      stderr: output(excerpt('using handle = open();', "Unexpected identifier 'handle'")),
    };
    expect(findToolLack({ execution, runs_tests: true }, { node: '20.20.2' })).toMatch(/need >=24: /);
    expect(findToolLack({ execution, report }, { node: '20.20.2' })).toBeUndefined();
  });

  it('is evidence where it ended the process of a file whose failure says no more', () => {
    const crash = `node:internal/x:1\n    throw y;\n    ^\n\nError [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module: node:sqlite\n    at z {\n  code: 'A'\n}\n\n`;
    const suite_failures = [{ name: 'a.test.js', message: "[Error: test failed] { code: 'ERR_TEST_FAILURE' }" }];
    const findIn = (text: string) => {
      const execution = { stdout: output(text), stderr: output('') };
      return findToolLack({ execution, report: { tests: [], suite_failures } }, { node: '20.20.2' });
    };
    expect(findIn(`${crash}Node.js v20.20.2`)).toMatch(/need >=22\.13: No such built-in module: node:sqlite$/);
    expect(findIn(crash)).toBeUndefined();
  });

  it('of tests that pass is none', () => {
    const passed = { path: ['a'], outcome: 'passed' as const, message: 'Promise.withResolvers is not a function' };
    expect(findToolLack({ report: { tests: [passed], suite_failures: [] } }, { node: '20.20.2' })).toBeUndefined();
  });
});

describe('output that needs another version of Python', () => {
  const excerpt = (line: string, message: string) =>
    `E     File "/w/a.py", line 3\nE       ${line}\nE            ^\nE   SyntaxError: ${message}\n`;

  it.each([
    ['3.11.7', '>=3.12', "ERROR: Package 'a' requires a different Python: 3.11.7 not in '>=3.12'"],
    [
      '3.11.7',
      '>=3.12',
      'ERROR: Ignored the following versions that require a different python version: 3.9 Requires-Python <3; ' +
        '4.0 Requires-Python >=3.12\nERROR: Could not find a version that satisfies the requirement a==4.0 (from versions: 1.0)',
    ],
    ['3.10.2', '>=3.11', "E   ModuleNotFoundError: No module named 'tomllib'"],
    ['3.12.1', '<3.12', "ModuleNotFoundError: No module named 'distutils'"],
    ['3.11.7', '>=3.12', "ImportError: cannot import name 'override' from 'typing' (/usr/lib/python3.11/typing.py)"],
    ['3.11.7', '<3.10', "AttributeError: module 'collections' has no attribute 'Mapping'"],
    ['3.12.1', '<3.12', "AttributeError: 'T' object has no attribute 'assertEquals'. Did you mean: 'assertEqual'?"],
    ['3.11.7', '>=3.12', excerpt('type Pair = tuple[int, int]', 'invalid syntax')],
    ['3.11.7', '>=3.12', excerpt('def first[T](all: list[T]) -> T:', "expected '('")],
    ['3.11.7', '<3', excerpt("print 'a'", "Missing parentheses in call to 'print'. Did you mean print(...)?")],
  ])('%s, needs %s: %s', (version, needs, text) => {
    expect(find(text, { python3: version })).toMatch(`tool "python3" is version ${version}, the tests need ${needs}: `);
  });

  it('in the message of a test', () => {
    const message = "ImportError: cannot import name 'batched' from 'itertools' (unknown location)";
    const report = { tests: [{ path: ['a'], outcome: 'failed' as const, message }], suite_failures: [] };
    expect(findToolLack({ report }, { python3: '3.11.7' })).toMatch(/the tests need >=3\.12: cannot import name/);
    expect(findToolLack({ report }, { python3: '3.12.0' })).toBeUndefined();
  });

  it('versions that pip ignores say nothing of a pinned one that is not among them', () => {
    const ignored = 'ERROR: Ignored the following versions that require a different python version: ';
    const unmet = 'ERROR: Could not find a version that satisfies the requirement numpy==99.0 (from versions: 1.24)';
    expect(find(`${ignored}1.21.2 Requires-Python >=3.7,<3.11\n${unmet}`, { python3: '3.11.7' })).toBeUndefined();
  });

  it('a fault of the project says nothing', () => {
    expect(find("ModuleNotFoundError: No module named 'distutils'", { python3: '3.11.7' })).toBeUndefined();
    expect(find(excerpt('def first(:', 'invalid syntax'), { python3: '3.11.7' })).toBeUndefined();
  });
});
