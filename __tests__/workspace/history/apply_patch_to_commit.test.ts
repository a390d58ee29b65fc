import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCache } from '../../../src/workspace/cache/workspace_cache.js';
import { applyPatchToCommit, createBrokenTree } from '../../../src/workspace/history/create_broken_tree.js';
import { fetchCommit } from '../../../src/workspace/snapshot/fetch_commit.js';
import { cleanUp, givenRoom } from '../../given.js';
import { commit, gitIn, givenHistory } from '../given_history.js';

afterAll(cleanUp);

const FILES = { a: 'one\ntwo\n', 'crlf.txt': 'one\r\ntwo\r\n', 'no-end': 'one', image: 'x\0y\n', 'run.sh': 'true\n' };

async function givenTree() {
  const repo = givenHistory();
  const head = commit(repo, FILES);
  const cache = await openCache(join(givenRoom(), 'cache'));
  const tree = await fetchCommit(repo, head, cache, { repos: [] }, 'test');
  return { repo, tree, cache };
}

const given = givenTree();

/** Patch of what a change of the working tree makes. */
async function makePatch(change: (repo: string) => void): Promise<string> {
  const { repo } = await given;
  change(repo);
  gitIn(repo, 'add', '-A');
  const patch = execFileSync('git', ['diff', '--cached', '--binary', 'HEAD'], { cwd: repo, encoding: 'utf8' });
  gitIn(repo, 'reset', '-q', '--hard', 'HEAD');
  return patch;
}

// Holds G11
it.each<[what: string, change: (repo: string) => void, files: Record<string, string>, removed: string[]]>([
  ['a text', (repo) => writeFileSync(join(repo, 'a'), 'one\nthree\n'), { a: 'one\nthree\n' }, []],
  [
    'lines that end with CRLF',
    (repo) => writeFileSync(join(repo, 'crlf.txt'), 'one\r\nx\r\n'),
    { 'crlf.txt': 'one\r\nx\r\n' },
    [],
  ],
  ['a file without a line end', (repo) => writeFileSync(join(repo, 'no-end'), 'two'), { 'no-end': 'two' }, []],
  ['a binary file', (repo) => writeFileSync(join(repo, 'image'), 'y\0x\n'), { image: 'y\0x\n' }, []],
  ['a mode', (repo) => chmodSync(join(repo, 'run.sh'), 0o755), { 'run.sh': 'true\n' }, []],
  ['another name', (repo) => gitIn(repo, 'mv', 'a', 'b'), { b: 'one\ntwo\n' }, ['a']],
  ['a file that goes', (repo) => rmSync(join(repo, 'a')), {}, ['a']],
])('applies a patch with %s, and its reverse undoes it', async (what, change, files, removed) => {
  const { tree, cache } = await given;
  const patch = await makePatch(change);
  // Benchmarks trim the ends of patches, also the blank line after a binary file.
  const applied = await applyPatchToCommit(what.startsWith('lines') ? patch : patch.trim(), tree, cache);
  if ('problem' in applied) throw new Error(applied.problem);
  expect(Object.fromEntries(applied.files.map(({ path, content }) => [path, content.toString()]))).toEqual(files);
  expect(applied.removed).toEqual(removed);
  const broken = await createBrokenTree(patch, tree, cache);
  if ('problem' in broken) throw new Error(broken.problem);
  expect(broken.files.length).toBeGreaterThan(3);
  // Forth and back again: from the tree before, the reverse of the reverse is the patch.
  const back = await createBrokenTree(broken.golden.toString('latin1'), tree, cache);
  // To git a mode that is there already is no fault.
  expect(back).toMatchObject(what === 'a mode' ? { problem: 'it changes no file' } : { changed: false, files: [] });
});

it.each<[what: string, patch: string, problem: RegExp]>([
  ['leads out of the repository', '--- a/../x\n+++ b/../x\n@@ -0,0 +1 @@\n+y\n', /invalid path|x/],
  [
    'writes into the metadata of git',
    'diff --git a/.git/hooks/x b/.git/hooks/x\nnew file mode 100755\n--- /dev/null\n+++ b/.git/hooks/x\n@@ -0,0 +1 @@\n+y\n',
    /\.git/,
  ],
  [
    'makes a link',
    'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n',
    /is a link or a submodule/,
  ],
  ['has CRLF in its own lines', '--- a/a\r\n+++ b/a\r\n@@ -1,2 +1,2 @@\r\n one\r\n-two\r\n+x\r\n', /./],
  ['is none', 'hello\n', /./],
  ['changes other lines', '--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n zero\n-two\n+x\n', /patch (failed|does not apply)/],
])('gives the reason of a patch that %s', async (_, patch, problem) => {
  const { tree, cache } = await given;
  expect(await applyPatchToCommit(patch, tree, cache)).toEqual({ problem: expect.stringMatching(problem) });
});
