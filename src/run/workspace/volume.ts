import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { DISK_SLACK } from '../sandbox/rlimits.js';
import { readVolume, type SizedVolume } from '../sandbox/volume_usage.js';
import { type Cache, removeTree, scratch } from './cache.js';
import { asRoot } from './owner.js';

/**
 * A file system of a bounded size, for what commands write: whatever they do there, it takes no more of the machine's disk. It lies in a
 * sparse file without a name behind a loop device, so the kernel takes all of it back when it is unmounted, also after our death.
 */
export interface Volume extends SizedVolume {
  /** Gives up the space that was kept back for us, where commands may have left none. */
  makeRoom(): void;
  /** Unmounts it. What lies on it is gone. */
  dispose(): Promise<void>;
}

const MiB = 2 ** 20;
/** Kept back for what we write ourselves after commands have filled the rest. Takes nothing of the machine's disk. */
const SPARE = 64 * MiB;
/** What ext4 keeps back itself. */
const RESERVED = 16 * MiB;
/** Share that tables of inodes take: 256 bytes for every 4096. */
const TABLES = 256 / 4096;

/**
 * Opens a volume for as many bytes: at that many a watch ends the command, and a little above the kernel refuses to write.
 *
 * @param path is made; the volume is mounted there
 * @throws when this machine cannot do that
 */
export async function openVolume(path: string, bytes: number): Promise<Volume> {
  mkdirSync(path);
  const image = join(dirname(path), 'volume.img');
  const size = Math.ceil(((bytes + DISK_SLACK + SPARE + RESERVED) * (1 + 2 * TABLES)) / MiB) * MiB;
  const spare = join(path, 'spare');
  try {
    await execa('truncate', ['--size', String(size), image]);
    // Nothing of it has to survive a crash: no journal, and tables are left as the holes that they are.
    await execa('mkfs.ext4', [
      ...['-q', '-b', '4096', '-I', '256', '-i', '4096', '-m', '0', '-O', '^has_journal,^resize_inode'],
      ...['-E', 'lazy_itable_init=1,nodiscard', image],
    ]);
    const options = 'loop,nosuid,nodev,noatime,nobarrier,noinit_itable';
    await execa('mount', ['-n', '-t', 'ext4', '-o', options, image, path]);
  } finally {
    rmSync(image, { force: true });
  }
  const dispose = () => unmount(path);
  try {
    await execa('fallocate', ['--length', String(SPARE), spare]);
    const { bytes: empty_bytes } = readVolume(path);
    return { path, empty_bytes, makeRoom: () => rmSync(spare, { force: true }), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Unmounts a path; where something still holds it, as soon as that lets go. */
export async function unmount(path: string): Promise<void> {
  const { failed } = await execa('umount', ['-n', path], { reject: false });
  if (failed) await execa('umount', ['-n', '-l', path], { reject: false });
}

let known: Promise<boolean> | undefined;

/** Whether volumes work here, found by making one; once per process. Only root can. */
export function canMakeVolumes(cache: Cache): Promise<boolean> {
  known ??= asRoot ? tryVolume(cache) : Promise.resolve(false);
  return known;
}

async function tryVolume(cache: Cache): Promise<boolean> {
  const room = scratch(cache);
  try {
    const volume = await openVolume(join(room, 'volume'), MiB);
    await volume.dispose();
    return true;
  } catch {
    return false; // no loop devices, no ext4, no mkfs: what is written is watched instead
  } finally {
    await removeTree(room);
  }
}
