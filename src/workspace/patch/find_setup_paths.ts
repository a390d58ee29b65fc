import type { WorkspaceCache } from '../cache/workspace_cache.js';
import type { Layer } from '../layer.js';
import { listLayerFiles } from '../snapshot/list_layer_files.js';
import { lstatIfPresent } from '../to_byte_path.js';

/** Folders of installed packages, in which a new file can take the place of another one by resolution alone. */
const PACKAGE_FOLDERS = new Set(['node_modules', 'site-packages']);

/**
 * Finds paths of a patch (latin-1 bytes) that setup created, which the patch may not change: a modified test runner in
 * node_modules would decide the verdict. Extraction excludes such changes anyway; this check is for patches from
 * elsewhere.
 */
export async function findSetupPaths(paths: readonly string[], layer: Layer, cache: WorkspaceCache): Promise<string[]> {
  const files = await listLayerFiles(layer, cache);
  const folders = new Set([...files.keys()].flatMap(listParentFolders));
  return paths.filter((path) => {
    if (files.has(path)) return false;
    if (!folders.has(path) && lstatIfPresent(layer.tree_path, path)) return true;
    return listParentFolders(path).some((folder) => {
      if (folders.has(folder) || files.has(folder)) return false;
      const stat = lstatIfPresent(layer.tree_path, folder);
      return stat !== undefined && (!stat.isDirectory() || folder.split('/').some((name) => PACKAGE_FOLDERS.has(name)));
    });
  });
}

/** Lists the parent folders of a path: a/b/c → a, a/b. */
function listParentFolders(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('/'));
}
