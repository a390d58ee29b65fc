import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspaceSupply } from '../../../src/run/evaluation/workspace_supply.js';
import type { WorkspaceCache } from '../../../src/workspace/cache/workspace_cache.js';
import type { Layer } from '../../../src/workspace/layer.js';
import {
  awaitWorkspaceRemovals,
  detectWorkspaceMethod,
  type WorkspaceMethod,
} from '../../../src/workspace/workspace.js';
import { cleanUp, givenCache, givenLayer } from '../../given.js';

let cache: WorkspaceCache;
let layer: Layer;
let method: WorkspaceMethod;
beforeAll(async () => {
  cache = await givenCache();
  layer = await givenLayer(cache, { 'a.txt': 'one\n' });
  method = await detectWorkspaceMethod(cache);
});
afterAll(cleanUp);

const countFolders = () => readdirSync(cache.scratch).length;

describe('the supply of workspaces', () => {
  it('gives each caller a fresh one, expected or not', async () => {
    const supply = createWorkspaceSupply(layer, cache, method, {});
    supply.expect(2);
    const taken = [await supply.take(), await supply.take(), await supply.take()];
    expect(new Set(taken.map(({ path }) => path)).size).toBe(3);
    writeFileSync(join(taken[0]!.view, 'b.txt'), 'only here\n');
    expect(readdirSync(taken[1]!.view).includes('b.txt')).toBe(false);
    await supply.close();
    for (const workspace of taken) await workspace.dispose();
  });

  it('gives two callers at the same time one each', async () => {
    const supply = createWorkspaceSupply(layer, cache, method, {});
    supply.expect(1);
    const [one, two] = await Promise.all([supply.take(), supply.take()]);
    expect(one.path).not.toBe(two.path);
    await Promise.all([one.dispose(), two.dispose(), supply.close()]);
  });

  it('leaves nothing behind that nobody took', async () => {
    const before = countFolders();
    const supply = createWorkspaceSupply(layer, cache, method, {});
    supply.expect(3);
    const taken = await supply.take();
    await taken.dispose();
    await supply.close();
    await awaitWorkspaceRemovals();
    expect(countFolders()).toBe(before);
    await supply.close();
  });

  it('tells the one who takes it why it could not be opened, and nobody else', async () => {
    const broken = { ...layer, tree_path: join(layer.tree_path, 'nowhere') };
    const supply = createWorkspaceSupply(broken, cache, method, {});
    supply.expect(1);
    await expect(supply.take()).rejects.toThrow();
    supply.expect(1);
    await expect(supply.close()).resolves.toBeUndefined();
  });
});
