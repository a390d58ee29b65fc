import { randomInt } from 'node:crypto';
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DISK_SLACK_BYTES } from '../sandbox/build_rlimit_prefix.js';
import { readVolumeUsage, type SizedVolume } from '../sandbox/disk/sized_volume.js';
import { locateProgram, SYSTEM_PATH } from '../system/find_program.js';
import { rememberPromise } from '../system/remember_promise.js';
import { runProgram, runProgramOrThrow } from '../system/run_program.js';
import { createOwnedFolder, createScratchFolder, removeTree, type WorkspaceCache } from './cache/workspace_cache.js';
import { flushAndUnmount, unmountPaths } from './flush_and_unmount.js';
import { isRoot } from './workspace_owner.js';

/**
 * File system of bounded size for files that commands write; it cannot take more of the machine's disk. It lies in an
 * unlinked sparse file behind a loop device, so the kernel frees it on unmount, even after a crash.
 */
export interface Volume extends SizedVolume {
  /** Frees the reserved space for the harness, after commands may have filled the rest. */
  releaseSpareSpace(): void;
  /** Unmounts the volume. Its contents are lost. */
  dispose(): Promise<void>;
}

const MiB = 2 ** 20;
/** Space reserved for the harness after commands have filled the rest. Takes none of the machine's disk. */
const SPARE = 64 * MiB;
/** Space that ext4 itself reserves. */
const RESERVED = 16 * MiB;
/** Share that tables of inodes take: 256 bytes for every 4096. */
const TABLES = 256 / 4096;

/**
 * Nothing of a volume has to survive a crash: no journal, no barriers, and tables are left as the holes that they are.
 */
const FEATURES = ['-b', '4096', '-I', '256', '-i', '4096', '-m', '0', '-O', '^has_journal,^resize_inode'];
const LAZY = 'lazy_itable_init=1,nodiscard';
const OPTIONS = 'nosuid,nodev,noatime,nobarrier,noinit_itable';

/** Overlay mount whose upper and work directories lie on a volume. */
interface VolumeOverlay {
  /** Mount point. */
  path: string;
  /** Options of the mount. */
  options: string;
}

/**
 * Opens a volume of the given size, with folders `upper` and `work` for the owner of workspaces. At that size a watcher
 * ends the command; slightly above it the kernel refuses writes.
 *
 * @param path mount point, which is created. Its folder must belong to the harness
 * @param overlay mounted and unmounted together with the volume
 * @throws if this machine cannot do that
 */
