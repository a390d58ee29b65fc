import { join } from 'node:path';
import { openCache } from '../../../src/workspace/cache/workspace_cache.js';
import { runGitOrThrow } from '../../../src/workspace/git/run_git.js';
import { commitFiles, computeFolderTree } from '../../../src/workspace/history/create_broken_tree.js';
import { cleanUp, givenRoom, write } from '../../given.js';

afterAll(cleanUp);

it('files are committed over a tree, into the store alone: others stay, and those of one path are replaced', async () => {
  const room = givenRoom();
  const cache = await openCache(join(room, 'cache'));
  const tree = await computeFolderTree(write(join(room, 'repo'), { 'a.js': 'old', 'b/c.js': 'kept' }), cache);
  const commit = await commitFiles(
    tree,
    [
      { path: 'a.js', content: Buffer.from('new'), executable: false },
      { path: 'tasks/a b/run.sh', content: Buffer.from('run'), executable: true },
    ],
    cache,
  );
  const list = async (id: string) =>
    (await runGitOrThrow(['ls-tree', '-r', '-z', '--format=%(objectmode) %(path)', id], { store: cache.store }))
      .toString()
      .split('\0')
      .filter(Boolean);
  expect([await list(commit), await list(tree)]).toEqual([
    ['100644 a.js', '100644 b/c.js', '100755 tasks/a b/run.sh'],
    ['100644 a.js', '100644 b/c.js'],
  ]);
  const shown = await runGitOrThrow(['show', `${commit}:a.js`], { store: cache.store });
  expect(shown.toString()).toBe('new');
  expect(await commitFiles(tree, [], cache)).toBe(await commitFiles(tree, [], cache));
});
