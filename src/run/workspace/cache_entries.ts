import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What a cache keeps: repositories' objects, results of setup, installed agents, what reference solutions were seen to do, leftovers. */
export type CacheKind = 'objects' | 'layer' | 'agent' | 'reference' | 'leftover';

/** Something in a cache that can be removed by itself. */
export interface CacheEntry {
  kind: CacheKind;
  /** Path below the cache. */
  path: string;
  bytes: number;
  /** When it was used last, as far as that is known: milliseconds since the epoch. */
  used_ms: number;
}

const FOLDERS: readonly (readonly [kind: CacheKind, folder: string])[] = [
  ['layer', 'layers'],
  ['agent', 'agents'],
  ['reference', 'references'],
  ['leftover', 'scratch'],
];

/** Lists a cache, the least recently used first. What cannot be read counts as nothing. */
export function listCache(root: string): CacheEntry[] {
  const objects = look(root, 'objects.git', 'objects');
  const others = FOLDERS.flatMap(([kind, folder]) =>
    namesIn(join(root, folder)).map((name) => look(root, join(folder, name), kind)),
  );
  return [objects, ...others].filter((entry) => entry !== undefined).sort((a, b) => a.used_ms - b.used_ms);
}

function look(root: string, path: string, kind: CacheKind): CacheEntry | undefined {
  const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (!stat) return undefined;
  // A layer's facts are touched whenever it is used; objects come into new folders.
  const stamps = kind === 'layer' ? ['layer.json'] : kind === 'objects' ? ['objects', 'objects/pack'] : [];
  const used = stamps.map((name) => lstatSync(join(root, path, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return { kind, path, bytes: sizeOf(join(root, path)), used_ms: Math.max(stat.mtimeMs, ...used) };
}

/** Bytes on disk of a file or a tree; links are not followed. */
function sizeOf(path: string): number {
  let bytes = 0;
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const stat = lstatSync(next, { throwIfNoEntry: false });
    if (!stat) continue;
    bytes += stat.blocks * 512;
    if (stat.isDirectory()) for (const name of namesIn(next)) open.push(join(next, name));
  }
  return bytes;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
