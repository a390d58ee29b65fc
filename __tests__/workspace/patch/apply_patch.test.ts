import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspaceCache } from '../../../src/workspace/cache/workspace_cache.js';
import type { Layer } from '../../../src/workspace/layer.js';
import { applyPatch, writePatch } from '../../../src/workspace/patch/apply_patch.js';
import { detectWorkspaceMethod, openWorkspace, type WorkspaceMethod } from '../../../src/workspace/workspace.js';
import { cleanUp, givenCache, givenLayer, givenRoom } from '../../given.js';
import { lineChange, newFile } from '../../given_task.js';

let cache: WorkspaceCache;
let method: WorkspaceMethod;
let layer: Layer;
/** Folder outside of the workspace, which a link in it leads to. */
let beyond: string;
beforeAll(async () => {
  beyond = givenRoom();
  cache = await givenCache();
  method = await detectWorkspaceMethod(cache);
  layer = await givenLayer(
    cache,
    {
      value: 'wrong\n',
      'src/a.js': 'one\ntwo\nthree\n',
      'crlf.txt': 'one\r\ntwo\r\n',
      'no-newline': 'end',
      inner: { link: 'src' },
      blob: new Uint8Array([0, 1, 2]),
    },
    { 'made/by-setup': 'x\n', out: { link: beyond } },
  );
});
afterAll(cleanUp);

const header = (path: string, rest: string) => `diff --git a/${path} b/${path}\n${rest}`;
const link = (path: string, target: string) =>
  header(
    path,
    `new file mode 120000\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${target}\n\\ No newline at end of file\n`,
  );
const submodule = (path: string) =>
  header(
    path,
    `new file mode 160000\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+Subproject commit ${'a'.repeat(40)}\n`,
  );

/** Everything but the object store and scratch folders of the call itself: what a patch must never touch. */
const outside = () =>
  execFileSync(
    'find',
    [
      cache.root,
      '-path',
      cache.scratch,
      '-prune',
      '-o',
      '-name',
      '*.pack',
      '-printf',
      '%p %s\\n',
      '-o',
      '-printf',
      '%p %T@ %s\\n',
    ],
    {
      encoding: 'utf8',
    },
  );

async function apply(patch: string | Uint8Array) {
  const result = await applyPatch(typeof patch === 'string' ? Buffer.from(patch) : patch, layer, cache);
  if (result.outcome === 'applied') await result.applied.release();
  return {
    outcome: result.outcome,
    detail: result.detail,
    ...(result.outcome === 'refused'
      ? { refusals: result.refusals.map(({ path, line, rule }) => `${rule} ${path} ${line}`) }
      : {}),
    ...(result.outcome === 'applied' ? { files: result.files.map(({ change, path }) => `${change} ${path}`) } : {}),
  };
}

