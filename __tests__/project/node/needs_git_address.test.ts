import { detectProjects } from '../../../src/project/detection/detect_projects.js';
import { needsGitAddress } from '../../../src/project/node/needs_git_address.js';
import { readNodePackage } from '../../../src/project/node/runners/node_package.js';
import { createProjectFiles } from '../create_project_files.js';

const needs = (dependencies: Record<string, string>, lock?: [path: string, text: string]) =>
  needsGitAddress(
    readNodePackage(
      createProjectFiles({ 'package.json': { dependencies }, ...(lock ? { [lock[0]]: lock[1] } : {}) }),
      '',
    )!,
    lock?.[0],
  );

it.each([
  'git+ssh://git@github.com/a/b.git',
  'a/b#patch-1',
  'github:a/b',
  'git://github.com/a/b',
  'https://h.example/b.git',
])('a dependency on %s needs an address of git', (range) => expect(needs({ b: range })).toBe(true));

it.each([
  './a',
  '../a',
  './a.js#b',
  '~/a',
  '^1.0.0',
  '1.x || >=2',
  'npm:@a/b@^1',
  '*',
  'latest',
  'file:../a',
  'workspace:*',
])('a dependency on %s needs none', (range) => expect(needs({ b: range })).toBe(false));

it.each<[string, string]>([
  ['package-lock.json', '{"packages": {"node_modules/b": {\n"resolved": "git+ssh://git@github.com/a/b.git#1"}}}'],
  ['package-lock.json', '{"dependencies": {"b": {\n"version": "git+https://github.com/a/b.git#1"}}}'],
  ['yarn.lock', 'b@a/b:\n  version "1.0.0"\n  resolved "https://codeload.github.com/a/b/tar.gz/1"\n'],
  ['pnpm-lock.yaml', 'packages:\n  b:\n    resolution: {tarball: https://codeload.github.com/a/b/tar.gz/1}\n'],
  ['yarn.lock', '"b@a/b":\n  version: 1.0.0\n  resolution: "b@https://h.example/a/b.git#commit=1"\n'],
  ['pnpm-lock.yaml', 'packages:\n  b:\n    resolution: {commit: 1, repo: https://h.example/a/b.git, type: git}\n'],
  ['pnpm-lock.yaml', 'packages:\n  b:\n    resolution: {type: git, repo: https://h.example/a/b.git, commit: 1}\n'],
])('so does a dependency of a dependency in %s', (path, text) => {
  expect(needs({ c: '^1.0.0' }, [path, text])).toBe(true);
  expect(needs({ c: '^1.0.0' }, [path, text.replace(/git\+\w+|codeload|#commit|(?<=type: )git/, 'https')])).toBe(false);
});

it('then only what the tests use is installed first', () => {
  const manifest = { scripts: { test: 'mocha' }, devDependencies: { mocha: '10', b: 'a/b' } };
  const { projects } = detectProjects(createProjectFiles({ 'package.json': manifest, 'test/a.js': '' }));
  const [first, second] = projects[0]!.setup_candidates;
  expect([first?.[0]?.left_out, second?.[0]?.left_out]).toEqual([['b'], undefined]);
});
