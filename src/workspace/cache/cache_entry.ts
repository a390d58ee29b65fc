import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Kind of a cache entry: repositories' objects, results of setup, installed agents, observations of reference
 * solutions, drafts of contracts that are not proven yet, leftovers.
 */
export type CacheEntryKind = 'objects' | 'layer' | 'agent' | 'reference' | 'draft' | 'leftover';

/** Part of a cache that can be removed on its own. */
export interface CacheEntry {
  kind: CacheEntryKind;
  /** Path below the cache. */
  path: string;
  bytes: number;
  /** Time of the last known use: milliseconds since the epoch. */
  used_ms: number;
}

const FOLDERS: readonly (readonly [kind: CacheEntryKind, folder: string])[] = [
  ['layer', 'layers'],
  ['agent', 'agents'],
  ['reference', 'references'],
  ['draft', 'drafts'],
  ['leftover', 'scratch'],
];

/** Lists the entries of a cache, the least recently used first. Skips unreadable ones. */
export function listCacheEntries(root: string): CacheEntry[] {
  const objects = readEntry(root, 'objects.git', 'objects');
  const others = FOLDERS.flatMap(([kind, folder]) =>
    listNames(join(root, folder)).map((name) => readEntry(root, join(folder, name), kind)),
  );
  return [objects, ...others].filter((entry) => entry !== undefined).sort((a, b) => a.used_ms - b.used_ms);
}

function readEntry(root: string, path: string, kind: CacheEntryKind): CacheEntry | undefined {
  const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (!stat) return undefined;
  // A layer's facts are touched whenever it is used; objects come into new folders.
  const stamps = kind === 'layer' ? ['layer.json'] : kind === 'objects' ? ['objects', 'objects/pack'] : [];
  const used = stamps.map((name) => lstatSync(join(root, path, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return { kind, path, bytes: measureSize(join(root, path)), used_ms: Math.max(stat.mtimeMs, ...used) };
}

/** Bytes on disk of a file or a tree; links are not followed. */
function measureSize(path: string): number {
  let bytes = 0;
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const stat = lstatSync(next, { throwIfNoEntry: false });
    if (!stat) continue;
    bytes += stat.blocks * 512;
    if (stat.isDirectory()) for (const name of listNames(next)) open.push(join(next, name));
  }
  return bytes;
}

/** Lists the names in a folder; empty if it cannot be read. */
export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
