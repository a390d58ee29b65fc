import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { createPatchCache, type PatchCache } from '../../workspace/patch/create_patch_cache.js';
import { createVolumePool, type VolumePool } from '../../workspace/volume_pool.js';
import { awaitWorkspaceRemovals } from '../../workspace/workspace.js';

/** What attempts of one run share so that they wait less for the harness. Records do not depend on it. */
export interface AttemptSupplies {
  volumes: VolumePool;
  patches: PatchCache;
  /** Most workspaces that may still be on their way out when an attempt ends. */
  pending_removals: number;
  /** Removes what is left of all attempts. */
  close(): Promise<void>;
}

/**
 * Creates the supplies of a run.
 *
 * @param attempts number of attempts to come
 * @param width number of attempts side by side
 */
export function createAttemptSupplies(cache: WorkspaceCache, attempts: number, width: number): AttemptSupplies {
  const volumes = createVolumePool(attempts, width);
  const patches = createPatchCache(cache);
  return {
    volumes,
    patches,
    pending_removals: 2 * width,
    async close() {
      await volumes.close();
      await patches.close();
      await awaitWorkspaceRemovals();
    },
  };
}
