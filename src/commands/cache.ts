import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { jsonText, terminal as safe } from '../publish/report/escape.js';
import { counted, size } from '../publish/report/quantities.js';
import { defaultCache } from '../run/workspace/cache.js';
import { type CacheEntry, type CacheKind, listCache } from '../run/workspace/cache_entries.js';
import { livingUses } from '../run/workspace/cache_uses.js';
import { choosePruned, isInUse, type PrunedEntry, type PruneTerms, pruneCache } from '../run/workspace/prune_cache.js';
import type { RunOutput } from './orders.js';

/** Which cache, and how it is shown. */
export interface CacheOrder {
  cache?: string | undefined;
  json: boolean;
}

/** What of a cache is to go. */
export interface CachePruneOrder extends CacheOrder, PruneTerms {
  dry_run: boolean;
}

const KINDS: Record<CacheKind, string> = {
  objects: 'objects of repositories',
  layer: 'prepared layers',
  agent: 'installed agents',
  reference: 'runs of reference solutions',
  leftover: 'leftovers and running attempts',
};

/** `cache list`: what a cache keeps, by kind. */
export function showCache(order: CacheOrder, out: RunOutput, cwd: string, now = Date.now()): 0 {
  const root = rootOf(order, cwd);
  const entries = existsSync(root) ? listCache(root) : [];
  const uses = livingUses(root, now);
  if (order.json) {
    const listed = entries.map((entry) => ({ ...shownEntry(entry), in_use: isInUse(entry, uses) }));
    out.log(jsonText({ cache: root, bytes: sum(entries), processes: uses.processes, entries: listed }));
    return 0;
  }
  out.log(
    `${safe(root)}  ${size(sum(entries))}${uses.processes > 0 ? `, open in ${counted(uses.processes, 'process', 'processes')}` : ''}`,
  );
  for (const [kind, what] of Object.entries(KINDS) as [CacheKind, string][]) {
    const own = entries.filter((entry) => entry.kind === kind);
    if (own.length === 0) continue;
    const used = own.filter((entry) => kind === 'layer' && isInUse(entry, uses)).length;
    const ages =
      own.length === 1 ? `used ${age(own[0]!, now)} ago` : `used ${age(own.at(-1)!, now)} to ${age(own[0]!, now)} ago`;
    out.log(
      `  ${what.padEnd(31)} ${String(own.length).padStart(5)}  ${size(sum(own)).padStart(10)}  ${ages}${used > 0 ? `, ${used} in use` : ''}`,
    );
  }
  return 0;
}

/**
 * `cache prune`: removes what was not used for long, or the least recently used beyond a size. 0 done · 1 something could not be removed.
 *
 * @throws {UserError} when nothing says what may go
 */
export async function pruneCacheBy(
  order: CachePruneOrder,
  out: RunOutput,
  cwd: string,
  now = Date.now,
): Promise<0 | 1> {
  if (order.older_than_ms === undefined && order.keep_bytes === undefined)
    throw new UserError(
      'cache prune: nothing says what may go',
      'Give --older-than 7d, --keep-size 5GiB, or both; --keep-size 0 removes all that is not in use.',
    );
  const root = rootOf(order, cwd);
  const entries = existsSync(root) ? listCache(root) : [];
  const chosen = choosePruned(entries, order, livingUses(root, now()), now());
  const pruned: PrunedEntry[] = order.dry_run
    ? chosen.map((entry) => ({ ...entry, outcome: 'removed' as const }))
    : await pruneCache(root, chosen, now);
  const removed = pruned.filter(({ outcome }) => outcome === 'removed');
  if (order.json) {
    const shown = pruned.map(({ outcome, reason, ...entry }) => ({ ...shownEntry(entry), outcome, reason }));
    out.log(jsonText({ cache: root, dry_run: order.dry_run, bytes: sum(removed), entries: shown }));
  } else {
    for (const { path, bytes, outcome, reason, ...entry } of pruned) {
      const said = {
        removed: order.dry_run ? 'would go' : 'removed',
        'in-use': 'in use, kept',
        failed: `failed (${reason})`,
      };
      out.log(`${said[outcome]}  ${safe(path)}  ${size(bytes)}, used ${age(entry, now())} ago`);
    }
    const left = sum(entries) - sum(removed);
    out.log(
      `${counted(removed.length, 'entry', 'entries')}, ${size(sum(removed))} ${order.dry_run ? 'would go' : 'removed'}; ${size(left)} left in ${safe(root)}`,
    );
  }
  return pruned.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}

const rootOf = ({ cache }: CacheOrder, cwd: string) => resolve(cwd, cache ?? defaultCache());
const sum = (entries: readonly { bytes: number }[]) => entries.reduce((total, { bytes }) => total + bytes, 0);
const shownEntry = ({ kind, path, bytes, used_ms }: CacheEntry) => ({
  kind,
  path,
  bytes,
  used_at: new Date(used_ms).toISOString(),
});

/** How long ago something was used, in its largest unit. */
function age({ used_ms }: Pick<CacheEntry, 'used_ms'>, now: number): string {
  const minutes = Math.max(0, Math.floor((now - used_ms) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}
