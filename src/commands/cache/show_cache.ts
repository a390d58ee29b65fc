import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { formatInertJson, escapeText as safe } from '../../publish/text/escape_text.js';
import { formatBytes, formatQuantity } from '../../publish/text/format_quantity.js';
import {
  type CacheEntry,
  type CacheEntryKind,
  listCacheEntries,
  readCacheUses,
} from '../../workspace/cache/cache_uses.js';
import {
  isCacheEntryInUse,
  type PruneOptions,
  type PruneResult,
  pruneCache,
  selectPrunableEntries,
} from '../../workspace/cache/prune_cache.js';
import { getDefaultCachePath } from '../../workspace/cache/workspace_cache.js';
import type { CommandContext } from '../io/command_context.js';

/** Cache to show, and output format. */
interface ShowCacheOptions {
  cache?: string | undefined;
  json: boolean;
}

/** Cache to prune, and what to remove from it. */
interface PruneCacheOptions extends ShowCacheOptions, PruneOptions {
  dry_run: boolean;
}

const KINDS: Record<CacheEntryKind, string> = {
  objects: 'objects of repositories',
  layer: 'prepared layers',
  agent: 'installed agents',
  reference: 'runs of reference solutions',
  draft: 'drafts of contracts that are not proven yet',
  leftover: 'leftovers and running attempts',
};

/** Prints what a cache holds, by kind (`cache list`). @param now current time in Unix milliseconds */
export function showCache(options: ShowCacheOptions, out: CommandContext, cwd: string, now = Date.now()): 0 {
  const root = resolveCacheRoot(options, cwd);
  const entries = existsSync(root) ? listCacheEntries(root) : [];
  const uses = readCacheUses(root, now);
  if (options.json) {
    const listed = entries.map((entry) => ({ ...toListedEntry(entry), in_use: isCacheEntryInUse(entry, uses) }));
    out.log(formatInertJson({ cache: root, bytes: sumBytes(entries), processes: uses.processes, entries: listed }));
    return 0;
  }
  out.log(
    `${safe(root)}  ${formatBytes(sumBytes(entries))}` +
      `${uses.processes > 0 ? `, open in ${formatQuantity(uses.processes, 'process', 'processes')}` : ''}`,
  );
  for (const [kind, label] of Object.entries(KINDS) as [CacheEntryKind, string][]) {
    const entries_of_kind = entries.filter((entry) => entry.kind === kind);
    const [latest, earliest = latest] = [entries_of_kind[0], entries_of_kind.at(-1)];
    if (!latest || !earliest) continue;
    const used_count = entries_of_kind.filter((entry) => kind === 'layer' && isCacheEntryInUse(entry, uses)).length;
    const span = entries_of_kind.length === 1 ? '' : `${formatAge(earliest, now)} to `;
    const count = String(entries_of_kind.length).padStart(5);
    out.log(
      `  ${label.padEnd(31)} ${count}  ${formatBytes(sumBytes(entries_of_kind)).padStart(10)}  ` +
        `used ${span}${formatAge(latest, now)} ago` +
        `${used_count > 0 ? `, ${used_count} in use` : ''}`,
    );
  }
  return 0;
}

/**
 * Removes entries that were unused for long, or the least recently used beyond a size (`cache prune`).
 *
 * @returns 1 if an entry could not be removed, else 0
 * @throws {UserError} if the options do not say what may be removed
 */
export async function pruneCacheFolder(
  options: PruneCacheOptions,
  out: CommandContext,
  cwd: string,
  now = Date.now,
): Promise<0 | 1> {
  if (options.older_than_ms === undefined && options.keep_bytes === undefined)
    throw new UserError(
      'cache prune: nothing says what may go',
      'Give --older-than 7d, --keep-size 5GiB, or both; --keep-size 0 removes all that is not in use.',
    );
  const root = resolveCacheRoot(options, cwd);
  const entries = existsSync(root) ? listCacheEntries(root) : [];
  const chosen = selectPrunableEntries(entries, options, readCacheUses(root, now()), now());
  const pruned: PruneResult[] = options.dry_run
    ? chosen.map((entry) => ({ ...entry, outcome: 'removed' as const }))
    : await pruneCache(root, chosen, now);
  const removed = pruned.filter(({ outcome }) => outcome === 'removed');
  if (options.json) {
    const shown = pruned.map(({ outcome, reason, ...entry }) => ({ ...toListedEntry(entry), outcome, reason }));
    out.log(formatInertJson({ cache: root, dry_run: options.dry_run, bytes: sumBytes(removed), entries: shown }));
  } else {
    for (const { path, bytes, outcome, reason, ...entry } of pruned) {
      const shown_entries = {
        removed: options.dry_run ? 'would go' : 'removed',
        'in-use': 'in use, kept',
        failed: `failed (${reason})`,
      };
      out.log(`${shown_entries[outcome]}  ${safe(path)}  ${formatBytes(bytes)}, used ${formatAge(entry, now())} ago`);
    }
    const left = sumBytes(entries) - sumBytes(removed);
    out.log(
      `${formatQuantity(removed.length, 'entry', 'entries')}, ${formatBytes(sumBytes(removed))} ` +
        `${options.dry_run ? 'would go' : 'removed'}; ${formatBytes(left)} left in ${safe(root)}`,
    );
  }
  return pruned.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}

const resolveCacheRoot = ({ cache }: ShowCacheOptions, cwd: string) => resolve(cwd, cache ?? getDefaultCachePath());
const sumBytes = (entries: readonly { bytes: number }[]) => entries.reduce((total, { bytes }) => total + bytes, 0);
const toListedEntry = ({ kind, path, bytes, used_ms }: CacheEntry) => ({
  kind,
  path,
  bytes,
  used_at: new Date(used_ms).toISOString(),
});

/** Formats the time since the last use in its largest unit. */
function formatAge({ used_ms }: Pick<CacheEntry, 'used_ms'>, now: number): string {
  const minutes = Math.max(0, Math.floor((now - used_ms) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}
