import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { readVolumeUsage } from '../../src/sandbox/disk/measure_disk_usage.js';
import { createScratchFolder, openCache, type WorkspaceCache } from '../../src/workspace/cache/workspace_cache.js';
import { extractPatch } from '../../src/workspace/changes/extract_patch.js';
import { canMakeVolumes, openVolume } from '../../src/workspace/volume.js';
import { awaitWorkspaceRemovals, openWorkspace, toSessionOptions } from '../../src/workspace/workspace.js';
import { givenCompiled } from '../compiled.js';
import { cleanUp, givenCache, givenLayer } from '../given.js';

const MiB = 2 ** 20;

let cache: WorkspaceCache;
let can: boolean;
beforeAll(async () => {
  cache = await givenCache();
  can = await canMakeVolumes(cache);
});
afterAll(cleanUp);

/** Volumes need root, loop devices and ext4: elsewhere there is nothing to try. */
const withVolumes = (rule: string, test: () => Promise<void>) =>
  it(rule, async () => {
    if (can) await test();
    else expect(can).toBe(false);
  });

const mounted = () =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .filter((line) => line.includes(cache.scratch));

const fill = (path: string) =>
  execa('fallocate', ['--length', String(8 * 1024 * MiB), path], { reject: false }).then(({ failed }) => failed);

describe('a volume', () => {
  withVolumes('takes what it was made for and not much more, with or without names', async () => {
    const volume = await openVolume(join(createScratchFolder(cache), 'volume'), 32 * MiB);
    try {
      expect(await fill(join(volume.path, 'named'))).toBe(true);
      const { bytes, full } = readVolumeUsage(volume.path);
      expect(full).toBe(true);
      expect(bytes - volume.empty_bytes).toBeGreaterThan(32 * MiB);
      expect(bytes - volume.empty_bytes).toBeLessThan(32 * MiB + 320 * MiB);
      const { stderr } = await execa(
        'sh',
        ['-c', 'rm named; exec 6>hidden; rm hidden; dd if=/dev/zero bs=1M count=400 status=none >&6'],
        {
          cwd: volume.path,
          reject: false,
        },
      );
      expect(stderr).toMatch(/No space left on device/);
    } finally {
      await volume.dispose();
    }
  });

  withVolumes('has room for us after commands have filled it', async () => {
    const volume = await openVolume(join(createScratchFolder(cache), 'volume'), MiB);
    try {
      await fill(join(volume.path, 'named'));
      const ours = join(volume.path, 'ours');
      expect(() => writeFileSync(ours, Buffer.alloc(8 * MiB))).toThrow(/ENOSPC/);
      volume.releaseSpareSpace();
      writeFileSync(ours, Buffer.alloc(8 * MiB));
    } finally {
      await volume.dispose();
    }
  });

  withVolumes('takes nothing of the disk before something is written', async () => {
    const room = createScratchFolder(cache);
    const before = statfsSync(room).bfree;
    const volume = await openVolume(join(room, 'volume'), 64 * 1024 * MiB);
    expect(existsSync(join(room, 'volume.img'))).toBe(false);
    expect((before - statfsSync(room).bfree) * 4096).toBeLessThan(1024 * MiB);
    await volume.dispose();
    expect(readdirSync(join(room, 'volume'))).toEqual([]);
  });

  withVolumes('is unmounted whatever lies on it: little, much, nameless text, deep and closed folders', async () => {
    const contents = [
      'true',
      'printf x > "$(printf "\\377\\376")"; mkdir -p "$(printf "\\377d")/in"',
      'for i in $(seq 300); do mkdir d && cd d || exit 1; done',
      'mkdir -p closed/in && touch closed/in/file && chmod 0 closed/in closed',
      'dd if=/dev/zero of=much bs=1M count=8 status=none; ln -s /etc outside',
    ];
    for (const content of contents) {
      for (const released of [false, true]) {
        const volume = await openVolume(join(createScratchFolder(cache), 'volume'), 16 * MiB);
        if (released) volume.releaseSpareSpace();
        await execa('sh', ['-c', content], { cwd: join(volume.path, 'upper') });
        expect(mounted()).toHaveLength(1);
        await volume.dispose();
        expect(mounted()).toEqual([]);
        expect(readdirSync(volume.path)).toEqual([]);
      }
    }
    expect(existsSync('/etc/passwd')).toBe(true);
  });

  withVolumes('leaves no mount, image or device when its overlay cannot be mounted', async () => {
    const room = createScratchFolder(cache);
    const overlay = { path: join(room, 'missing'), options: 'lowerdir=/nowhere' };
    await expect(openVolume(join(room, 'volume'), 16 * MiB, overlay)).rejects.toThrow(/mount/);
    expect(mounted()).toEqual([]);
    expect(readdirSync(room)).toEqual(['volume']);
    expect(readdirSync(join(room, 'volume'))).toEqual([]);
  });
});

