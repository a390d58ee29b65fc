import { randomInt } from 'node:crypto';
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { DISK_SLACK } from '../sandbox/rlimits.js';
import { readVolume, type SizedVolume } from '../sandbox/volume_usage.js';
import { type Cache, ownedFolder, removeTree, scratch } from './cache.js';
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

/** Nothing of a volume has to survive a crash: no journal, no barriers, and tables are left as the holes that they are. */
const FEATURES = ['-b', '4096', '-I', '256', '-i', '4096', '-m', '0', '-O', '^has_journal,^resize_inode'];
const LAZY = 'lazy_itable_init=1,nodiscard';
const OPTIONS = 'nosuid,nodev,noatime,nobarrier,noinit_itable';

/**
 * Starting a process costs us more than what it does: one shell makes all of it. The first loop device that is free would tell programs how
 * many workspaces there were before theirs; so it is drawn by lot, and named by a node of our own.
 */
const OPEN = `set -e
cp --sparse=always -- "$1" "$2"
mounted=
for minor in $MINORS; do
  mknod -m 600 -- "$3.loop" b 7 "$minor" && mount -n -t ext4 -o "loop=$3.loop,${OPTIONS}" -- "$2" "$3" && mounted=1
  rm -f -- "$3.loop"
  [ -z "$mounted" ] || break
done 2>/dev/null
[ -n "$mounted" ] || mount -n -t ext4 -o "loop,${OPTIONS}" -- "$2" "$3"
rm -- "$2"
[ $# -lt 5 ] || mount -n -t overlay overlay -o "$4" -- "$5"`;
const CLOSE = `[ $# -lt 2 ] || umount -n "$2" || umount -n -l "$2"
rm -rf --one-file-system -- "$1/upper"
umount -n "$1" || umount -n -l "$1"`;

/** An overlay mount whose upper directory and work directory are those of a volume. */
export interface VolumeOverlay {
  /** Where it is mounted. */
  path: string;
  /** Options of the mount. */
  options: string;
}

/**
 * Opens a volume for as many bytes: at that many a watch ends the command, and a little above the kernel refuses to write. It has the
 * folders `upper` and `work`, which belong to the owner of workspaces.
 *
 * @param path is made; the volume is mounted there. Its folder is ours alone
 * @param overlay is mounted over it, and ends with it
 * @throws when this machine cannot do that
 */
export async function openVolume(path: string, bytes: number, overlay?: VolumeOverlay): Promise<Volume> {
  mkdirSync(path);
  const image = join(dirname(path), 'volume.img');
  const template = await templateOf(bytes, dirname(path));
  // Before the volume goes what lies on it, so that nothing of it is written out any more.
  const dispose = async () => void (await shell(CLOSE, [path, ...(overlay ? [overlay.path] : [])], false));
  try {
    await shell(OPEN, [template, image, path, ...(overlay ? [overlay.options, overlay.path] : [])]);
    const { bytes: empty_bytes } = readVolume(path);
    return { path, empty_bytes, makeRoom: () => rmSync(join(path, 'spare'), { force: true }), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Loop devices are drawn from these; the first ones are what others take. */
const MINORS = { from: 8, to: 264 };
const DRAWS = 4;

const shell = (script: string, args: readonly string[], reject = true) => {
  const minors = Array.from({ length: DRAWS }, () => randomInt(MINORS.from, MINORS.to));
  return execa('/bin/sh', ['-c', script, 'sh', ...args], { reject, env: { MINORS: minors.join(' ') } });
};

const templates = new Map<number, Promise<string>>();

/** An empty volume of a size, as a file without a name that this process has open: copying it is faster than making one. */
function templateOf(bytes: number, folder: string): Promise<string> {
  const known = templates.get(bytes) ?? makeTemplate(bytes, folder);
  templates.set(bytes, known);
  known.catch(() => templates.delete(bytes));
  return known;
}

async function makeTemplate(bytes: number, folder: string): Promise<string> {
  const size = Math.ceil(((bytes + DISK_SLACK + SPARE + RESERVED) * (1 + 2 * TABLES)) / MiB) * MiB;
  const [image, mounted] = [join(folder, 'template.img'), join(folder, 'template')];
  const file = openSync(image, 'wx+', 0o600);
  try {
    ftruncateSync(file, size);
    mkdirSync(mounted);
    await execa('mkfs.ext4', ['-q', ...FEATURES, '-E', LAZY, image]);
    await execa('mount', ['-n', '-t', 'ext4', '-o', `loop,${OPTIONS}`, image, mounted]);
    try {
      await execa('fallocate', ['--length', String(SPARE), join(mounted, 'spare')]);
      for (const name of ['upper', 'work']) ownedFolder(join(mounted, name));
    } finally {
      await unmount(mounted);
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

/** Unmounts a path; where something still holds it, as soon as that lets go. */
export async function unmount(path: string): Promise<void> {
  const { failed } = await execa('umount', ['-n', path], { reject: false });
  if (failed) await execa('umount', ['-n', '-l', path], { reject: false });
}

let known: Promise<boolean> | undefined;

/** Tells whether volumes work here, found by making one; once per process. Only root can. */
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
