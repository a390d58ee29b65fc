import { lstatSync, type Stats } from 'node:fs';
import { bytesOf } from './byte_path.js';
import type { Cache } from './cache.js';
import { gitOrThrow } from './git.js';
import type { Layer } from './layer.js';

/** Folders of installed packages, in which a new file can take the place of another one by resolution alone. */
const PACKAGES = new Set(['node_modules', 'site-packages']);

/**
 * Which paths of a patch (latin-1 bytes) are not the patch's to write, since setup made what stands there: a changed test runner
 * in node_modules decides the verdict. Extraction never takes such changes (`extract.ts`); this is for patches from elsewhere,
 * which know nothing of ignore rules.
 */
export async function madeBySetup(paths: readonly string[], layer: Layer, cache: Cache): Promise<string[]> {
  const out = await gitOrThrow(['ls-files', '-z'], { store: cache.store, index: layer.index });
  const files = new Set(out.toString('latin1').split('\0'));
  const folders = new Set([...files].flatMap(above));
  return paths.filter((path) => {
    if (files.has(path)) return false;
    if (!folders.has(path) && standing(layer, path)) return true;
    return above(path).some((folder) => {
      if (folders.has(folder) || files.has(folder)) return false;
      const stat = standing(layer, folder);
      return stat !== undefined && (!stat.isDirectory() || folder.split('/').some((name) => PACKAGES.has(name)));
    });
  });
}

/** The folders that a path lies in: a/b/c → a, a/b. */
function above(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('/'));
}

function standing(layer: Layer, path: string): Stats | undefined {
  try {
    return lstatSync(bytesOf(layer.tree_path, path));
  } catch {
    return undefined; // absent, or behind a file
  }
}
