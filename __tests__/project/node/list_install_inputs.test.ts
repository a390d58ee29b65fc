import { listInstallInputs } from '../../../src/project/node/list_install_inputs.js';
import { readNodePackage } from '../../../src/project/node/node_package.js';
import { createProjectFiles } from '../create_project_files.js';

const list = (files: Record<string, unknown>) =>
  listInstallInputs(readNodePackage(createProjectFiles(files as never), '')!);

it('lists what package managers read, and no source', () => {
  expect(
    list({
      'package.json': { devDependencies: { tap: '^16' } },
      ...{ 'package-lock.json': '{}', '.npmrc': '', '.yarn/releases/yarn-4.cjs': '', 'src/a.js': '', 'README.md': '' },
    }),
  ).toEqual([
    '.npmrc',
    '.yarn',
    { json: 'package-lock.json', without: ['/version', '/packages//version'] },
    'package.json',
  ]);
});

it.each([
  ['a dependency in a folder', { 'package.json': { dependencies: { a: 'file:./a' } } }],
  ['a path', { 'package.json': { dependencies: { a: '../a' } } }],
  ['an override by a folder', { 'package.json': { overrides: { a: 'file:./a' } } }],
  ['members of a workspace', { 'package.json': { workspaces: ['packages/*'] } }],
  ['members of a pnpm workspace', { 'package.json': {}, 'pnpm-workspace.yaml': 'packages: [a]\n' }],
  ['a program of pnpm', { 'package.json': {}, '.pnpmfile.cjs': '' }],
])('shares no installation that may read other files: %s', (_, files) => {
  expect(list(files)).toBeUndefined();
});

it('leaves out fields that no installation without scripts reads, so that commits which differ there share it', () => {
  const manifest = { name: 'a', version: '1.0.0', scripts: { test: 'tap' }, engines: { node: '>=8' }, jest: {} };
  expect(list({ 'package.json': manifest })).toEqual([
    { json: 'package.json', without: ['/version', '/scripts', '/jest'] },
  ]);
});
