import { listInstallInputs } from '../../../src/project/node/list_install_inputs.js';
import { readNodePackage } from '../../../src/project/node/runners/node_package.js';
import { createProjectFiles } from '../create_project_files.js';

const list = (files: Record<string, unknown>, runsScripts = false) =>
  listInstallInputs(readNodePackage(createProjectFiles(files as never), '')!, runsScripts);

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
  ['a member that cannot be read', { 'package.json': { workspaces: ['p/*'] }, 'p/a/package.json': '{' }],
  [
    'a member with a dependency in a folder',
    { 'package.json': { workspaces: ['p/*'] }, 'p/a/package.json': { dependencies: { b: 'file:../../b' } } },
  ],
  [
    'a member that is copied',
    {
      'package.json': { workspaces: ['p/*'] },
      'p/a/package.json': { dependenciesMeta: { b: { injected: true } } },
    },
  ],
  [
    'members that are all copied',
    { 'package.json': {}, 'pnpm-workspace.yaml': 'packages: [a]\ninjectWorkspacePackages: true\n' },
  ],
  [
    'more members than are listed',
    {
      'package.json': { workspaces: ['p/*'] },
      ...Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`p/${at}/package.json`, {}])),
    },
  ],
  ['a program of pnpm', { 'package.json': {}, '.pnpmfile.cjs': '' }],
  ['a program of pnpm as a module', { 'package.json': {}, '.pnpmfile.mjs': '' }],
  ['a program that a setting names', { 'package.json': {}, '.npmrc': 'pnpmfile=tools/x.cjs\n' }],
  [
    'lockfiles of members',
    { 'package.json': {}, '.npmrc': 'shared-workspace-lockfile=false\n', 'pnpm-workspace.yaml': 'packages: [a]\n' },
  ],
  [
    'a package in a folder, by the settings of a workspace',
    { 'package.json': {}, 'pnpm-workspace.yaml': 'packages: [a]\noverrides:\n  x: file:./x\n' },
  ],
  ['settings of a workspace that cannot be read', { 'package.json': {}, 'pnpm-workspace.yaml': 'packages: [a\n' }],
  ['a patch in another folder', { 'package.json': { pnpm: { patchedDependencies: { x: 'tools/x.patch' } } } }],
  [
    'a patch that the settings of a workspace name',
    { 'package.json': {}, 'pnpm-workspace.yaml': 'patchedDependencies:\n  x: patches/../x.patch\n' },
  ],
  ['yarn in another folder', { 'package.json': {}, '.yarnrc.yml': 'yarnPath: tools/yarn.cjs\n' }],
  ['yarn 1 in another folder', { 'package.json': {}, '.yarnrc': 'yarn-path "./tools/yarn.js"\n' }],
  ['a plugin of yarn in another folder', { 'package.json': {}, '.yarnrc.yml': 'plugins:\n  - path: tools/a.cjs\n' }],
])('shares no installation that may read other files: %s', (_, files) => {
  expect(list(files)).toBeUndefined();
});

it('leaves out fields that no installation without scripts reads, so that commits which differ there share it', () => {
  const manifest = { name: 'a', version: '1.0.0', scripts: { test: 'tap' }, engines: { node: '>=8' }, jest: {} };
  expect(list({ 'package.json': manifest })).toEqual([
    { json: 'package.json', without: ['/version', '/scripts', '/jest'] },
  ]);
});

describe('a workspace', () => {
  const files = {
    'package.json': { workspaces: ['p/*'], scripts: { test: 'x' } },
    'package-lock.json': '{}',
    'p/a/package.json': {
      name: 'a',
      version: '1.0.0',
      scripts: { test: 'x' },
      bin: { a: './bin/a.js', b: 'dist/b.js' },
    },
    'p/a/bin/a.js': '',
    'p/b/package.json': { name: 'b', dependencies: { a: 'workspace:^' } },
    'p/b/src/index.js': '',
  };

  it('is installed by the manifests of its members, with their versions, and the programs that are linked to', () => {
    expect(list(files)).toEqual([
      { json: 'package-lock.json', without: ['/version', '/packages//version'] },
      { json: 'package.json', without: ['/scripts'] },
      { json: 'p/a/package.json', without: ['/scripts'] },
      'p/a/bin/a.js',
      'p/b/package.json',
    ]);
  });

  it('whose members depend on the root is installed by its version and its programs as well', () => {
    const root = { name: 'root', version: '2.0.0', bin: './bin.js', workspaces: ['site'], scripts: { test: 'x' } };
    const site = { name: 'site', dependencies: { root: 'workspace:^2.0.0' } };
    const all = { 'package.json': root, 'package-lock.json': '{}', 'bin.js': '', 'site/package.json': site };
    expect(list(all)).toEqual([
      'package-lock.json',
      { json: 'package.json', without: ['/scripts'] },
      'bin.js',
      'site/package.json',
    ]);
  });

  it('with patches, and yarn, in the folders that are listed is shared', () => {
    const manifest = { workspaces: ['a'], pnpm: { patchedDependencies: { x: 'patches/x.patch' } } };
    expect(
      list({
        ...{ 'package.json': manifest, 'a/package.json': {}, 'patches/x.patch': '', '.yarn/yarn.cjs': '' },
        '.yarnrc.yml': 'yarnPath: .yarn/yarn.cjs\nplugins:\n  - path: .yarn/plugins/a.cjs\n    spec: a\n',
      }),
    ).toEqual(['.yarn', '.yarnrc.yml', 'package.json', 'patches', 'a/package.json']);
  });

  it('of pnpm is installed by its settings, too', () => {
    expect(list({ 'package.json': {}, 'pnpm-workspace.yaml': 'packages: [a]\n', 'a/package.json': {} })).toEqual([
      'package.json',
      'pnpm-workspace.yaml',
      'a/package.json',
    ]);
  });
});

describe('an installation that runs scripts', () => {
  const files = { 'package.json': { version: '1.0.0', scripts: { test: 'tap' } }, 'package-lock.json': '{}' };

  it('is shared with the whole manifests, which scripts of dependencies may read', () => {
    expect(list(files, true)).toEqual(['package-lock.json', 'package.json']);
  });

  it.each([
    ['a script of the project itself', { 'package.json': { scripts: { prepare: 'tsc' } } }],
    ['one after it', { 'package.json': { scripts: { postinstall: 'node fix.js' } } }],
    [
      'a script of a member',
      { 'package.json': { workspaces: ['a'] }, 'a/package.json': { scripts: { install: 'node-gyp rebuild' } } },
    ],
    ['sources that are compiled', { 'package.json': {}, 'binding.gyp': '' }],
  ])('is not shared where it runs %s', (_, more) => {
    expect(list(more, true)).toBeUndefined();
    expect(list(more)).toBeDefined();
  });
});
