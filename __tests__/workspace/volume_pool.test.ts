import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspaceCache } from '../../src/workspace/cache/workspace_cache.js';
import { canMakeVolumes } from '../../src/workspace/volume.js';
import { createVolumePool } from '../../src/workspace/volume_pool.js';
import { cleanUp, givenCache } from '../given.js';

let cache: WorkspaceCache;
let can: boolean;
beforeAll(async () => {
  cache = await givenCache();
  can = await canMakeVolumes(cache);
});
afterAll(cleanUp);

const MiB = 2 ** 20;
const mounted = () =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .filter((line) => line.includes(cache.scratch)).length;

describe('volumes of a run', () => {
  it('are mounted ahead, each for one workspace, and those that nobody took are removed', async () => {
    if (!can) return expect(can).toBe(false);
    const pool = createVolumePool(3, 1);
    pool.refill(); // no size is known
    const first = await pool.take(cache, 16 * MiB);
    pool.refill();
    pool.refill();
    const second = await pool.take(cache, 16 * MiB);
    expect(second.folder).not.toBe(first.folder);
    pool.refill();
    const larger = await pool.take(cache, 32 * MiB);
    pool.refill(); // all that are expected were taken
    await pool.close();
    expect(mounted()).toBe(3);
    for (const { volume } of [first, second, larger]) await volume.dispose();
    expect(mounted()).toBe(0);
  });

  it('are refused with the reason when they cannot be mounted', async () => {
    const pool = createVolumePool(2, 1);
    const closed = { ...cache, scratch: join(cache.store, 'HEAD') }; // a file
    await expect(pool.take(closed, MiB)).rejects.toThrow(/ENOTDIR|EEXIST/);
    await pool.close();
  });
});
