import { statfs } from 'node:fs/promises';
import type { DiskScope } from '../sandbox_backend.js';
import { measureDiskUsage, readVolumeUsage } from './measure_disk_usage.js';
import { measureUnlinkedFiles } from './measure_unlinked_files.js';

/**
 * Pause between two looks at folders, and at file systems of a bounded size, in milliseconds. A look at the latter
 * costs microseconds.
 */
const FOLDERS_MS = 250;
const VOLUMES_MS = 10;
/** Longest pause between two looks at folders, in milliseconds, however long the last one took. */
const LONGEST_PAUSE_MS = 2000;
/**
 * The only look at the folders of a command that ended before any takes no longer than this: there may be many such
 * commands.
 */
const FIRST_MS = 500;

/** Watcher of one command's disk usage. */
interface DiskWatcher {
  /** Usage at the last poll, in bytes; null = not polled yet, or too deep to measure. */
  readonly bytes: number | null;
  /** The last look is about to come: no further ones begin. */
  stop(): void;
  /** Polls once more, after the command has ended. */
  finish(): Promise<void>;
}

/**
 * Watches the disk usage of one command. Volumes report their own usage. Folders elsewhere are walked, and unlinked
 * files that the command's processes keep open are added. If a process hides its open files, the free space of the disk
 * decides.
 *
 * @param processes pids of the command; `in_memory`: files in memory count too, since no control group counts them
 * @param exceed called with a description whenever usage exceeds the limit
 */
export function watchDisk(
  disk: DiskScope,
  limit_bytes: number,
  { processes, in_memory }: { processes: () => readonly number[]; in_memory: boolean },
  exceed: (detail: string) => void,
): DiskWatcher {
  const { folders, volumes, before_bytes } = disk;
  const free_before = readFreeBytes(folders);
  let walked = 0;
  let is_measured = false;
  let deep = false;
  let stopped = false;
  let unlinked_bytes = 0;

  const judge = (full: boolean): void => {
    is_measured = true;
    const bytes = walked + unlinked_bytes;
    const wrote = Number.isFinite(bytes) ? `${bytes} bytes to disk` : 'deeper than can be measured';
    if (bytes > limit_bytes) exceed(`wrote ${wrote}, the limit is ${limit_bytes}`);
    else if (full) exceed(`filled the disk that it has: ${bytes} bytes, the limit is ${limit_bytes}`);
  };
  const lookAtVolumes = (): void => {
    const read = volumes.map(({ path, empty_bytes }) => ({ ...readVolumeUsage(path), empty_bytes }));
    unlinked_bytes = read.reduce((sum, { bytes, empty_bytes }) => sum + bytes - empty_bytes, 0);
    judge(read.some(({ full }) => full));
  };
  // Other programs may have used the space; but an honest program does not hide its open files meanwhile.
  const judgeHidden = (lost_bytes: number): void => {
    if (lost_bytes <= limit_bytes) return;
    const loss = `the disk has ${lost_bytes} bytes less than before, the limit is ${limit_bytes}`;
    exceed(`a process hides which files it has open, and ${loss}`);
  };
  const lookAtFolders = async (until = Number.POSITIVE_INFINITY): Promise<void> => {
    const sizes = await Promise.all(
      folders.map((folder) => measureDiskUsage(folder, { until, enough_bytes: before_bytes + limit_bytes })),
    );
    const unlinked = await measureUnlinkedFiles(processes(), in_memory);
    walked = Math.max(0, sizes.reduce((sum, bytes) => sum + bytes, unlinked.bytes) - before_bytes);
    // Of a walk that was cut short it is only known that there is so much at least.
    deep = !Number.isFinite(walked) || performance.now() > until;
    judge(false);
    if (unlinked.hidden) judgeHidden((await free_before) - (await readFreeBytes(folders)));
  };

  const volumeTimer = volumes.length > 0 ? setInterval(lookAtVolumes, VOLUMES_MS) : undefined;
  let folderTimer: NodeJS.Timeout | undefined;
  let looked = false;
  const next = (pause: number): void => {
    folderTimer = setTimeout(async () => {
      looked = true;
      const begun = performance.now();
      await lookAtFolders();
      // A large tree takes long to walk: spend no more than a tenth of the time on it, up to the longest pause.
      if (!stopped) next(Math.max(FOLDERS_MS, Math.min(LONGEST_PAUSE_MS, 10 * (performance.now() - begun))));
    }, pause);
  };
  if (folders.length > 0) next(FOLDERS_MS);

  return {
    get bytes() {
      return is_measured && !deep ? walked + unlinked_bytes : null;
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

/** Reads the free space of the disk that holds the first folder, in bytes; 0 = unknown. */
async function readFreeBytes([folder]: readonly string[]): Promise<number> {
  const read = folder === undefined ? undefined : await statfs(folder).catch(() => undefined);
  return read === undefined ? 0 : read.bfree * read.bsize;
}
