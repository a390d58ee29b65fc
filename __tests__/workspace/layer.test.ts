import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspaceCache } from '../../src/workspace/cache/workspace_cache.js';
import { computeFolderTree } from '../../src/workspace/history/create_broken_tree.js';
import { computeLayerDigest, findLayer, type Layer, openLayerDraft } from '../../src/workspace/layer.js';
import { cleanUp, givenCache, givenLayer, givenRepository } from '../given.js';

let cache: WorkspaceCache;
beforeEach(async () => {
  cache = await givenCache();
});
afterAll(cleanUp);

const INPUTS = {
  tree: 't',
  environment: { a: 1 },
  setup: [{ run: 'make' }],
  sandbox_class: 'x',
  tools: { node: '20' },
};

describe('a layer', () => {
  it.each<[string, Partial<typeof INPUTS>]>([
    ['tree', { tree: 'u' }],
    ['environment', { environment: { a: 2 } }],
    ['setup', { setup: [] }],
    ['sandbox_class', { sandbox_class: 'y' }],
    ['tools', { tools: { node: '22' } }],
  ])('is another one when its %s is', (_, change) => {
    expect(computeLayerDigest({ ...INPUTS, ...change })).not.toBe(computeLayerDigest(INPUTS));
  });

  it('is found again as it was frozen, and nothing is left behind of making it', async () => {
    const made = await givenLayer(
      cache,
      { a: 'a\n', 'bin/run': { content: 'x', executable: true } },
      { 'made.txt': 'm\n' },
    );
    expect(await findLayer(cache, made.digest)).toEqual(made);
    expect(readdirSync(made.tree_path).sort()).toEqual(['.git', 'a', 'bin', 'made.txt']);
    expect(readdirSync(cache.scratch)).toEqual([]);
    expect(await findLayer(cache, 'f'.repeat(64))).toBeUndefined();
  });

  it.each<[string, (layer: Layer, folder: string) => void]>([
    ['a changed file', ({ tree_path }) => writeFileSync(join(tree_path, 'a'), 'changed\n')],
    ['a file more', ({ tree_path }) => writeFileSync(join(tree_path, 'more'), '')],
    ['a file less', ({ tree_path }) => rmSync(join(tree_path, 'made.txt'))],
    ['a changed mode', ({ tree_path }) => chmodSync(join(tree_path, 'a'), 0o755)],
    ['a changed file in .git', ({ tree_path }) => writeFileSync(join(tree_path, '.git/config'), '[core]\n')],
    ['no facts', (_, folder) => rmSync(join(folder, 'layer.json'))],
    ['facts that are none', (_, folder) => writeFileSync(join(folder, 'layer.json'), '{"tree":')],
    ['facts of something else', (_, folder) => writeFileSync(join(folder, 'layer.json'), '{}')],
    ['no index', (_, folder) => rmSync(join(folder, 'index'))],
    ['no tree', (_, folder) => rmSync(join(folder, 'tree'), { recursive: true })],
    [
      'nothing in it',
      (_, folder) => {
        rmSync(folder, { recursive: true });
        execFileSync('mkdir', [folder]);
      },
    ],
  ])('with %s is removed, and can be made again', async (_, damage) => {
    const layer = await givenLayer(cache, { a: 'a\n' }, { 'made.txt': 'm\n' });
    damage(layer, join(cache.layers, layer.digest));
    expect(await findLayer(cache, layer.digest)).toBeUndefined();
    expect(readdirSync(cache.layers)).toEqual([]);
    const again = await givenLayer(cache, { a: 'a\n' }, { 'made.txt': 'm\n' });
    expect(again.digest).toBe(layer.digest);
    expect(await findLayer(cache, layer.digest)).toEqual(again);
  });

  describe("out of a runner's cache", () => {
    /** Packs all layers as actions/cache does, lets somebody change them, and unpacks them into another cache. */
    async function restored(change: (folder: string) => void): Promise<[Layer, Layer | undefined]> {
      const made = await givenLayer(cache, { a: 'right\n', link: { link: 'a' } }, { 'deps/index.js': 'true\n' });
      const elsewhere = await givenCache();
      const archive = join(elsewhere.root, 'cache.tar');
      execFileSync('tar', ['--posix', '-cf', archive, '-P', '-C', cache.layers, '.']);
      execFileSync('tar', ['-xf', archive, '-P', '-C', elsewhere.layers]);
      change(join(elsewhere.layers, made.digest));
      return [made, await findLayer(elsewhere, made.digest)];
    }
    /** Changes a file, and nothing that a listing of its folder would show. */
    function poison(path: string, content: string): void {
      const before = join(path, '..', 'before');
      execFileSync('cp', ['-p', path, before]);
      writeFileSync(path, content);
      execFileSync('touch', ['-r', before, path]);
      rmSync(before);
    }

    it('is found, and checked byte by byte only once', async () => {
      const [made, found] = await restored(() => {});
      expect(found).toEqual({
        ...made,
        ...Object.fromEntries(
          (['tree_path', 'index', 'objects'] as const).map((name) => [name, expect.stringContaining(made.digest)]),
        ),
      });
      const facts = JSON.parse(readFileSync(join(found!.tree_path, '../layer.json'), 'utf8'));
      expect(facts.changed_ns).toBe(String(statSync(found!.tree_path, { bigint: true }).ctimeNs));
    });

    it.each<[string, (folder: string) => void]>([
      ['a dependency', (folder) => poison(join(folder, 'tree/deps/index.js'), 'evil\n')],
      ['a file of the repository', (folder) => poison(join(folder, 'tree/a'), 'wrong\n')],
      ['the index of the snapshot', (folder) => writeFileSync(join(folder, 'index'), 'x')],
      ['an object of the snapshot', (folder) => writeFileSync(join(folder, 'objects', 'more'), 'x')],
      [
        'the time that says that it was made here',
        (folder) => {
          const facts = JSON.parse(readFileSync(join(folder, 'layer.json'), 'utf8'));
          writeFileSync(join(folder, 'layer.json'), JSON.stringify({ ...facts, changed_ns: '1' }));
          poison(join(folder, 'tree/deps/index.js'), 'evil\n');
        },
      ],
      [
        'all digests of the content',
        (folder) => {
          const { content: _, ...facts } = JSON.parse(readFileSync(join(folder, 'layer.json'), 'utf8'));
          writeFileSync(join(folder, 'layer.json'), JSON.stringify(facts));
        },
      ],
    ])('is removed when somebody changed %s', async (_what, change) => {
      const [, found] = await restored(change);
      expect(found).toBeUndefined();
    });
  });

  it('that two make at once is one, whoever is first', async () => {
    const tree = await computeFolderTree(givenRepository({ a: 'a\n' }), cache);
    const [one, two] = [
      await openLayerDraft(cache, 'd'.repeat(64), tree),
      await openLayerDraft(cache, 'd'.repeat(64), tree),
    ];
    const facts = { tools: {}, steps: [], replayable: true };
    const layers = await Promise.all([one.freeze(facts), two.freeze(facts)]);
    expect(layers[0]!.tree_path).toBe(layers[1]!.tree_path);
    expect(await findLayer(cache, 'd'.repeat(64))).toBeDefined();
    expect(readdirSync(cache.scratch)).toEqual([]);
  });

  it('that is abandoned leaves nothing', async () => {
    const tree = await computeFolderTree(givenRepository({ a: 'a\n' }), cache);
    await (await openLayerDraft(cache, 'e'.repeat(64), tree)).abandon();
    expect([readdirSync(cache.scratch), readdirSync(cache.layers)]).toEqual([[], []]);
  });
});

describe('the repository that an agent sees', () => {
  it('is one commit: no remotes, tags, logs, hooks, or objects of anything else', async () => {
    // Another snapshot in the same store, whose objects must not come along.
    await givenLayer(cache, { secret: 'the answer\n' });
    const { tree_path } = await givenLayer(cache, { a: 'a\n' });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'safe.directory=*', ...args], { cwd: tree_path, encoding: 'utf8' }).trim();
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '--all', '--format=%an %s %ct')).toBe('gatebench snapshot 946684800');
    expect(git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    expect(git('remote')).toBe('');
    expect(git('cat-file', '--batch-all-objects', '--batch-check=%(objecttype)').split('\n').sort()).toEqual([
      'blob',
      'commit',
      'tree',
    ]);
    expect(
      ['logs', 'hooks', 'FETCH_HEAD', 'ORIG_HEAD', 'objects/info/alternates'].filter((name) =>
        existsSync(join(tree_path, '.git', name)),
      ),
    ).toEqual([]);
    expect(readFileSync(join(tree_path, '.git/config'), 'utf8')).not.toContain('gatebench-test');
  });
});
