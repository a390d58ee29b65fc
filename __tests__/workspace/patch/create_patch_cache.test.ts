import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspaceCache } from '../../../src/workspace/cache/workspace_cache.js';
import type { Layer } from '../../../src/workspace/layer.js';
import { createPatchCache, type PatchCache, writePatch } from '../../../src/workspace/patch/apply_patch.js';
import { detectWorkspaceMethod, openWorkspace } from '../../../src/workspace/workspace.js';
import { cleanUp, givenCache, givenLayer } from '../../given.js';
import { lineChange, newFile } from '../../given_task.js';

let cache: WorkspaceCache;
let layer: Layer;
let other: Layer;
beforeAll(async () => {
  cache = await givenCache();
  layer = await givenLayer(cache, { value: 'wrong\n' });
  other = await givenLayer(cache, { value: 'wrong\n', more: 'x\n' });
});
afterAll(cleanUp);

const change = Buffer.from(lineChange('value', 'wrong', 'right'));

async function apply(patches: PatchCache, patch: Uint8Array, on = layer) {
  const application = await patches.apply(patch, on);
  if (application.outcome !== 'applied') throw new Error(application.detail);
  return application;
}
const folderOf = ({ applied }: Awaited<ReturnType<typeof apply>>) => join(applied.call.objects!, '..');

describe('patches that are applied again', () => {
  it('are applied once, and each use can be written after others were released', async () => {
    const patches = createPatchCache(cache);
    const [first, second] = await Promise.all([apply(patches, change), apply(patches, change)]);
    expect(folderOf(second)).toBe(folderOf(first));
    expect(second.tree).toBe(first.tree);
    await first.applied.release();
    const workspace = await openWorkspace(layer, cache, await detectWorkspaceMethod(cache));
    await writePatch(second.applied, workspace);
    expect(readFileSync(join(workspace.view, 'value'), 'utf8')).toBe('right\n');
    await workspace.dispose();
    await second.applied.release();
    await patches.close();
    expect(existsSync(folderOf(first))).toBe(false);
  });

  it('are others on another layer, and with other bytes', async () => {
    const patches = createPatchCache(cache);
    const made = [
      await apply(patches, change),
      await apply(patches, change, other),
      await apply(patches, Buffer.from(newFile('value2', 'x\n'))),
    ];
    expect(new Set(made.map(({ tree }) => tree)).size).toBe(3);
    for (const { applied } of made) await applied.release();
    await patches.close();
    expect(made.map(folderOf).filter(existsSync)).toEqual([]);
  });

  it('stay while they are used, even if newer ones take their place', async () => {
    const patches = createPatchCache(cache);
    const first = await apply(patches, change);
    for (let i = 0; i < 10; i++) await (await apply(patches, Buffer.from(newFile(`f${i}`, 'x\n')))).applied.release();
    await patches.close();
    expect(existsSync(folderOf(first))).toBe(true);
    await first.applied.release();
    expect(existsSync(folderOf(first))).toBe(false);
  });

  it('give the same answer when they are refused or empty, and leave nothing behind', async () => {
    const patches = createPatchCache(cache);
    const before = readdirSync(cache.scratch);
    for (const patch of ['', 'no patch\n', newFile('../x', 'x\n')]) {
      const [one, two] = [
        await patches.apply(Buffer.from(patch), layer),
        await patches.apply(Buffer.from(patch), layer),
      ];
      expect(two).toEqual(one);
      expect(one.outcome).not.toBe('applied');
    }
    await patches.close();
    expect(readdirSync(cache.scratch)).toEqual(before);
  });
});
