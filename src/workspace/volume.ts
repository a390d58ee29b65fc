import { randomInt } from 'node:crypto';
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DISK_SLACK_BYTES } from '../sandbox/build_rlimit_prefix.js';
import { readVolumeUsage, type SizedVolume } from '../sandbox/disk/sized_volume.js';
import { locateProgram, SYSTEM_PATH } from '../system/find_program.js';
import { rememberPromise } from '../system/remember_promise.js';
import { runProgram, runProgramOrThrow } from '../system/run_program.js';
import { createOwnedFolder, createScratchFolder, removeTree, type WorkspaceCache } from './cache/workspace_cache.js';
import { flushAndUnmount, unmountPath } from './flush_and_unmount.js';
import { isRoot } from './workspace_owner.js';

/**
 * File system of bounded size for files that commands write; it cannot take more of the machine's disk. It lies in an
 * unlinked sparse file behind a loop device, so the kernel frees it on unmount, even after a crash.
 */
export interface Volume extends SizedVolume {
  /**
   * Mounts an overlay whose upper and work directories lie on the volume; it is unmounted with it.
   * @throws if this machine cannot do that
   */
  mountOverlay(overlay: VolumeOverlay): Promise<void>;
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
 * @throws if this machine cannot do that
 */
export async function openVolume(path: string, bytes: number): Promise<Volume> {
  mkdirSync(path);
  const image = join(dirname(path), 'volume.img');
  const template = await getTemplate(bytes, dirname(path));
  let overlay_path: string | undefined;
  let released_bytes = 0;
  const removeContents = async () => {
    const upper = join(path, 'upper');
    if (readVolumeUsage(path).bytes - volume.empty_bytes + released_bytes < SMALL) return removeTree(upper);
    await runProgram(locateProgram('rm'), ['-rf', '--one-file-system', '--', upper], SYSTEM);
  };
  const volume = {
    path,
    empty_bytes: Number.NaN, // until it is mounted
    async mountOverlay(overlay: VolumeOverlay) {
      const options = ['-n', '-t', 'overlay', 'overlay', '-o', overlay.options, '--', overlay.path];
      await runProgramOrThrow(locateProgram('mount'), options, SYSTEM);
      overlay_path = overlay.path;
      volume.empty_bytes = readVolumeUsage(path).bytes;
    },
    releaseSpareSpace() {
      rmSync(join(path, 'spare'), { force: true });
      released_bytes = SPARE;
    },
    async dispose() {
      if (overlay_path !== undefined) await unmountPath(overlay_path);
      // Before the volume goes what lies on it, so that nothing of it is written out any more. Without that it is slower.
      await removeContents().catch(() => undefined);
      await unmountPath(path);
    },
  };
  try {
    await runProgramOrThrow(locateProgram('cp'), ['--sparse=always', '--', template, image], SYSTEM);
    await mountImage(image, path).finally(() => rmSync(image));
    volume.empty_bytes = readVolumeUsage(path).bytes;
    return volume;
  } catch (error) {
    await volume.dispose();
    throw error;
  }
}

/** Bytes on a volume up to which this process removes them itself; above, a program does it faster. */
const SMALL = MiB;

/** Range of loop devices to draw from; other programs take the first ones. */
const MINORS = { from: 8, to: 264 };
const DRAWS = 4;
/** Major number of loop devices. */
const LOOP = '7';

/**
 * Mounts an image behind a loop device that is drawn at random and addressed by a private device node: the first free
 * one would reveal how many workspaces there were before. Takes the first free one only if every drawn one is taken.
 */
async function mountImage(image: string, path: string): Promise<void> {
  const node = `${path}.loop`;
  const mountBehind = (loop: string) =>
    runProgram(locateProgram('mount'), ['-n', '-t', 'ext4', '-o', `${loop},${OPTIONS}`, '--', image, path], SYSTEM);
  for (let draw = 0; draw < DRAWS; draw++) {
    const minor = String(randomInt(MINORS.from, MINORS.to));
    const made = await runProgram(locateProgram('mknod'), ['-m', '600', '--', node, 'b', LOOP, minor], SYSTEM);
    if (made.exit_code !== 0) break;
    const { exit_code } = await mountBehind(`loop=${node}`);
    rmSync(node);
    if (exit_code === 0) return;
  }
  const { exit_code, fault, stderr } = await mountBehind('loop');
  if (exit_code !== 0) throw new Error(`mount of a volume failed: ${fault || stderr.toString().trim()}`);
}

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
    await runProgramOrThrow(locateProgram('mount'), ['-n', '-t', 'ext4', '-o', `loop,${OPTIONS}`, image, mounted]);
    try {
      await runProgramOrThrow(locateProgram('fallocate'), ['--length', String(SPARE), join(mounted, 'spare')]);
      for (const name of ['upper', 'work']) createOwnedFolder(join(mounted, name));
      await flushAndUnmount(mounted);
    } catch (error) {
      await unmountPath(mounted);
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

/** Finds out once per process if volumes work here, by creating one. Only root can. */
export const canMakeVolumes: (cache: WorkspaceCache) => Promise<boolean> = rememberPromise((cache) =>
  isRoot ? tryVolume(cache) : Promise.resolve(false),
);

async function tryVolume(cache: WorkspaceCache): Promise<boolean> {
  const folder = createScratchFolder(cache);
  try {
    const volume = await openVolume(join(folder, 'volume'), MiB);
    await volume.dispose();
    return true;
  } catch {
    return false; // no loop devices, no ext4, no mkfs: what is written is watched instead
  } finally {
    await removeTree(folder);
  }
}
