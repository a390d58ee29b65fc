import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { getOwnerTag } from '../../system/get_owner_tag.js';
import { type CacheEntry, type CacheUses, readCacheUses, runWhileUnused } from './cache_uses.js';
import { removeMountedTree } from './workspace_cache.js';

/** Limits of a cache: entries unused for longer are removed, then the least recently used until the size fits. */
export interface PruneOptions {
  older_than_ms?: number | undefined;
  keep_bytes?: number | undefined;
}

/** Outcome for one selected entry. */
export type PruneResult = CacheEntry & { outcome: 'removed' | 'in-use' | 'failed'; reason?: string };

/**
 * Selects the entries to remove. Never selects entries in use, though their size counts.
 * @param entries the least recently used first
 */
export function selectPrunableEntries(
  entries: readonly CacheEntry[],
  { older_than_ms, keep_bytes }: PruneOptions,
  uses: CacheUses,
  now: number,
): CacheEntry[] {
  const free = entries.filter((entry) => !isCacheEntryInUse(entry, uses));
  const chosen = new Set(free.filter(({ used_ms }) => older_than_ms !== undefined && now - used_ms >= older_than_ms));
  let kept_bytes = entries.reduce((sum, entry) => (chosen.has(entry) ? sum : sum + entry.bytes), 0);
  for (const entry of free) {
    if (keep_bytes === undefined || kept_bytes <= keep_bytes) break;
    if (chosen.has(entry)) continue;
    chosen.add(entry);
    kept_bytes -= entry.bytes;
  }
  return free.filter((entry) => chosen.has(entry));
}

/**
 * Returns true if an entry is in use. A process uses layers one by one, and all other entries while it has the cache
 * open.
 */
export function isCacheEntryInUse({ kind, path }: Pick<CacheEntry, 'kind' | 'path'>, uses: CacheUses): boolean {
  return kind === 'layer' ? uses.layers.has(basename(path)) : uses.processes > 0;
}

/**
 * Removes entries of a cache. Each is first renamed into the scratch folder, which the next run empties: a killed
 * process leaves no half-removed entry. Entries that have come into use since their selection stay.
 */
export async function pruneCache(
  root: string,
  chosen: readonly CacheEntry[],
  now: () => number,
): Promise<PruneResult[]> {
  const pruned: PruneResult[] = [];
  for (const entry of chosen) {
    try {
      mkdirSync(join(root, 'scratch'), { recursive: true, mode: 0o755 });
      const doomed = join(root, 'scratch', `${getOwnerTag()}-${randomBytes(6).toString('hex')}`);
      const isTaken = await runWhileUnused(root, () => {
        if (isCacheEntryInUse(entry, readCacheUses(root, now()))) return false;
        renameSync(join(root, entry.path), doomed);
        return true;
      });
      if (isTaken) await removeMountedTree(doomed);
      pruned.push({ ...entry, outcome: isTaken ? 'removed' : 'in-use' });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      pruned.push({ ...entry, outcome: 'failed', reason: code ?? message });
    }
  }
  return pruned;
}
