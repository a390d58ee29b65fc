import type { SetupInput } from '../../../src/contract/contract_schema.js';
import { runGitOrThrow } from '../../../src/workspace/git/run_git.js';
import { selectTreeFiles } from '../../../src/workspace/snapshot/materialise_snapshot.js';
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

const VERSION: SetupInput = { json: './p/a.json', without: ['/version'] };

it.each<[string, SetupInput[], string]>([
  ['without the fields that nobody names', [VERSION], '{"scripts":1,"deps":2}'],
  ['whole where another input names it', [VERSION, 'p/a.json'], '{"version":0,"scripts":1,"deps":2}'],
  ['whole where another input names a folder above it', ['p/', VERSION], '{"version":0,"scripts":1,"deps":2}'],
  ['whole where another input names the root', [VERSION, '.'], '{"version":0,"scripts":1,"deps":2}'],
  ['without fields where another input names its neighbour', [VERSION, 'p/a'], '{"scripts":1,"deps":2}'],
  [
    'without the fields that all inputs leave out',
    [
      { json: 'p/a.json', without: ['/version', '/deps'] },
      { json: 'p/./a.json', without: ['/scripts', '/version'] },
    ],
    '{"scripts":1,"deps":2}',
  ],
])('a file that inputs name more than once is selected %s', async (_, inputs, expected) => {
  const cache = await givenCache();
  const call = { store: cache.store, index: `${cache.root}/index` };
  const text = '{"version":0,"scripts":1,"deps":2}';
  const blob = (await runGitOrThrow(['hash-object', '-w', '--stdin'], { ...call, input: text })).toString().trim();
  await runGitOrThrow(['update-index', '-z', '--index-info'], { ...call, input: `100644 ${blob}\tp/a.json\0` });
  const tree = (await runGitOrThrow(['write-tree'], call)).toString().trim();
  const { tree: selected, reduced } = await selectTreeFiles(tree, inputs, cache);
  const shown = await runGitOrThrow(['cat-file', 'blob', `${selected}:p/a.json`], call);
  expect(JSON.stringify(JSON.parse(shown.toString()))).toBe(expected);
  expect([...reduced.keys()]).toEqual(expected === text ? [] : ['p/a.json']);
});
