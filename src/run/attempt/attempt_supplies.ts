import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { createPatchCache, type PatchCache } from '../../workspace/patch/apply_patch.js';
import { awaitWorkspaceRemovals, createWorkspacePool, type WorkspacePool } from '../../workspace/workspace.js';

/** Supplies that attempts of one run share, to wait less for the harness. Records do not depend on them. */
export interface AttemptSupplies {
  /** Returns the workspaces that are opened ahead for attempts at a contract. */
  getWorkspaces(loaded: LoadedContract): WorkspacePool;
  patches: PatchCache;
  /** Most workspaces that may still be on their way out when an attempt ends. */
  pending_removals: number;
  /** Removes what is left of all attempts. */
  close(): Promise<void>;
}

/**
 * Creates the supplies of a run.
 *
 * @param contracts contract of each attempt to come
 * @param width number of attempts side by side
 */
export function createAttemptSupplies(
  cache: WorkspaceCache,
  contracts: readonly LoadedContract[],
  width: number,
): AttemptSupplies {
  const shared = { count: 0, most: width };
  const pools = new Map<LoadedContract, WorkspacePool>();
  const patches = createPatchCache(cache);
  return {
    getWorkspaces(loaded) {
      const pool = pools.get(loaded) ?? createWorkspacePool(contracts.filter((one) => one === loaded).length, shared);
      pools.set(loaded, pool);
      return pool;
    },
    patches,
    pending_removals: 2 * width,
    async close() {
      for (const pool of pools.values()) await pool.close();
      await patches.close();
      await awaitWorkspaceRemovals();
    },
  };
}