describe('a patch that must not travel is refused, with its rule and its line, and nothing is touched', () => {
  it.each<[string, string, string, string[]]>([
    ['a path upwards', newFile('../evil', 'x\n'), '"../evil" leads out of the repository', ['traversal ../evil 1']],
    [
      'a path upwards inside',
      newFile('src/../../evil', 'x\n'),
      '"src/../../evil" leads out of the repository',
      ['traversal src/../../evil 1'],
    ],
    [
      'an absolute path',
      newFile('/etc/evil', 'x\n'),
      '"/etc/evil" leads out of the repository',
      ['traversal /etc/evil 1'],
    ],
    ['.git/config', newFile('.git/config', '[core]\n'), '".git/config" is inside .git', ['git-metadata .git/config 1']],
    [
      '.git/hooks',
      newFile('.git/hooks/post-checkout', '#!/bin/sh\n', '100755'),
      '".git/hooks/post-checkout" is inside .git',
      ['git-metadata .git/hooks/post-checkout 1'],
    ],
    ['.GIT', newFile('.GIT/config', 'x\n'), '".GIT/config" is inside .git', ['git-metadata .GIT/config 1']],
    [
      '.git in a folder',
      newFile('src/.git/config', 'x\n'),
      '"src/.git/config" is inside .git',
      ['git-metadata src/.git/config 1'],
    ],
    ['git~1', newFile('git~1/config', 'x\n'), '"git~1/config" stands for .git', ['git-metadata git~1/config 1']],
    ['GIT~2', newFile('GIT~2/config', 'x\n'), '"GIT~2/config" stands for .git', ['git-metadata GIT~2/config 1']],
    ['a new submodule', submodule('dep'), '"dep" changes a submodule', ['submodule dep 1']],
    [
      '.gitmodules',
      newFile('.gitmodules', '[submodule "x"]\n'),
      '".gitmodules" changes a submodule',
      ['submodule .gitmodules 1'],
    ],
    [
      'an absolute link',
      link('passwd', '/etc/passwd'),
      '"passwd" links to "/etc/passwd", which can lead out of the repository',
      ['symlink-escape passwd 1'],
    ],
    [
      'a link out',
      link('up', '../../x'),
      '"up" links to "../../x", which can lead out of the repository',
      ['symlink-escape up 1'],
    ],
    [
      'a link into .git',
      link('hook', '.git/hooks'),
      '"hook" links to ".git/hooks", which can lead out of the repository',
      ['symlink-escape hook 1'],
    ],
    [
      'a link by a detour',
      link('src/l', 'x/../../../y'),
      '"src/l" links to "x/../../../y", which can lead out of the repository',
      ['symlink-escape src/l 1'],
    ],
    [
      'a write behind a link of the snapshot',
      newFile('inner/evil', 'x\n'),
      '"inner/evil" lies behind a symbolic link',
      ['symlink-escape inner/evil 1'],
    ],
    [
      'a link and a write behind it',
      link('door', 'src') + newFile('door/evil', 'x\n'),
      '"door/evil" lies behind a symbolic link',
      ['symlink-escape door/evil 8'],
    ],
    [
      'one bad file among good ones',
      lineChange('value', 'wrong', 'right') + link('passwd', '/etc/passwd'),
      '"passwd" links to "/etc/passwd", which can lead out of the repository',
      ['symlink-escape passwd 7'],
    ],
  ])('%s', async (_, patch, detail, refusals) => {
    const before = outside();
    expect(await apply(patch)).toEqual({ outcome: 'refused', detail, refusals });
    expect(outside()).toBe(before);
  });

  it('more than 100 MiB', async () => {
    const patch = Buffer.alloc(100 * 2 ** 20 + 1, 'x');
    expect(await apply(patch)).toEqual({
      outcome: 'refused',
      detail: 'patch has 104857601 bytes, more than 104857600',
      refusals: ['too-large  null'],
    });
  });
});

describe('a patch that does not fit is a failure that names what does not fit', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['garbage', 'I have fixed the bug for you.\n', 'this is not a patch: no file header was found in it'],
    [
      'a fenced patch without its header',
      '```diff\n-a\n+b\n```\n',
      'this is not a patch: no file header was found in it',
    ],
    ['binary garbage', new Uint8Array([0, 1, 2, 255, 254]), 'this is not a patch: no file header was found in it'],
    ['wrong context', lineChange('value', 'other', 'right'), 'hunk at value:1 does not match the snapshot'],
    [
      'wrong context in the second hunk',
      header(
        'src/a.js',
        '--- a/src/a.js\n+++ b/src/a.js\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n@@ -3 +3 @@\n-drei\n+DREI\n',
      ),
      'hunk at src/a.js:3 does not match the snapshot',
    ],
    [
      'a folder in front of the path',
      lineChange('repo/value', 'wrong', 'right'),
      'repo/value: does not exist in the snapshot; it has value: make the patch without "repo/" in front of its paths',
    ],
    ['a file that is not there', lineChange('gone', 'a', 'b'), 'gone: does not exist in the snapshot'],
    ['one that is called an index', lineChange('index.js', 'a', 'b'), 'index.js: does not exist in the snapshot'],
    [
      'a deletion of what is not there',
      header('gone', 'deleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n'),
      'gone: does not exist in the snapshot',
    ],
    [
      'a rename of what is not there',
      header('x', 'similarity index 100%\nrename from gone\nrename to x\n').replace('a/x', 'a/gone'),
      'gone: does not exist in the snapshot',
    ],
    ['a new file that is there already', newFile('value', 'x\n'), 'value: already exists in the snapshot'],
    [
      'a binary file without its content',
      header('blob', 'index 1111111..2222222 100644\nBinary files a/blob and b/blob differ\n'),
      'blob: the patch says that the binary file differs and holds no data: make it with git diff --binary',
    ],
    [
      'a hunk that is cut off',
      header('src/a.js', '--- a/src/a.js\n+++ b/src/a.js\n@@ -1,3 +1,3 @@\n one\n-two\n'),
      'corrupt patch at line 7',
    ],
    [
      'a header that says both that the file is there and that it is new, on which git breaks off',
      `diff --git a/value b/value\n\0iff --git a/door b/door\n${link('door', 'src').split('\n').slice(1).join('\n')}`,
      'git breaks off over this patch: it contradicts itself',
    ],
    [
      'paths without a/ and b/',
      'diff --git src/a.js src/a.js\n--- src/a.js\n+++ src/a.js\n@@ -1 +1 @@\n-one\n+two\n',
      'a.js: does not exist in the snapshot; its paths have no a/ and b/ in front: make the patch with git diff, without --no-prefix',
    ],
    [
      "line ends that are not the snapshot's",
      lineChange('value', 'wrong\r', 'right\r'),
      'hunk at value:1 does not match the snapshot; its lines end in CRLF: if those of the file do not, convert the patch',
    ],
  ])('%s', async (_, patch, detail) => {
    expect(await apply(patch)).toEqual({ outcome: 'failed', detail });
  });
});

