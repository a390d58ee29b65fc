import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspaceCache } from '../../src/workspace/cache/workspace_cache.js';
import type { Layer } from '../../src/workspace/layer.js';
import { canMakeVolumes } from '../../src/workspace/volume.js';
import {
  awaitWorkspaceRemovals,
  createWorkspacePool,
  detectWorkspaceMethod,
  type WorkspaceMethod,
} from '../../src/workspace/workspace.js';
import { cleanUp, givenCache, givenLayer } from '../given.js';

const MiB = 2 ** 20;

let cache: WorkspaceCache;
let layer: Layer;
let other: Layer;
let method: WorkspaceMethod;
let can: boolean;
beforeAll(async () => {
  cache = await givenCache();
  layer = await givenLayer(cache, { value: 'one\n' });
  other = await givenLayer(cache, { value: 'two\n' });
  method = await detectWorkspaceMethod(cache);
  can = method === 'overlay' && (await canMakeVolumes(cache));
});
afterAll(cleanUp);

const countMounts = () =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .filter((line) => line.includes(cache.scratch)).length;
/** A volume and an overlay. */
const EACH = 2;

const order = (on = layer, volume_bytes: number | undefined = 16 * MiB) => ({
  ...{ layer: on, cache, method, options: { volume_bytes } },
});

describe('workspaces of a contract', () => {
  it('are opened ahead, each for one attempt, and those that nobody took are removed', async () => {
    if (!can) return expect(can).toBe(false);
    const pool = createWorkspacePool(3, { count: 0, most: 1 });
    pool.refill(); // nothing is known
    expect(countMounts()).toBe(0);
    const first = await pool.take(order());
    writeFileSync(join(first.path, 'mark'), 'x');
    pool.refill();
    pool.refill();
    const second = await pool.take(order());
    expect(existsSync(join(second.path, 'mark'))).toBe(false);
    expect(countMounts()).toBe(2 * EACH);
    pool.refill();
    await pool.close();
    pool.refill();
    for (const workspace of [first, second]) await workspace.dispose();
    await awaitWorkspaceRemovals();
    expect(countMounts()).toBe(0);
  });

  it('are those of their own layer and size, whatever waits', async () => {
    const pool = createWorkspacePool(9, { count: 0, most: 2 });
    const made = [];
    for (const wanted of [order(), order(other), order(layer, 32 * MiB), order(layer, undefined), order(other)]) {
      made.push(await pool.take(wanted));
      expect(readFileSync(join(made.at(-1)!.view, 'value'), 'utf8')).toBe(wanted.layer === layer ? 'one\n' : 'two\n');
      pool.refill();
    }
    expect(new Set(made.map(({ path }) => path)).size).toBe(5);
    await pool.close();
    for (const workspace of made) await workspace.dispose();
    await awaitWorkspaceRemovals();
    expect(countMounts()).toBe(0);
  });

  it('are no more than the pools of a run may hold together', async () => {
    if (!can) return expect(can).toBe(false);
    const shared = { count: 0, most: 1 };
    const pools = [createWorkspacePool(5, shared), createWorkspacePool(5, shared)];
    const made = [await pools[0]!.take(order()), await pools[1]!.take(order(other))];
    for (const pool of pools) pool.refill();
    expect(shared.count).toBe(1);
    made.push(await pools[0]!.take(order()));
    pools[1]!.refill();
    expect(shared.count).toBe(1);
    for (const pool of pools) await pool.close();
    expect(shared.count).toBe(0);
    for (const workspace of made) await workspace.dispose();
    await awaitWorkspaceRemovals();
  });

  it('are refused with the reason when they cannot be opened, then and later', async () => {
    const pool = createWorkspacePool(2, { count: 0, most: 1 });
    const closed = { ...order(), cache: { ...cache, scratch: join(cache.store, 'HEAD') } }; // a file
    await expect(pool.take(closed)).rejects.toThrow(/ENOTDIR|EEXIST/);
    pool.refill();
    await expect(pool.take(closed)).rejects.toThrow(/ENOTDIR|EEXIST/);
    await pool.close();
  });
});
