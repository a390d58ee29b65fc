import { join } from 'node:path';
import { computeDigest } from '../../record/json/compute_digest.js';
import { createScratchFolder, removeTree, type WorkspaceCache } from '../cache/workspace_cache.js';
import { writePatchTree } from '../changes/select_patch_files.js';
import { runGitOrThrow } from '../git/run_git.js';
import { findLayer, type Layer, openLayerDraft } from '../layer.js';
import { removeFilesSafely, writeFileSafely, writeLinkSafely } from '../write_file_safely.js';
import { createSettingsMatcher } from './create_settings_matcher.js';
import type { AgentSettings } from './read_agent_settings.js';

const pending = new Map<string, Promise<Layer>>();

/**
 * Opens the layer on which an agent with these settings works: the layer of the contract, whose settings are replaced.
 *
 * The settings are part of its synthetic commit, so that the agent sees no change, and patches leave them out. Checks
 * never run on it.
 */
export async function openSettingsLayer(layer: Layer, settings: AgentSettings, cache: WorkspaceCache): Promise<Layer> {
  const digest = computeDigest({ layer: layer.digest, settings: settings.sha256 });
  const key = join(cache.layers, digest);
  const opening = pending.get(key) ?? findOrCreateLayer(digest, layer, settings, cache);
  pending.set(key, opening);
  try {
    const isSettings = createSettingsMatcher(settings.patterns);
    return {
      ...(await opening),
      settings: { isSettings, tree: layer.tree, index: layer.index, objects: layer.objects },
    };
  } finally {
    pending.delete(key);
  }
}

async function findOrCreateLayer(
  digest: string,
  layer: Layer,
  settings: AgentSettings,
  cache: WorkspaceCache,
): Promise<Layer> {
  const found = await findLayer(cache, digest);
  if (found) return found;
  const draft = await openLayerDraft(cache, digest, layer.tree, {
    source: layer.tree_path,
    change: (tree_path) => replaceSettings(tree_path, layer, settings, cache),
  });
  const { tools, steps, replayable } = layer.made;
  return draft.freeze({ tools, steps, replayable });
}

/**
 * Replaces the settings in a copy of a layer's files. Other files of the repository stay, whatever the settings say.
 *
 * @returns tree id of the snapshot with the settings
 */
async function replaceSettings(
  tree_path: string,
  layer: Layer,
  { files, patterns }: AgentSettings,
  cache: WorkspaceCache,
): Promise<string> {
  const isSettings = createSettingsMatcher(patterns);
  const folder = createScratchFolder(cache);
  const call = { store: cache.store, index: join(folder, 'index') };
  try {
    await runGitOrThrow(['read-tree', layer.tree], call);
    const listed = (await runGitOrThrow(['ls-files', '-z'], call)).toString('latin1').split('\0');
    const earlier = listed.filter((path) => path !== '' && isSettings(decodePath(path)));
    removeFilesSafely(tree_path, earlier);
    const sources = listed.filter((path) => path !== '' && !isSettings(decodePath(path)));
    const later = files
      .map((file) => ({ ...file, path: encodePath(file.path) }))
      .filter(({ path }) => !replacesSource(path, sources));
    for (const { path, mode, content } of later)
      if (mode === '120000') writeLinkSafely(tree_path, path, content);
      else writeFileSafely(tree_path, path, content, mode === '100755');
    const update = later.map(({ path }) => path);
    const removed = earlier.filter((path) => !update.includes(path));
    return await writePatchTree({ removed, update }, { ...call, work_tree: tree_path });
  } finally {
    await removeTree(folder);
  }
}

/** Tells whether a file would stand in place of a file of the repository that is no setting, or of its folder. */
const replacesSource = (path: string, sources: readonly string[]) =>
  sources.some((source) => path === source || path.startsWith(`${source}/`) || source.startsWith(`${path}/`));

/** Converts between the paths of git's output, one character per byte, and texts. */
const decodePath = (path: string) => Buffer.from(path, 'latin1').toString('utf8');
const encodePath = (path: string) => Buffer.from(path, 'utf8').toString('latin1');
