import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makerMark } from '../sandbox/maker.js';
import { removeLeftover } from './cache.js';
import type { CacheEntry } from './cache_entries.js';
import { type CacheUses, livingUses, whileUnused } from './cache_uses.js';

/** What may go: what was not used for so long, and then the least recently used until no more than so much is left. */
export interface PruneTerms {
  older_than_ms?: number | undefined;
  keep_bytes?: number | undefined;
}

/** What became of an entry that was to go. */
export type PrunedEntry = CacheEntry & { outcome: 'removed' | 'in-use' | 'failed'; reason?: string };

/**
 * Chooses what goes. Nothing that is in use does; what it takes counts towards what is kept.
 *
 * @param entries the least recently used first
 */
export function choosePruned(
  entries: readonly CacheEntry[],
  { older_than_ms, keep_bytes }: PruneTerms,
  uses: CacheUses,
  now: number,
): CacheEntry[] {
  const free = entries.filter((entry) => !isInUse(entry, uses));
  const chosen = new Set(free.filter(({ used_ms }) => older_than_ms !== undefined && now - used_ms >= older_than_ms));
  let left = entries.reduce((sum, entry) => (chosen.has(entry) ? sum : sum + entry.bytes), 0);
  for (const entry of free) {
    if (keep_bytes === undefined || left <= keep_bytes) break;
    if (chosen.has(entry)) continue;
    chosen.add(entry);
    left -= entry.bytes;
  }
  return free.filter((entry) => chosen.has(entry));
}

/** Layers are used one by one; everything else by every process that has the cache open. */
export function isInUse({ kind, path }: Pick<CacheEntry, 'kind' | 'path'>, uses: CacheUses): boolean {
  return kind === 'layer' ? uses.layers.has(basename(path)) : uses.processes > 0;
}

/**
 * Removes entries of a cache. Each is renamed into the folder of leftovers first, which the next run empties: a process that is killed in
 * between leaves no half of anything. What has come into use since it was chosen stays.
 */
export async function pruneCache(
  root: string,
  chosen: readonly CacheEntry[],
  now: () => number,
): Promise<PrunedEntry[]> {
  const pruned: PrunedEntry[] = [];
  for (const entry of chosen) {
    try {
      mkdirSync(join(root, 'scratch'), { recursive: true, mode: 0o755 });
      const doomed = join(root, 'scratch', `${makerMark()}-${randomBytes(6).toString('hex')}`);
      const isTaken = await whileUnused(root, () => {
        if (isInUse(entry, livingUses(root, now()))) return false;
        renameSync(join(root, entry.path), doomed);
        return true;
      });
      if (isTaken) await removeLeftover(doomed);
      pruned.push({ ...entry, outcome: isTaken ? 'removed' : 'in-use' });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      pruned.push({ ...entry, outcome: 'failed', reason: code ?? message });
    }
  }
  return pruned;
}
