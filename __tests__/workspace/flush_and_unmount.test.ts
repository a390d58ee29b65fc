import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { flushAndUnmount, unmountPaths } from '../../src/workspace/flush_and_unmount.js';
import { canMakeVolumes } from '../../src/workspace/volume.js';
import { cleanUp, givenCache, givenRoom } from '../given.js';

let can: boolean;
beforeAll(async () => {
  can = await canMakeVolumes(await givenCache());
});
afterAll(cleanUp);

/** Loop devices and ext4 need root: elsewhere there is nothing to try. */
const withVolumes = (rule: string, test: () => Promise<void>) =>
  it(rule, async () => {
    if (can) await test();
    else expect(can).toBe(false);
  });

const mount = (image: string, path: string) => execa('mount', ['-n', '-t', 'ext4', '-o', 'loop', '--', image, path]);

withVolumes('what was written is in the image although another process still holds the mount', async () => {
  const room = givenRoom();
  const [image, copy, mounted, looked] = ['image', 'copy', 'mounted', 'looked'].map((name) => join(room, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [mounted, looked]) mkdirSync(folder);
  writeFileSync(image, '');
  truncateSync(image, 2 ** 26);
  await execa('mkfs.ext4', ['-q', '-O', '^has_journal', image]);
  await mount(image, mounted);
  // As a sandbox that has just started: it has a copy of all mounts.
  const holder = spawn('unshare', ['-m', '--propagation', 'private', 'sh', '-c', 'echo held; exec sleep 60']);
  try {
    await once(holder.stdout, 'data');
    mkdirSync(join(mounted, 'upper'));
    await flushAndUnmount(mounted);
    expect(readdirSync(mounted)).toEqual([]);
    copyFileSync(image, copy);
    await mount(copy, looked);
    expect(readdirSync(looked).sort()).toEqual(['lost+found', 'upper']);
  } finally {
    await unmountPaths([looked]);
    holder.kill('SIGKILL');
    rmSync(copy, { force: true });
  }
});
