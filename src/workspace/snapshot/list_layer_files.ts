import type { WorkspaceCache } from '../cache/workspace_cache.js';
import { runGitOrThrow } from '../git/run_git.js';
import type { Layer } from '../layer.js';

const listed = new WeakMap<Layer, Promise<ReadonlyMap<string, string>>>();

/**
 * Lists the tracked files of a layer: paths (latin-1 bytes) with the ids of their blobs. A layer never changes, so git
 * is asked once for all workspaces of it.
 */
export function listLayerFiles(layer: Layer, cache: WorkspaceCache): Promise<ReadonlyMap<string, string>> {
  const known = listed.get(layer) ?? readIndex(layer, cache);
  listed.set(layer, known);
  known.catch(() => listed.delete(layer));
  return known;
}

async function readIndex(layer: Layer, cache: WorkspaceCache): Promise<ReadonlyMap<string, string>> {
  const out = await runGitOrThrow(['ls-files', '--stage', '-z'], { store: cache.store, index: layer.index });
  const lines = out.toString('latin1').split('\0').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(line.indexOf('\t') + 1), line.split(' ', 2)[1]!]));
}
