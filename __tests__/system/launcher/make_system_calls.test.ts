import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MOUNT_FLAGS, makeSystemCalls, system_calls } from '../../../src/system/launcher/make_system_calls.js';
import { canStartLauncher } from '../../../src/system/launcher/start_launcher.js';
import { cleanUp, givenRoom } from '../../given.js';
import { where } from '../../machine.js';

afterAll(cleanUp);

const perl = canStartLauncher();
const withPerl = where('perl');
const asRoot = where('perl', 'root');
const MiB = 2 ** 20;

describe('calls of the kernel', () => {
  it('are not made where the launcher cannot, which is said', async () => {
    const { error } = await makeSystemCalls([]);
    expect(error).toBe(perl ? '' : 'ENOSYS');
  });

  withPerl('stop at the first that fails, and name the error', async () => {
    const room = givenRoom();
    const [first, second] = [join(room, 'first'), join(room, 'second')];
    const calls = [system_calls.fifo(first), system_calls.remove('/no/such'), system_calls.fifo(second)];
    expect(await makeSystemCalls(calls)).toEqual({ made: 1, error: 'ENOENT' });
    expect([existsSync(first), existsSync(second)]).toEqual([true, false]);
  });

  withPerl('make named pipes that everybody may open, whatever the umask', async () => {
    const path = join(givenRoom(), 'pipe ü');
    expect(await makeSystemCalls([system_calls.fifo(path)])).toEqual({ made: 1, error: '' });
    expect([statSync(path).isFIFO(), statSync(path).mode & 0o777]).toEqual([true, 0o666]);
  });

  withPerl.each<[string, (descriptor: number) => void]>([
    ['nothing but a hole', () => {}],
    ['data at its beginning', (file) => writeSync(file, 'begin')],
    [
      'data in the middle, more than a block',
      (file) => writeSync(file, Buffer.alloc(3 * MiB, 'm'), 0, 3 * MiB, 8 * MiB),
    ],
    ['data at its end', (file) => writeSync(file, 'end', 16 * MiB - 3)],
  ])('copy a file with %s, without its holes', async (_, fill) => {
    const room = givenRoom();
    const [from, to] = [join(room, 'from'), join(room, 'to')];
    const file = openSync(from, 'w');
    fill(file);
    closeSync(file);
    truncateSync(from, 16 * MiB);
    expect(await makeSystemCalls([system_calls.copy(from, to)])).toEqual({ made: 1, error: '' });
    expect(readFileSync(to).equals(readFileSync(from))).toBe(true);
    expect(statSync(to).blocks).toBeLessThanOrEqual(statSync(from).blocks + 16);
    expect(await makeSystemCalls([system_calls.copy(from, to)])).toEqual({ made: 0, error: 'EEXIST' });
  });

  withPerl('write a text again and again for a while, and not longer', async () => {
    const path = join(givenRoom(), 'file');
    writeFileSync(path, '');
    expect(await makeSystemCalls([system_calls.repeat(path, 'x', 1, 5)])).toEqual({ made: 1, error: '' });
    while (readFileSync(path, 'utf8').length < 5) await pause(2);
    const other = join(givenRoom(), 'other');
    writeFileSync(other, '');
    await makeSystemCalls([system_calls.repeat(other, 'y', 1, 3)]);
    while (readFileSync(other, 'utf8').length < 3) await pause(2);
    expect([readFileSync(path, 'utf8'), readFileSync(other, 'utf8')]).toEqual(['xxxxx', 'yyy']);
    expect((await makeSystemCalls([system_calls.repeat('/a\nb', 'x', 1, 1)])).error).not.toBe('');
  });

  asRoot('mount an image behind a loop device, which is gone with the mount', async () => {
    const room = givenRoom();
    const [image, node, path] = [join(room, 'image'), join(room, 'node'), join(room, 'mounted')];
    writeFileSync(image, '');
    truncateSync(image, 16 * MiB);
    execFileSync('mkfs.ext4', ['-q', image]);
    mkdirSync(path);
    const minor = await findFreeMinor(node, image, path);
    if (minor === undefined) return; // no loop devices here
    expect(await makeSystemCalls([system_calls.reserve(join(path, 'spare'), MiB)])).toEqual({ made: 1, error: '' });
    expect(statSync(join(path, 'spare')).blocks * 512).toBeGreaterThanOrEqual(MiB);
    const options = readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .find((line) => line.includes(` ${path} `));
    expect(options).toMatch(/ rw,nosuid,noatime /);
    const again = [system_calls.node(node, 7, minor), system_calls.loop(node, image)];
    expect(await makeSystemCalls(again)).toEqual({ made: 1, error: 'EBUSY' });
    expect(await makeSystemCalls([system_calls.unmount(path), system_calls.remove(node)])).toEqual({
      made: 2,
      error: '',
    });
    expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(` ${path} `);
    // The kernel may let the device go a little later.
    let answer = await makeSystemCalls(again);
    for (let tries = 0; tries < 1000 && answer.error === 'EBUSY'; tries++) {
      await makeSystemCalls([system_calls.remove(node)]);
      answer = await makeSystemCalls(again);
    }
    expect(answer).toEqual({ made: 2, error: '' });
  });

  async function findFreeMinor(node: string, image: string, path: string): Promise<number | undefined> {
    for (let minor = 100; minor < 140; minor++) {
      const { made } = await makeSystemCalls([
        system_calls.node(node, 7, minor),
        system_calls.loop(node, image),
        system_calls.mount(node, path, 'ext4', MOUNT_FLAGS.nosuid | MOUNT_FLAGS.noatime, 'nobarrier'),
        system_calls.remove(node),
      ]);
      if (made === 4) return minor;
      if (existsSync(node)) await makeSystemCalls([system_calls.remove(node)]);
    }
    return undefined;
  }
});