describe('a patch that changes nothing is empty', () => {
  it.each<[string, string, string]>([
    ['no bytes', '', 'the patch is empty'],
    ['only whitespace', ' \n\t\r\n', 'the patch is empty'],
  ])('%s', async (_, patch, detail) => {
    expect(await apply(patch)).toEqual({ outcome: 'empty', detail });
  });
});

describe('a patch that fits applies', () => {
  it.each<[string, string, string[]]>([
    ['a changed line', lineChange('value', 'wrong', 'right'), ['modified value']],
    ['without the last newline', lineChange('value', 'wrong', 'right').trimEnd(), ['modified value']],
    ['with prose in front', `Here is my patch:\n\n${lineChange('value', 'wrong', 'right')}`, ['modified value']],
    [
      'over a file with CRLF',
      header('crlf.txt', '--- a/crlf.txt\n+++ b/crlf.txt\n@@ -1,2 +1,2 @@\n one\r\n-two\r\n+zwei\r\n'),
      ['modified crlf.txt'],
    ],
    [
      'over a file without last newline',
      header(
        'no-newline',
        '--- a/no-newline\n+++ b/no-newline\n@@ -1 +1 @@\n-end\n\\ No newline at end of file\n+fin\n\\ No newline at end of file\n',
      ),
      ['modified no-newline'],
    ],
    ['only a mode', header('value', 'old mode 100644\nnew mode 100755\n'), ['mode-changed value']],
    ['a new file where setup made a folder', newFile('made', 'x\n'), ['added made']],
    ['a new file behind a link that setup made', newFile('out/inside', 'x\n'), ['added out/inside']],
    [
      'a file in place of a tracked folder',
      header(
        'src/a.js',
        'deleted file mode 100644\n--- a/src/a.js\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-one\n-two\n-three\n',
      ) + newFile('src', 'x\n'),
      ['added src', 'deleted src/a.js'],
    ],
    ['a harmless link', link('again', 'src/a.js'), ['added again']],
    ['a name with spaces', newFile('with space', 'x\n'), ['added with space']],
    ['a NUL byte in a name, which ends it', newFile('a\0b', 'x\n'), ['added a']],
  ])('%s', async (_, patch, files) => {
    const before = outside();
    const result = await apply(patch);
    expect(result).toEqual({ outcome: 'applied', detail: '', files });
    expect(outside()).toBe(before);
  });

  it.each<WorkspaceMethod>(['overlay', 'copy'])('and is written inside the workspace only: %s', async (how) => {
    if (how === 'overlay' && method === 'copy') return expect(method).toBe('copy'); // no mounts on this machine
    const workspace = await openWorkspace(layer, cache, how === 'overlay' ? method : how);
    try {
      const patch =
        newFile('out/inside', 'x\n') +
        newFile('made', 'm\n') +
        lineChange('value', 'wrong', 'right') +
        header('src/a.js', 'old mode 100644\nnew mode 100755\n');
      const result = await applyPatch(Buffer.from(patch), layer, cache);
      if (result.outcome !== 'applied') throw new Error(result.detail);
      await writePatch(result.applied, workspace);
      await result.applied.release();
      const at = (path: string) => join(workspace.view, path);
      expect(['out/inside', 'made', 'value'].map((path) => readFileSync(at(path), 'utf8'))).toEqual([
        'x\n',
        'm\n',
        'right\n',
      ]);
      expect(lstatSync(at('out')).isDirectory()).toBe(true);
      expect(lstatSync(at('src/a.js')).mode & 0o777).toBe(0o755);
      expect(readdirSync(beyond)).toEqual([]);
    } finally {
      await workspace.dispose();
    }
  });
});
