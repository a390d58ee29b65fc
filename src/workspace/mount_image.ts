import { randomInt } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { locateProgram, SYSTEM_PATH } from '../system/find_program.js';
import { MachineError } from '../system/is_code_fault.js';
import type { SystemCall } from '../system/launcher/launcher.js';
import { MOUNT_FLAGS, makeSystemCalls, system_calls } from '../system/launcher/make_system_calls.js';
import { runProgram, runProgramOrThrow } from '../system/launcher/run_program.js';

/** Overlay mount whose upper and work directories lie on a volume. */
export interface VolumeOverlay {
  /** Mount point. */
  path: string;
  /** Options of the mount. */
  options: string;
}

/** Image of a volume that is mounted behind a loop device. */
interface ImageMount {
  image: string;
  /** Sparse file of which the image is a copy, which is made first; undefined = the image is there. */
  copied_from?: string;
  /** Mount point. */
  path: string;
  /** Mounted afterwards. */
  overlay?: VolumeOverlay | undefined;
}

/** Nothing of a volume has to survive a crash: no barriers, and tables are left as the holes that they are. */
export const VOLUME_FLAGS = ['nosuid', 'nodev', 'noatime'] as const;
const OPTIONS = 'nobarrier,noinit_itable';

/** Range of loop devices to draw from; other programs take the first ones. */
const MINORS = { from: 8, to: 264 };
const DRAWS = 8;
/** Major number of loop devices. */
const LOOP = 7;

const SYSTEM = { env: { PATH: SYSTEM_PATH } };

/**
 * Mounts an image behind a loop device that is drawn at random and addressed by a private device node: the first free
 * one would reveal how many workspaces there were before. Takes the first free one only if every drawn one is taken.
 *
 * @throws if it cannot be mounted; the volume may then be there without its overlay
 */
export async function mountImage(mount: ImageMount): Promise<void> {
  const left = await mountByCalls(mount);
  if (left === undefined) return;
  if (left.copied_from !== undefined) await copySparsely(left.copied_from, left.image);
  await mountByPrograms(left);
}

/** Copies a file without its holes to a new one. */
export async function copySparsely(from: string, to: string): Promise<void> {
  const { error } = await makeSystemCalls([system_calls.copy(from, to)]);
  if (error === '') return;
  rmSync(to, { force: true });
  await runProgramOrThrow(locateProgram('cp'), ['--sparse=always', '--', from, to], SYSTEM);
}

/**
 * Mounts by calls of the kernel: all together take as long as a fifth of one program.
 * @returns what is left to do by programs; undefined = nothing
 */
async function mountByCalls(mount: ImageMount): Promise<ImageMount | undefined> {
  const { image, copied_from, path, overlay } = mount;
  const node = `${path}.loop`;
  let copy = copied_from === undefined ? [] : [system_calls.copy(copied_from, image)];
  const flags = VOLUME_FLAGS.reduce((sum, name) => sum | MOUNT_FLAGS[name], 0);
  for (let draw = 0; draw < DRAWS; draw++) {
    const volume: SystemCall[] = [
      ...copy,
      system_calls.node(node, LOOP, randomInt(MINORS.from, MINORS.to)),
      system_calls.loop(node, image),
      system_calls.mount(node, path, 'ext4', flags, OPTIONS),
    ];
    const calls = overlay
      ? [...volume, system_calls.mount('overlay', overlay.path, 'overlay', 0, overlay.options)]
      : volume;
    const { made: made_count, error } = await makeSystemCalls(calls);
    rmSync(node, { force: true });
    if (error === '') return undefined;
    // After the launcher's end nobody knows what it did: another one must not do it again.
    if (error === 'EPIPE') throw new MachineError('mount of a volume failed: the launcher ended');
    if (made_count >= volume.length) throw new MachineError(`mount of a volume failed: its overlay: ${error}`);
    if (copy.length > 0 && made_count === 0) rmSync(image, { force: true });
    else copy = [];
    if (error !== 'EBUSY') break;
  }
  return copy.length === 0 ? { image, path, overlay } : mount;
}

/** Mounts by programs, which also say what is wrong. One program mounts the image and what lies on it. */
async function mountByPrograms({ image, path, overlay }: ImageMount): Promise<void> {
  const [node, table] = [`${path}.loop`, `${path}.fstab`];
  const mountBehind = (loop: string) => {
    const lines = [
      [image, path, 'ext4', [loop, ...VOLUME_FLAGS, OPTIONS].join(',')],
      ...(overlay ? [['overlay', overlay.path, 'overlay', overlay.options]] : []),
    ];
    writeFileSync(table, lines.map((fields) => `${fields.map(escapeTableField).join(' ')}\n`).join(''));
    return runProgram(locateProgram('mount'), ['-n', '-a', '-T', table], SYSTEM).finally(() => rmSync(table));
  };
  for (let draw = 0; draw < DRAWS; draw++) {
    const device = [node, 'b', String(LOOP), String(randomInt(MINORS.from, MINORS.to))];
    const result = await runProgram(locateProgram('mknod'), ['-m', '600', '--', ...device], SYSTEM);
    if (result.exit_code !== 0) break;
    const drawn = await mountBehind(`loop=${node}`);
    rmSync(node);
    if (drawn.exit_code === 0) return;
    if (drawn.exit_code === PARTLY_MOUNTED) throw createMountError(drawn);
  }
  const first = await mountBehind('loop');
  if (first.exit_code !== 0) throw createMountError(first);
}

/** Exit status of mount(8) with which the volume is there and its overlay is not: another device would not help. */
const PARTLY_MOUNTED = 64;

const createMountError = ({ fault, stderr }: { fault: string; stderr: Buffer }): Error =>
  new MachineError(`mount of a volume failed: ${fault || stderr.toString().trim()}`);

/** Escapes a field of a table of file systems (fstab(5)), in which blanks separate fields. */
const escapeTableField = (field: string): string =>
  field.replace(/[\s\\#]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);