export async function openVolume(path: string, bytes: number, overlay?: VolumeOverlay): Promise<Volume> {
  mkdirSync(path);
  const image = join(dirname(path), 'volume.img');
  const template = await getTemplate(bytes, dirname(path));
  let empty_bytes = Number.NaN; // until it is mounted
  let released_bytes = 0;
  const mounts = [...(overlay ? [overlay.path] : []), path];
  const dispose = async () => {
    if (readVolumeUsage(path).bytes - empty_bytes + released_bytes < SMALL) return unmountPaths(mounts);
    await unmountPaths(mounts.slice(0, -1));
    // Before the volume goes what lies on it, so that nothing of it is written out any more. Without that it is slower.
    await runProgram(locateProgram('rm'), ['-rf', '--one-file-system', '--', join(path, 'upper')], SYSTEM);
    await unmountPaths([path]);
  };
  try {
    await copyTemplate(template, image);
    await mountImage(image, path, overlay).finally(() => rmSync(image));
    empty_bytes = readVolumeUsage(path).bytes;
    const releaseSpareSpace = () => {
      rmSync(join(path, 'spare'), { force: true });
      released_bytes = SPARE;
    };
    return { path, empty_bytes, releaseSpareSpace, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

const copyTemplate = (template: string, image: string) =>
  runProgramOrThrow(locateProgram('cp'), ['--sparse=always', '--', template, image], SYSTEM);

/** Bytes on a volume up to which they are written out: that takes less time than removing them. */
const SMALL = MiB;

/** Range of loop devices to draw from; other programs take the first ones. */
const MINORS = { from: 8, to: 264 };
const DRAWS = 8;
/** Major number of loop devices. */
const LOOP = '7';

/**
 * Mounts an image behind a loop device that is drawn at random and addressed by a private device node: the first free
 * one would reveal how many workspaces there were before. Takes the first free one only if every drawn one is taken.
 * One program mounts the image and what lies on it.
 */
async function mountImage(image: string, path: string, overlay: VolumeOverlay | undefined): Promise<void> {
  const [node, table] = [`${path}.loop`, `${path}.fstab`];
  const mountBehind = (loop: string) => {
    const lines = [
      [image, path, 'ext4', `${loop},${OPTIONS}`],
      ...(overlay ? [['overlay', overlay.path, 'overlay', overlay.options]] : []),
    ];
    writeFileSync(table, lines.map((fields) => `${fields.map(escapeTableField).join(' ')}\n`).join(''));
    return runProgram(locateProgram('mount'), ['-n', '-a', '-T', table], SYSTEM).finally(() => rmSync(table));
  };
  for (let draw = 0; draw < DRAWS; draw++) {
    const minor = String(randomInt(MINORS.from, MINORS.to));
    const made = await runProgram(locateProgram('mknod'), ['-m', '600', '--', node, 'b', LOOP, minor], SYSTEM);
    if (made.exit_code !== 0) break;
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
  new Error(`mount of a volume failed: ${fault || stderr.toString().trim()}`);

/** Escapes a field of a table of file systems (fstab(5)), in which blanks separate fields. */
const escapeTableField = (field: string): string =>
  field.replace(/[\s\\#]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);

const SYSTEM = { env: { PATH: SYSTEM_PATH } };

const templates = new Map<number, Promise<string>>();

/**
 * Returns an empty volume of a size as an unlinked file that this process keeps open. Copying it is faster than
 * creating one.
 */
function getTemplate(bytes: number, folder: string): Promise<string> {
  const known = templates.get(bytes) ?? makeTemplate(bytes, folder);
  templates.set(bytes, known);
  known.catch(() => templates.delete(bytes));
  return known;
}

async function makeTemplate(bytes: number, folder: string): Promise<string> {
  const size = Math.ceil(((bytes + DISK_SLACK_BYTES + SPARE + RESERVED) * (1 + 2 * TABLES)) / MiB) * MiB;
  const [image, mounted] = [join(folder, 'template.img'), join(folder, 'template')];
  const file = openSync(image, 'wx+', 0o600);
  try {
    ftruncateSync(file, size);
    mkdirSync(mounted);
    await runProgramOrThrow(locateProgram('mkfs.ext4'), ['-q', ...FEATURES, '-E', LAZY, image], SYSTEM);
    await mountImage(image, mounted, undefined);
    try {
      await runProgramOrThrow(locateProgram('fallocate'), ['--length', String(SPARE), join(mounted, 'spare')]);
      for (const name of ['upper', 'work']) createOwnedFolder(join(mounted, name));
      await flushAndUnmount(mounted);
    } catch (error) {
      await unmountPaths([mounted]);
      throw error;
    }
    return `/proc/${process.pid}/fd/${file}`;
  } catch (error) {
    closeSync(file);
    throw error;
  } finally {
    rmSync(image, { force: true });
    rmSync(mounted, { recursive: true, force: true });
  }
}

/**
 * Finds out once per process if volumes work here, by creating the one that others are copies of, and a copy: it is
 * mounted and unmounted as they are. Only root can.
 *
 * @param bytes size of volumes that will be needed: the first of them is then there sooner
 */
export const canMakeVolumes: (cache: WorkspaceCache, bytes?: number) => Promise<boolean> = rememberPromise(
  (cache, bytes = MiB) => (isRoot ? tryVolume(cache, bytes) : Promise.resolve(false)),
);

async function tryVolume(cache: WorkspaceCache, bytes: number): Promise<boolean> {
  const folder = createScratchFolder(cache);
  try {
    await copyTemplate(await getTemplate(bytes, folder), join(folder, 'volume.img'));
    return true;
  } catch {
    return false; // no loop devices, no ext4, no mkfs: what is written is watched instead
  } finally {
    await removeTree(folder);
  }
}
