import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../src/contract/input/user_error.js';
import { createScratchFolder, openCache, removeTree } from '../../../src/workspace/cache/workspace_cache.js';
import { isRoot } from '../../../src/workspace/workspace_owner.js';
import { cleanUp, givenRoom } from '../../given.js';

afterAll(cleanUp);

describe('the cache', () => {
  it('is made where there is none, and opened again as it is', async () => {
    const root = join(givenRoom(), 'deep/cache');
    const cache = await openCache(root);
    expect(readdirSync(root).sort()).toEqual(['layers', 'objects.git', 'scratch', 'uses']);
    writeFileSync(join(cache.layers, 'kept'), '');
    expect(await openCache(root)).toEqual(cache);
    expect(existsSync(join(cache.layers, 'kept'))).toBe(true);
  });

  it('is made once when several open it at the same time', async () => {
    const root = join(givenRoom(), 'cache');
    const caches = await Promise.all(Array.from({ length: 12 }, () => openCache(root)));
    expect(new Set(caches.map(({ store }) => store))).toEqual(new Set([join(root, 'objects.git')]));
    expect(readdirSync(join(root, 'scratch'))).toEqual([]);
    const seen = spawnSync('git', ['-C', join(root, 'objects.git'), 'rev-parse', '--is-bare-repository']);
    expect(String(seen.stdout).trim()).toBe('true');
  });

  it('sweeps what dead processes left, and nothing of those that live', async () => {
    const cache = await openCache(join(givenRoom(), 'cache'));
    const mine = createScratchFolder(cache);
    const dead = spawnSync('true').pid;
    for (const name of [`${dead}-12345-abcdef`, `${process.pid}-1-abcdef`, 'nonsense']) {
      mkdirSync(join(cache.scratch, name, 'closed'), { recursive: true });
      writeFileSync(join(cache.scratch, name, 'closed', 'x'), '');
      chmodSync(join(cache.scratch, name, 'closed'), 0);
    }
    await openCache(cache.root);
    expect(readdirSync(cache.scratch).map((name) => join(cache.scratch, name))).toEqual([mine]);
  });

  it('in a place that cannot be written is a mistake with a way out', async () => {
    const room = givenRoom();
    writeFileSync(join(room, 'file'), '');
    await expect(openCache(join(room, 'file/cache'))).rejects.toMatchObject({
      text: expect.stringMatching(
        /^cache folder .*\/file\/cache cannot be used: ENOTDIR.*\n {2}Name another one with --cache DIR\.$/,
      ),
    });
  });

  it("out of the sandbox user's reach is a mistake that names the closed folder", async () => {
    if (!isRoot) return expect(isRoot).toBe(false); // without root the sandbox's user is ourselves
    const room = givenRoom();
    mkdirSync(join(room, 'closed'), { mode: 0o700 });
    await expect(openCache(join(room, 'closed/cache'))).rejects.toThrow(
      new UserError(
        `cache folder ${room}/closed/cache is out of the sandbox user's reach: ${room}/closed is closed to others`,
      ),
    );
  });

  it('gives every workspace a folder of its own', async () => {
    const cache = await openCache(join(givenRoom(), 'cache'));
    expect(new Set([createScratchFolder(cache), createScratchFolder(cache), createScratchFolder(cache)]).size).toBe(3);
  });
});

it('a tree is removed also where its folders were closed', async () => {
  const room = join(givenRoom(), 'x');
  mkdirSync(join(room, 'a/b'), { recursive: true });
  writeFileSync(join(room, 'a/b/c'), '');
  chmodSync(join(room, 'a/b'), 0);
  chmodSync(join(room, 'a'), 0);
  await removeTree(room);
  await removeTree(room);
  expect(existsSync(room)).toBe(false);
});