describe('a workspace on a volume', () => {
  withVolumes('is like any other: unchanged for git, on one device, and its patch is what was changed', async () => {
    const layer = await givenLayer(cache, { value: 'wrong\n', 'src/kept': 'kept\n' });
    const workspace = await openWorkspace(layer, cache, 'overlay', { volume_bytes: 16 * MiB });
    try {
      const { upper, volume } = workspace;
      expect([upper, toSessionOptions(workspace).volumes]).toEqual([join(volume!.path, 'upper'), [volume]]);
      // 32 bits are what git's index has of a file's number: another one and git would read every file again.
      const numbers = [layer.tree_path, workspace.path].map((root) => lstatSync(join(root, 'src/kept')).ino % 2 ** 32);
      expect(numbers[1]).toBe(numbers[0]);
      writeFileSync(join(workspace.path, 'value'), 'right\n');
      writeFileSync(join(workspace.path, 'new'), 'new\n');
      const devices = ['', 'value', 'new', 'src', 'src/kept'].map((path) => lstatSync(join(workspace.path, path)).dev);
      expect(new Set(devices).size).toBe(1);
      const { patch } = await extractPatch(workspace, cache);
      expect(Buffer.from(patch).toString()).toMatch(/\+new\n(.*\n)*-wrong\n\+right\n/);
    } finally {
      await workspace.dispose();
    }
    await awaitWorkspaceRemovals();
    expect(mounted()).toEqual([]);
  });

  withVolumes('lies at any path: blanks, marks and line breaks in it are no other field of the table', async () => {
    const layer = await givenLayer(cache, { value: 'one\n' });
    const strange = { ...cache, scratch: join(cache.scratch, 'a b\t#c\\134\nd') };
    mkdirSync(strange.scratch);
    const workspace = await openWorkspace(layer, strange, 'overlay', { volume_bytes: 16 * MiB });
    expect(readFileSync(join(workspace.path, 'value'), 'utf8')).toBe('one\n');
    writeFileSync(join(workspace.path, 'value'), 'two\n');
    await workspace.dispose();
    await awaitWorkspaceRemovals();
    expect(readdirSync(strange.scratch)).toEqual([]);
  });

  withVolumes('is removed by the next run, with its mounts, when its maker was killed', async () => {
    const compiled = givenCompiled('workspace', 'sandbox', 'system', 'contract', 'record');
    const program = `
      import { createScratchFolder, openCache } from ${JSON.stringify(join(compiled, 'lib/workspace/cache/workspace_cache.js'))};
      import { openVolume } from ${JSON.stringify(join(compiled, 'lib/workspace/volume.js'))};
      const cache = await openCache(${JSON.stringify(cache.root)});
      await openVolume(createScratchFolder(cache) + '/volume', 1048576);
      console.log('ready');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    expect(mounted()).toHaveLength(1);
    await openCache(cache.root);
    expect(mounted()).toHaveLength(1); // its maker lives
    child.kill('SIGKILL');
    await once(child, 'close');
    await openCache(cache.root);
    expect(mounted()).toEqual([]);
    rmSync(compiled, { recursive: true });
  });
});
