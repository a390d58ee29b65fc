import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { listCommits } from '../../../src/workspace/history/list_commits.js';
import {
  createCommitPatch,
  listCommitFiles,
  openRepository,
  readAddedLines,
  readCommit,
  readCommitTexts,
} from '../../../src/workspace/history/read_commit.js';
import { cleanUp } from '../../given.js';
import { commit, gitIn, givenHistory } from '../given_history.js';

afterAll(cleanUp);

/** A history with a branch that is merged, odd names and odd texts. */
function givenMerge() {
  const repo = givenHistory();
  commit(repo, { a: '1\n', 'ümlaut ä': 'x\n' }, 'first');
  gitIn(repo, 'checkout', '-q', '-b', 'side');
  commit(repo, { b: 'one\ntwo\n' }, 'on the side');
  gitIn(repo, 'checkout', '-q', 'main');
  const own = commit(repo, { a: '2\n' }, 'ändert a\n\nWhy: "quotes"\n\n:100644 no diff');
  gitIn(repo, 'merge', '-q', '--no-ff', '-m', 'Merge pull request #1 from x/side\n\nAdds b', 'side');
  return { repo, own };
}

it('lists the changes of a branch: a merge is one change against its first parent', async () => {
  const { repo, own } = givenMerge();
  const changes = await listCommits(await openRepository(repo), { revisions: 'main', most: 10 });
  const shown = changes.map(({ subject, body, merge, files }) => ({
    ...{ subject, body, merge },
    files: files.map(({ path, change, added_lines }) => `${change} ${path} ${added_lines}`),
  }));
  expect(shown).toEqual([
    { subject: 'Merge pull request #1 from x/side', body: 'Adds b', merge: true, files: ['added b 2'] },
    { subject: 'ändert a', body: 'Why: "quotes"\n\n:100644 no diff', merge: false, files: ['modified a 1'] },
  ]);
  expect(changes[1]!.commit).toBe(own);
  expect(await readCommit(await openRepository(repo), own)).toEqual(changes[1]);
  expect(await readCommit(await openRepository(repo), 'HEAD')).toEqual(changes[0]);
});

it('lists a history whose clone lacks a file, and does not count lines', async () => {
  const repo = givenHistory();
  commit(repo, { a: '1\n' }, 'first');
  commit(repo, { large: 'x\n' }, 'adds what is gone');
  const own = commit(repo, { a: '2\n' }, 'second');
  const blob = gitIn(repo, 'rev-parse', 'HEAD~1:large').trim();
  rmSync(join(repo, '.git/objects', blob.slice(0, 2), blob.slice(2)));
  const history = await openRepository(repo);
  const changes = await listCommits(history, { revisions: 'main', most: 10 });
  expect(changes.map(({ subject, uncounted, files }) => [subject, uncounted, files[0]!.added_lines])).toEqual([
    ['second', true, null],
    ['adds what is gone', true, null],
  ]);
  expect((await readCommit(history, own)).files[0]).toMatchObject({ path: 'a', added_lines: 1 });
  await expect(readCommit(history, 'HEAD~1')).rejects.toThrow(/^git diff-tree failed: .*unable to read/);
});

it('is bounded by number', async () => {
  const { repo } = givenMerge();
  const opened = await openRepository(repo);
  expect(await listCommits(opened, { revisions: 'main', most: 1 })).toHaveLength(1);
});

it('makes patches of some files of a change, and reads their added lines', async () => {
  const { repo } = givenMerge();
  const opened = await openRepository(repo);
  const change = await readCommit(opened, 'HEAD');
  expect((await createCommitPatch(opened, change, ['b'])).toString()).toMatch(/^diff --git a\/b b\/b\nnew file mode/);
  expect(await createCommitPatch(opened, change, [])).toHaveLength(0);
  expect(await readAddedLines(opened, change)).toEqual(new Map([['b', 'one\ntwo']]));
});

it('lists the files of a commit and reads their texts, without links and binary files', async () => {
  const repo = givenHistory();
  mkdirSync(join(repo, 'd'), { recursive: true });
  symlinkSync('/etc/hostname', join(repo, 'link'));
  const name = Buffer.from('d/ümlaut').toString('latin1');
  commit(repo, { [name]: 'text', binary: new Uint8Array([1, 0, 2]), large: 'x'.repeat(2 ** 21 + 1) });
  const opened = await openRepository(repo);
  const files = await listCommitFiles(opened, 'HEAD');
  expect(files.map(({ path, mode }) => `${mode} ${path}`)).toEqual([
    '100644 binary',
    '100644 d/ümlaut',
    '100644 large',
    '120000 link',
  ]);
  const texts = await readCommitTexts(opened, files);
  expect(texts.paths).toHaveLength(4);
  expect(['d/ümlaut', 'binary', 'large', 'link', 'absent'].map((path) => texts.read(path))).toEqual([
    'text',
    ...[undefined, undefined, undefined, undefined],
  ]);
});

it('is not led astray by separators and options in messages', async () => {
  const repo = givenHistory();
  commit(repo, { a: '1' }, 'first');
  const forged = `\x1e${'a'.repeat(40)}\x1f--output=/tmp/x\x1fdate\x1ffix\x1f\x1f`;
  const id = commit(repo, { a: '2' }, `odd\n\n${forged}\n:100644 100644 x y M\n1\t2\tz`);
  const [change, ...others] = await listCommits(await openRepository(repo), { revisions: 'main', most: 9 });
  expect(others).toEqual([]);
  expect(change).toMatchObject({ commit: id, subject: 'odd', files: [{ path: 'a' }] });
  expect(change!.body).toContain('--output');
});

it('makes patches of the whole tree, whatever the repository is configured to', async () => {
  const { repo, own } = givenMerge();
  gitIn(repo, 'config', 'core.worktree', join(repo, '..'));
  for (const [key, value] of [
    ['diff.noprefix', 'true'],
    ['diff.context', '0'],
    ['diff.relative', 'true'],
  ])
    gitIn(repo, 'config', key!, value!);
  const opened = await openRepository(join(repo, '.git'));
  const patch = await createCommitPatch(opened, await readCommit(opened, own), ['a']);
  expect(patch.toString()).toMatch(/^diff --git a\/a b\/a\n[\s\S]*-1\n\+2\n$/);
});

it('refuses a partial clone', async () => {
  const { repo } = givenMerge();
  gitIn(repo, 'config', 'remote.origin.promisor', 'true');
  await expect(openRepository(repo)).rejects.toThrow(/is a partial clone: its history lacks files/);
});
