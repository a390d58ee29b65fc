import { runGitOrThrow } from '../../../src/workspace/git/run_git.js';
import { selectTreeFiles } from '../../../src/workspace/snapshot/select_tree_files.js';
import { cleanUp, givenCache } from '../../given.js';

afterAll(cleanUp);

it.each<[string, string[], string[]]>([
  ['files, and folders with all in them', ['./a.txt', 'b/', 'absent'], ['a.txt', 'b/c.txt', 'b/d.txt']],
  ['the whole tree', ['.'], ['a.txt', 'b/c.txt', 'b/d.txt', 'e.txt']],
  ['no path', [], []],
])('%s', async (_, paths, expected) => {
  const cache = await givenCache();
  const call = { store: cache.store, index: `${cache.root}/index` };
  const blob = (await runGitOrThrow(['hash-object', '-w', '--stdin'], { ...call, input: 'x' })).toString().trim();
  const input = ['a.txt', 'b/c.txt', 'b/d.txt', 'e.txt'].map((path) => `100644 ${blob}\t${path}\0`).join('');
  await runGitOrThrow(['update-index', '-z', '--index-info'], { ...call, input });
  const tree = (await runGitOrThrow(['write-tree'], call)).toString().trim();
  const { tree: selected } = await selectTreeFiles(tree, paths, cache);
  const list = await runGitOrThrow(['ls-tree', '-r', '--name-only', selected], call);
  expect(list.toString().split('\n').filter(Boolean)).toEqual(expected);
});
