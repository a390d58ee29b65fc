import { createHash } from 'node:crypto';
import type { WorkspaceCache } from '../cache/workspace_cache.js';
import type { Layer } from '../layer.js';
import { applyPatch, type PatchApplication } from './apply_patch.js';

/** Patches that were applied to layers, so that trials of one patch apply it once. */
export interface PatchCache {
  /** Applies a patch as `applyPatch` does. The caller releases what it applied. */
  apply(patch: Uint8Array, layer: Layer): Promise<PatchApplication>;
  /** Deletes the objects of all patches that nobody uses any more. */
  close(): Promise<void>;
}

/** Application that is kept, with the number of its users. */
interface KeptApplication {
  application: Promise<PatchApplication>;
  users: number;
  kept: boolean;
}

/** Most patches that are kept, and the size above which one is not: its objects take that much of the disk and more. */
const MAX_KEPT = 8;
const MAX_BYTES = 2 ** 20;

/** Creates an empty cache. Whatever the patch is, the same bytes on the same layer give the same application. */
export function createPatchCache(cache: WorkspaceCache): PatchCache {
  const kept = new Map<Layer, Map<string, KeptApplication>>();
  let closed = false;
  const count = () => [...kept.values()].reduce((sum, { size }) => sum + size, 0);

  async function releaseUnused(entry: KeptApplication): Promise<void> {
    if (entry.kept || entry.users > 0) return;
    const application = await entry.application.catch(() => undefined);
    if (application?.outcome === 'applied') await application.applied.release();
  }

  function dropOldest(): Promise<void> {
    for (const [layer, patches] of kept)
      for (const [digest, entry] of patches) {
        patches.delete(digest);
        if (patches.size === 0) kept.delete(layer);
        entry.kept = false;
        return releaseUnused(entry);
      }
    return Promise.resolve();
  }

  function forget(entry: KeptApplication, patches: Map<string, KeptApplication>, digest: string): void {
    entry.kept = false;
    if (patches.get(digest) === entry) patches.delete(digest);
  }

  return {
    async apply(patch, layer) {
      if (closed || patch.length > MAX_BYTES) return applyPatch(patch, layer, cache);
      const patches = kept.get(layer) ?? new Map<string, KeptApplication>();
      kept.set(layer, patches);
      const digest = createHash('sha256').update(patch).digest('hex');
      const entry = patches.get(digest) ?? { application: applyPatch(patch, layer, cache), users: 0, kept: true };
      patches.set(digest, entry);
      entry.users++;
      if (count() > MAX_KEPT) await dropOldest();
      const leave = () => {
        entry.users--;
        return releaseUnused(entry);
      };
      try {
        const application = await entry.application;
        if (application.outcome === 'error') forget(entry, patches, digest); // a fault of the machine may pass
        if (application.outcome === 'applied')
          return { ...application, applied: { ...application.applied, release: leave } };
        await leave();
        return application;
      } catch (error) {
        forget(entry, patches, digest);
        throw error;
      }
    },
    async close() {
      closed = true;
      while (count() > 0) await dropOldest();
    },
  };
}
