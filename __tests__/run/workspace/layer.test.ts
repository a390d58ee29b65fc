import { appendFileSync, chmodSync, existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cache } from '../../../src/run/workspace/cache.js';
import { findLayer } from '../../../src/run/workspace/layer.js';
import { cleanUp, givenCache, givenLayer } from '../../given.js';

let cache: Cache;
beforeEach(async () => {
  cache = await givenCache();
});
afterAll(cleanUp);

describe('a layer that was frozen', () => {
  it('is found under its digest, as it was frozen', async () => {
    const layer = await givenLayer(cache, { 'a.txt': 'a\n' }, { 'node_modules/deep/er/x.js': 'x\n' });
    expect(await findLayer(cache, layer.digest)).toEqual(layer);
  });

  it.each<[string, (tree: string) => void]>([
    ['a file was changed', (tree) => appendFileSync(join(tree, 'node_modules/deep/er/x.js'), 'y\n')],
    ['a file was touched', (tree) => utimesSync(join(tree, 'a.txt'), 1, 1)],
    ['a mode was changed', (tree) => chmodSync(join(tree, 'a.txt'), 0o755)],
    ['a file was added', (tree) => writeFileSync(join(tree, 'node_modules/deep/new.js'), '')],
    ['a folder was removed', (tree) => rmSync(join(tree, 'node_modules/deep'), { recursive: true })],
  ])('is removed instead of used when %s', async (_, damage) => {
    const layer = await givenLayer(cache, { 'a.txt': 'a\n' }, { 'node_modules/deep/er/x.js': 'x\n' });
    damage(layer.tree_path);
    expect(await findLayer(cache, layer.digest)).toBeUndefined();
    expect(existsSync(join(cache.layers, layer.digest))).toBe(false);
  });
});
