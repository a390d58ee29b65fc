import { chownSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runGitOrThrow } from '../../../src/workspace/git/run_git.js';
import { fetchCommit } from '../../../src/workspace/snapshot/fetch_commit.js';
import { findMirrors } from '../../../src/workspace/snapshot/find_mirrors.js';
import { cleanUp, givenCache, givenRepository, givenRoom } from '../../given.js';
import { where } from '../../machine.js';

afterAll(cleanUp);

describe('mirrors of a repository in the folders that --repos names', () => {
  it.each([
    ['a repository named owner+name', 'acme+tool', ['init', '--quiet', '--bare'], 'acme+tool'],
    ['the same with .git', 'acme+tool.git', ['init', '--quiet', '--bare'], 'acme+tool.git'],
    ['owner/name', 'acme/tool', ['init', '--quiet', '--bare'], 'acme/tool'],
    ['a working copy', 'acme+tool', ['init', '--quiet'], 'acme+tool/.git'],
    [
      'a repository of any name in a folder owner+name',
      'acme+tool/store',
      ['init', '--quiet', '--bare'],
      'acme+tool/store',
    ],
  ])('finds %s', async (_, place, init, found) => {
    const repos = givenRoom();
    mkdirSync(join(repos, place), { recursive: true });
    await runGitOrThrow([...init, join(repos, place)]);
    for (const url of [
      'https://example.org/acme/tool',
      'https://example.org/acme/tool.git',
      'git@example.org:acme/tool.git',
    ])
      expect(findMirrors(url, [repos])).toEqual([join(repos, found)]);
  });

  it('takes no repository of another name', async () => {
    const repos = givenRoom();
    await runGitOrThrow(['init', '--quiet', '--bare', join(repos, 'acme+tools')]);
    await runGitOrThrow(['init', '--quiet', '--bare', join(repos, 'other+tool')]);
    expect(findMirrors('https://example.org/acme/tool', [repos, join(repos, 'gone')])).toEqual([]);
  });
});

describe('fetching a commit', () => {
  const url = 'file:///nowhere/acme/tool';

  // Only root can make a folder that is somebody else's.
  where('root')('takes it from a mirror that belongs to another user', async () => {
    const repos = givenRoom();
    const { commit, tree, store } = await givenMirror(join(repos, 'acme+tool'));
    chownSync(store, 4_000_001, 4_000_001);
    expect(await fetchCommit(url, commit, await givenCache(), { repos: [repos] }, 'contract.yml:3')).toBe(tree);
  });

  it('says of every place that was asked why it did not serve', async () => {
    const repos = givenRoom();
    const { store } = await givenMirror(join(repos, 'acme+tool'));
    const gone = '1'.repeat(40);
    await expect(
      fetchCommit(url, gone, await givenCache(), { repos: [repos] }, 'contract.yml:3  snapshot.git'),
    ).rejects.toThrow(
      `contract.yml:3  snapshot.git: ${store} has no commit ${gone}; ${url} cannot be reached: '/nowhere/acme/tool' does not appear to be a git repository`,
    );
  });

  it('says that a repository lacks files of the commit', async () => {
    const { store, commit } = await givenMirror(join(givenRoom(), 'acme+tool'));
    const blob = (await runGitOrThrow(['rev-parse', `${commit}:a.txt`], { store })).toString().trim();
    rmSync(join(store, 'objects', blob.slice(0, 2), blob.slice(2)));
    await expect(
      fetchCommit(store, commit, await givenCache(), { repos: [] }, 'contract.yml:3  snapshot.git'),
    ).rejects.toThrow(`contract.yml:3  snapshot.git: ${store} lacks files of the commit ${commit}`);
  });

  it('says which mirror it looked for and did not find', async () => {
    const repos = givenRoom();
    await expect(
      fetchCommit(url, '1'.repeat(40), await givenCache(), { repos: [repos] }, 'contract.yml:3'),
    ).rejects.toThrow(`contract.yml:3: no mirror acme+tool in ${repos}; ${url} cannot be reached: `);
  });
});

/** A bare repository with one commit. */
async function givenMirror(store: string): Promise<{ store: string; commit: string; tree: string }> {
  const work_tree = givenRepository({ 'a.txt': 'a\n' });
  await runGitOrThrow(['init', '--quiet', '--bare', store]);
  await runGitOrThrow(['add', '.'], { store, work_tree });
  const tree = (await runGitOrThrow(['write-tree'], { store })).toString().trim();
  const commit = (await runGitOrThrow(['commit-tree', '-m', 'one', tree], { store })).toString().trim();
  await runGitOrThrow(['update-ref', 'refs/heads/main', commit], { store });
  return { store, commit, tree };
}
