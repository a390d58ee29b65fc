import { createSelectedInstall } from '../../../src/project/node/create_selected_install.js';
import { readNodePackage } from '../../../src/project/node/runners/node_package.js';
import { createProjectFiles } from '../create_project_files.js';

const MANIFEST = {
  version: '1.0.0',
  scripts: { test: 'tape test/*.js', lint: 'eslint .' },
  dependencies: { 'side-channel': '^1.1.0' },
  devDependencies: { eslint: '^9', tape: '^5.1.0', 'qs-iconv': '1 || 2', eclint: 'github:a/eclint' },
};
const FILES = { 'test/a.js': "require('tape'); require('qs-iconv/encoder');", 'benchmark/b.js': "require('eslint')" };

function select(manifest: object, files: Record<string, string> = FILES, command = 'node_modules/.bin/tape test/*.js') {
  const found = readNodePackage(createProjectFiles({ 'package.json': manifest, ...files }), '')!;
  return createSelectedInstall(found, command);
}

it('installs what sources and tests import and the runner, with the ranges of the manifest, and names the rest', () => {
  expect(select(MANIFEST)).toMatchObject({
    run: `npm install --prefix . --no-save --ignore-scripts --no-package-lock --no-audit --no-fund -- 'qs-iconv@1 || 2' 'side-channel@^1.1.0' 'tape@^5.1.0'`,
    inputs: [],
    left_out: ['eslint', 'eclint'],
  });
});

it.each(['bench.js', 'benchmark.mjs', 'example.ts'])('leaves out a dependency that only /%s imports', (path) => {
  const dependencies = { ...MANIFEST.dependencies, rival: 'github:a/rival' };
  const devDependencies = { ...MANIFEST.devDependencies, ...dependencies };
  const manifest = { ...MANIFEST, devDependencies };
  expect(select(manifest, { ...FILES, [path]: "require('rival')" })?.left_out).toContain('rival');
  // Another program may be one that the tests load: what it imports cannot be left out, nor can it be fetched.
  expect(select(manifest, { ...FILES, [`lib/${path}`]: "require('rival')" })).toBeUndefined();
});

it('is the same in a commit that changes the version, the scripts or a linter', () => {
  const { eslint, ...devDependencies } = MANIFEST.devDependencies;
  const later = { ...MANIFEST, version: '1.0.1', scripts: { test: 'tape test' }, devDependencies };
  expect(select(later)?.run).toBe(select(MANIFEST)?.run);
});

it('keeps what the settings of the manifest name, and the types where a compiler is kept', () => {
  const devDependencies = { ...MANIFEST.devDependencies, esm: '3', typescript: '5', '@types/node': '24' };
  const run = select({ ...MANIFEST, devDependencies, mocha: { require: ['esm', 'typescript'] } })?.run;
  expect(run).toContain(' @types/node@24 esm@3 ');
  expect(run).toContain(' typescript@5');
});

it.each<[string, object]>([
  ['nothing can be left out', { ...MANIFEST, devDependencies: { tape: '5' } }],
  ['a needed package comes from elsewhere', { ...MANIFEST, dependencies: { a: 'github:a/b' } }],
  ['versions are overridden', { ...MANIFEST, overrides: { tape: '4' } }],
  ['the package has members', { ...MANIFEST, workspaces: ['packages/*'] }],
])('is absent where %s', (_, manifest) => expect(select(manifest)).toBeUndefined());
