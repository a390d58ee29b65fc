import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DISK_SLACK_BYTES } from '../sandbox/build_rlimit_prefix.js';
import { readVolumeUsage } from '../sandbox/disk/measure_disk_usage.js';
import type { SizedVolume } from '../sandbox/sandbox_backend.js';
import { locateProgram, SYSTEM_PATH } from '../system/find_program.js';
import { makeSystemCalls, system_calls } from '../system/launcher/make_system_calls.js';
import { runProgram, runProgramOrThrow } from '../system/launcher/run_program.js';
import { rememberPromise } from '../system/remember_promise.js';
import { createOwnedFolder, createScratchFolder, removeTree, type WorkspaceCache } from './cache/workspace_cache.js';
import { flushAndUnmount, unmountPaths } from './flush_and_unmount.js';
import { copySparsely, mountImage, type VolumeOverlay } from './mount_image.js';
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

/** Nothing of a volume has to survive a crash: no journal, and tables are left as the holes that they are. */
const FEATURES = ['-b', '4096', '-I', '256', '-i', '4096', '-m', '0', '-O', '^has_journal,^resize_inode'];
const LAZY = 'lazy_itable_init=1,nodiscard';

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
    await unmountPaths(mounts.slice(0, -1), true);
    // Before the volume goes what lies on it, so that nothing of it is written out any more. Without that it is slower.
    await runProgram(locateProgram('rm'), ['-rf', '--one-file-system', '--', join(path, 'upper')], SYSTEM);
    await unmountPaths([path], true);
  };
  try {
    await mountImage({ image, copied_from: template, path, overlay }).finally(() => rmSync(image, { force: true }));
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

/** Bytes on a volume up to which they are written out: that takes less time than removing them. */
const SMALL = MiB;

const SYSTEM = { env: { PATH: SYSTEM_PATH } };

const templates = new Map<number, Promise<string>>();

/**
 * Returns an empty volume of a size as an unlinked file that this process keeps open. Copying it is faster than
 * creating one.
 */
function getTemplate(bytes: number, folder: string): Promise<string> {
  const template = templates.get(bytes) ?? makeTemplate(bytes, folder);
  templates.set(bytes, template);
  template.catch(() => templates.delete(bytes));
  return template;
}

async function makeTemplate(bytes: number, folder: string): Promise<string> {
  const size = Math.ceil(((bytes + DISK_SLACK_BYTES + SPARE + RESERVED) * (1 + 2 * TABLES)) / MiB) * MiB;
  const [image, mounted] = [join(folder, 'template.img'), join(folder, 'template')];
  const file = openSync(image, 'wx+', 0o600);
  try {
    ftruncateSync(file, size);
    mkdirSync(mounted);
    await runProgramOrThrow(locateProgram('mkfs.ext4'), ['-q', ...FEATURES, '-E', LAZY, image], SYSTEM);
    await mountImage({ image, path: mounted });
    try {
      await reserveSpace(join(mounted, 'spare'), SPARE);
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

async function reserveSpace(path: string, bytes: number): Promise<void> {
  const { error } = await makeSystemCalls([system_calls.reserve(path, bytes)]);
  if (error === '') return;
  rmSync(path, { force: true });
  await runProgramOrThrow(locateProgram('fallocate'), ['--length', String(bytes), path]);
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
    await copySparsely(await getTemplate(bytes, folder), join(folder, 'volume.img'));
    return true;
  } catch {
    return false; // no loop devices, no ext4, no mkfs: what is written is watched instead
  } finally {
    await removeTree(folder);
  }
}
