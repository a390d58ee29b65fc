import { join } from 'node:path';
import { createScratchFolder, removeTree, type WorkspaceCache } from './cache/workspace_cache.js';
import { openVolume, type Volume } from './volume.js';

/** Scratch folder of one workspace with its volume, mounted in it as `volume`. */
interface VolumeFolder {
  folder: string;
  volume: Volume;
}

/** Volumes for workspaces of a run. The next ones are mounted while the tests of those before run. */
export interface VolumePool {
  /**
   * Returns an empty volume in a fresh folder; both belong to the caller.
   * @throws if this machine cannot mount one
   */
  take(cache: WorkspaceCache, bytes: number): Promise<VolumeFolder>;
  /** Begins to mount what will be taken next. Call when commands run: until then it would hold up the attempt. */
  refill(): void;
  /** Removes volumes that nobody took. */
  close(): Promise<void>;
}

/**
 * Creates a pool that mounts a volume ahead for as many workspaces as are expected.
 *
 * @param expected workspaces that will be taken at least
 * @param width most volumes that wait to be taken
 */
export function createVolumePool(expected: number, width: number): VolumePool {
  const sizes = new Map<string, { waiting: Promise<VolumeFolder>[]; open(): Promise<VolumeFolder> }>();
  let last: string | undefined;
  let taken = 0;
  let closed = false;
  return {
    async take(cache, bytes) {
      last = `${cache.scratch}\0${bytes}`;
      const { waiting, open } = sizes.get(last) ?? { waiting: [], open: () => openVolumeFolder(cache, bytes) };
      sizes.set(last, { waiting, open });
      taken++;
      // What could not be mounted ahead is tried again, so that the error reaches who needs it.
      return (await waiting.shift()?.catch(() => undefined)) ?? open();
    },
    refill() {
      const size = sizes.get(last ?? '');
      while (size && !closed && size.waiting.length < Math.min(width, expected - taken)) {
        const next = size.open();
        next.catch(() => undefined); // `take` tries again
        size.waiting.push(next);
      }
    },
    async close() {
      closed = true;
      const left = [...sizes.values()].flatMap(({ waiting }) => waiting.splice(0));
      for (const one of await Promise.allSettled(left))
        if (one.status === 'fulfilled') await removeVolumeFolder(one.value);
    },
  };
}

/**
 * Opens a volume in a fresh scratch folder.
 * @throws if this machine cannot mount one
 */
export async function openVolumeFolder(cache: WorkspaceCache, bytes: number): Promise<VolumeFolder> {
  const folder = createScratchFolder(cache);
  try {
    return { folder, volume: await openVolume(join(folder, 'volume'), bytes) };
  } catch (error) {
    await removeTree(folder);
    throw error;
  }
}

async function removeVolumeFolder({ folder, volume }: VolumeFolder): Promise<void> {
  await volume.dispose();
  await removeTree(folder);
}
