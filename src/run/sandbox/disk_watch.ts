import { statfs } from 'node:fs/promises';
import { diskUsage } from './disk_usage.js';
import { unlinkedFiles } from './unlinked_files.js';
import { readVolume, type SizedVolume } from './volume_usage.js';

/** Pause between two looks at folders, and at file systems of a bounded size, in milliseconds. A look at the latter costs microseconds. */
const FOLDERS_MS = 250;
const VOLUMES_MS = 10;
/** The only look at the folders of a command that ended before any takes no longer than this: there may be many such commands. */
const FIRST_MS = 500;

/** What of a session's disk use is held against its limit. */
export interface WatchedDisk {
  /** Folders outside of the volumes, whose size is walked. */
  folders: readonly string[];
  /** What the folders held before anything was written. Bytes. */
  before_bytes: number;
  volumes: readonly SizedVolume[];
}

/** The watch over the disk use of one command. */
export interface DiskWatch {
  /** What was taken at the last look; null = not looked at yet, or more than could be measured. */
  readonly bytes: number | null;
  /** The last look is about to come: no further ones begin. */
  stop(): void;
  /** Looks once more, at what the command left. */
  finish(): Promise<void>;
}

/**
 * Watches the disk use of one command. What lies on a file system of a bounded size is asked of that; folders elsewhere are walked, and the
 * files without a name are counted that the command's processes keep. Where a process hides those, the free space of the disk decides.
 *
 * @param processes those of the command; `in_memory`: no control group counts files in memory
 * @param exceed called with what to tell, whenever a look finds more than the limit
 */
export function watchDisk(
  disk: WatchedDisk,
  limit_bytes: number,
  { processes, in_memory }: { processes: () => readonly number[]; in_memory: boolean },
  exceed: (detail: string) => void,
): DiskWatch {
  const { folders, volumes, before_bytes } = disk;
  const free_before = freeBytes(folders);
  let walked = 0;
  let seen = false;
  let deep = false;
  let stopped = false;
  let taken = 0;

  const judge = (full: boolean): void => {
    seen = true;
    const bytes = walked + taken;
    if (bytes > limit_bytes)
      exceed(
        `wrote ${Number.isFinite(bytes) ? `${bytes} bytes to disk` : 'deeper than can be measured'}, the limit is ${limit_bytes}`,
      );
    else if (full) exceed(`filled the disk that it has: ${bytes} bytes, the limit is ${limit_bytes}`);
  };
  const lookAtVolumes = (): void => {
    const read = volumes.map(({ path, empty_bytes }) => ({ ...readVolume(path), empty_bytes }));
    taken = read.reduce((sum, { bytes, empty_bytes }) => sum + bytes - empty_bytes, 0);
    judge(read.some(({ full }) => full));
  };
  // Others may have used it up; but nobody honest hides what is open while so much of the disk goes.
  const judgeHidden = (gone: number): void => {
    if (gone > limit_bytes)
      exceed(
        `a process hides which files it has open, and the disk has ${gone} bytes less than before, the limit is ${limit_bytes}`,
      );
  };
  const lookAtFolders = async (until = Number.POSITIVE_INFINITY): Promise<void> => {
    const sizes = await Promise.all(folders.map((folder) => diskUsage(folder, until)));
    const unlinked = await unlinkedFiles(processes(), in_memory);
    walked = Math.max(0, sizes.reduce((sum, bytes) => sum + bytes, unlinked.bytes) - before_bytes);
    // Of a walk that was cut short it is only known that there is so much at least.
    deep = !Number.isFinite(walked) || performance.now() > until;
    judge(false);
    if (unlinked.hidden) judgeHidden((await free_before) - (await freeBytes(folders)));
  };

  const volumeTimer = volumes.length > 0 ? setInterval(lookAtVolumes, VOLUMES_MS) : undefined;
  let folderTimer: NodeJS.Timeout | undefined;
  let looked = false;
  const next = (pause: number): void => {
    folderTimer = setTimeout(async () => {
      looked = true;
      const begun = performance.now();
      await lookAtFolders();
      // A large tree takes long to walk: never spend more than a tenth of the time on it.
      if (!stopped) next(Math.max(FOLDERS_MS, 10 * (performance.now() - begun)));
    }, pause);
  };
  if (folders.length > 0) next(FOLDERS_MS);

  return {
    get bytes() {
      return seen && !deep ? walked + taken : null;
    },
    stop() {
      stopped = true;
      clearInterval(volumeTimer);
      clearTimeout(folderTimer);
    },
    async finish() {
      if (volumes.length > 0) lookAtVolumes();
      if (folders.length > 0) await lookAtFolders(looked ? undefined : performance.now() + FIRST_MS);
    },
  };
}

/** Free space on the disk of the first folder; 0 = not known. Bytes. */
async function freeBytes([folder]: readonly string[]): Promise<number> {
  const read = folder === undefined ? undefined : await statfs(folder).catch(() => undefined);
  return read === undefined ? 0 : read.bfree * read.bsize;
}
