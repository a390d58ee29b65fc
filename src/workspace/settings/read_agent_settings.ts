import { join, posix } from 'node:path';
import picomatch from 'picomatch';
import { UserError } from '../../contract/input/user_error.js';
import { computeDigest, sha256 } from '../../record/json/compute_digest.js';
import type { SettingsComparison } from '../../record/planning/plan.js';
import { createScratchFolder, removeTree, type WorkspaceCache } from '../cache/workspace_cache.js';
import { writePatchTree } from '../changes/select_patch_files.js';
import { readBlobs, runGitOrThrow } from '../git/run_git.js';
import { type LocalRepository, listCommitFiles } from '../history/read_commit.js';
import { findLayer, type Layer, openLayerDraft } from '../layer.js';
import { removeFilesSafely, writeFileSafely, writeLinkSafely } from '../write_file_safely.js';
import { type RevisionFile, resolveSettingsLinks } from './resolve_settings_links.js';

/**
 * Patterns of files in a repository that coding agents read as instructions, skills, commands, hooks or servers, from
 * the documentation of the agents.
 */
const SETTINGS_PATTERNS: readonly string[] = [
  ...['AGENTS.md', 'AGENTS.override.md', 'AGENT.md', 'CLAUDE.md', 'CLAUDE.local.md', 'GEMINI.md', 'QWEN.md'],
  ...[
    '.agents/**',
    '.claude/**',
    '.codex/**',
    '.gemini/**',
    '.qwen/**',
    '.cursor/**',
    '.windsurf/**',
    '.clinerules/**',
  ],
  ...[
    '.roo/**',
    '.continue/**',
    '.junie/**',
    '.kiro/**',
    '.amazonq/**',
    '.opencode/**',
    '.openhands/**',
    '.augment/**',
  ],
  ...['.cursorrules', '.windsurfrules', '.clinerules', '.roorules', '.roomodes', '.goosehints', '.aider.conf.yml'],
  ...['.mcp.json', '.vscode/mcp.json', 'opencode.json', 'opencode.jsonc', 'crush.json', '.crush.json'],
  ...['instructions', 'prompts', 'agents', 'chatmodes', 'skills'].map((name) => `.github/${name}/**`),
  '.github/copilot-instructions.md',
].map((pattern) => `**/${pattern}`);

/** Creates a predicate of paths of settings: those of the known agents, and of further patterns. */
export function createSettingsMatcher(patterns: readonly string[]): (path: string) => boolean {
  const matches = picomatch([...SETTINGS_PATTERNS, ...patterns], { dot: true, windows: false, flags: 's' });
  return (path) => matches(path);
}

/** File of an agent's settings. */
interface SettingsFile {
  path: string;
  /** git's mode: 100644, 100755 or 120000 (a link). */
  mode: string;
  sha256: string;
  content: Buffer;
}

/** Settings of agents as one revision of a repository has them. */
export interface AgentSettings {
  /** Digest of patterns and files. */
  sha256: string;
  /** Commit that they are of. */
  revision: string;
  /** Patterns beside those of the known agents. */
  patterns: readonly string[];
  files: readonly SettingsFile[];
}

/** Conventional name of a contract: its folder holds hidden files. */
const CONTRACT_FILE = 'contract.yml';
/** Limits of the settings of a revision: number of files, and bytes of all. */
const MAX_FILES = 2000;
const MAX_BYTES = 8 * 2 ** 20;

/**
 * Reads the settings of agents in a revision. They may be of somebody who is not trusted: they are only written into
 * sandboxes.
 *
 * @param tree id of the tree that is read; `revision`: commit that it belongs to
 * @param patterns patterns of files beside those of the known agents
 * @param excluded folders of contracts, beside those with a `contract.yml`: hidden files must never reach an agent
 * @throws {UserError} if the patterns match more than settings
 */
export async function readAgentSettings(
  repository: LocalRepository,
  { tree, revision }: { tree: string; revision: string },
  patterns: readonly string[],
  excluded: readonly string[],
): Promise<AgentSettings> {
  const isSettings = createSettingsMatcher(patterns);
  const all = await listCommitFiles(repository, tree);
  const contracts = all.flatMap(({ path }) => (path.endsWith(`/${CONTRACT_FILE}`) ? [posix.dirname(path)] : []));
  const folders = [...excluded, ...contracts];
  const isExcluded = (path: string) => folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const setting_entries = all.filter(({ path }) => isSettings(path) && !isExcluded(path));
  const links = all.filter(({ mode }) => mode === '120000').map(({ blob }) => blob);
  const targets = await readBlobs(links, { store: repository.store });
  const getTarget = ({ blob }: RevisionFile) => targets.get(blob)!.toString('utf8');
  const entries = resolveSettingsLinks(setting_entries, all, getTarget, isSettings, isExcluded);
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  if (entries.length > MAX_FILES || bytes > MAX_BYTES)
    throw new UserError(
      `revision ${revision.slice(0, 12)} has ${entries.length} files with settings of agents, of ${bytes} bytes: ` +
        `at most ${MAX_FILES} files and ${MAX_BYTES} bytes are compared`,
      'Name narrower patterns under `settings` in the suite.',
    );
  const blobs = await readBlobs(
    entries.map(({ blob }) => blob),
    { store: repository.store },
  );
  const files = entries.map(({ path, mode, blob }): SettingsFile => {
    const content = blobs.get(blob)!;
    return { path, mode, sha256: sha256(content), content };
  });
  const identity = files.map((file) => [file.path, file.mode, file.sha256]);
  return { sha256: computeDigest({ patterns, files: identity }), revision, patterns, files };
}

/** Lists the files in which settings differ, by path. */
export function listChangedSettings(base: AgentSettings, head: AgentSettings): SettingsComparison['files'] {
  const [base_entries, head_entries] = [base, head].map(
    ({ files }) => new Map(files.map(({ path, mode, sha256 }) => [path, `${mode} ${sha256}`])),
  ) as [Map<string, string>, Map<string, string>];
  const paths = [...new Set([...base_entries.keys(), ...head_entries.keys()])].sort();
  return paths.flatMap((path): SettingsComparison['files'] => {
    if (base_entries.get(path) === head_entries.get(path)) return [];
    if (!base_entries.has(path)) return [{ path, change: 'added' }];
    return [{ path, change: head_entries.has(path) ? 'changed' : 'removed' }];
  });
}

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
  const cached_layer = await findLayer(cache, digest);
  if (cached_layer) return cached_layer;
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
