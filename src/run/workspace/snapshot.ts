import { existsSync, lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LoadedContract } from '../../contract/loaded.js';
import { UserError } from '../../contract/user_error.js';
import { unpackArchive } from './archive.js';
import { type Cache, removeTree, scratch } from './cache.js';
import { fetchCommit, inlineSubmodules, type SnapshotSources } from './fetch.js';
import { firstLine, git, gitOrThrow } from './git.js';

/** The repository of a contract as a git tree in the cache's object store. */
export interface MaterialisedSnapshot {
  kind: 'directory' | 'git' | 'archive' | 'pull-request';
  /** What the contract pins. */
  identity: string;
  /** The same, computed from what is there. A run where the two differ is invalid, never a failure (K2). */
  observed: string;
  /** Tree id of everything that is materialised, submodules included. */
  tree: string;
  submodules: Record<string, string>;
}

/**
 * Brings the pinned repository into the store and computes its identity.
 *
 * @throws {UserError} when it cannot be had at all: folder missing, repository unreachable, commit unknown
 */
export async function materialise(
  loaded: LoadedContract,
  cache: Cache,
  sources: SnapshotSources,
): Promise<MaterialisedSnapshot> {
  const { snapshot } = loaded.contract;
  const at = (field: string) => `${loaded.shown}:${loaded.lines[`snapshot.${field}`] ?? loaded.lines.snapshot ?? 1}`;
  if ('directory' in snapshot) {
    const folder = resolve(loaded.folder, snapshot.directory);
    if (!existsSync(folder) || !lstatSync(folder).isDirectory())
      throw new UserError(
        `${at('directory')}  snapshot.directory: "${snapshot.directory}" is not a folder beside the contract`,
      );
    const tree = await treeOf(folder, cache);
    return { kind: 'directory', identity: snapshot.tree, observed: tree, tree, submodules: {} };
  }
  if ('archive' in snapshot) {
    const folder = scratch(cache);
    try {
      const observed = await unpackArchive(
        resolve(loaded.folder, snapshot.archive),
        folder,
        snapshot.strip_components,
        `${at('archive')}  snapshot.archive`,
      );
      const tree = await treeOf(folder, cache);
      return { kind: 'archive', identity: snapshot.sha256, observed, tree, submodules: {} };
    } finally {
      await removeTree(folder);
    }
  }
  if ('base' in snapshot) {
    const request = sources.pull_request;
    if (!request)
      throw new UserError(
        `${at('base')}  snapshot.base: pull-request needs a pull request`,
        'Run it from a workflow on: pull_request, or give --base and --head on the command line.',
      );
    const tree = await fetchCommit(
      request.workspace,
      request.base_sha,
      cache,
      { ...sources, repos: [] },
      `${at('base')}  snapshot.base`,
    );
    const whole = await inlineSubmodules(tree, {}, {}, cache, sources, at('base'));
    return {
      kind: 'pull-request',
      identity: request.base_sha,
      observed: request.base_sha,
      tree: whole,
      submodules: {},
    };
  }
  const url = /^[a-z+]+:\/\/|^[\w.-]+@[\w.-]+:/.test(snapshot.git)
    ? snapshot.git
    : resolve(loaded.folder, snapshot.git);
  const tree = await fetchCommit(url, snapshot.commit, cache, sources, `${at('git')}  snapshot.git`);
  const submodules = snapshot.submodules ?? {};
  const whole = await inlineSubmodules(
    tree,
    submodules,
    snapshot.submodule_urls ?? {},
    cache,
    sources,
    at('submodules'),
    url,
  );
  return { kind: 'git', identity: snapshot.commit, observed: snapshot.commit, tree: whole, submodules };
}

/** Git tree id of a folder as it is on disk: every file, modes and links included, ignore files not heeded. */
export async function treeOf(folder: string, cache: Cache): Promise<string> {
  const room = scratch(cache);
  const index = join(room, 'index');
  try {
    const call = { store: cache.store, work_tree: folder, index };
    const added = await git(['add', '--all', '--force', '--', '.'], call);
    if (!added.ok) throw new UserError(`${folder} cannot be read as a repository: ${firstLine(added.stderr)}`);
    const links = (await gitOrThrow(['ls-files', '--stage', '-z'], call))
      .toString('latin1')
      .split('\0')
      .filter((line) => line.startsWith('160000'));
    if (links.length > 0)
      throw new UserError(
        `${folder} holds a repository of its own in ${links[0]!.split('\t')[1]}`,
        'Remove its .git folder, or use a git snapshot with submodules.',
      );
    return (await gitOrThrow(['write-tree'], call)).toString().trim();
  } finally {
    await removeTree(room);
  }
}
