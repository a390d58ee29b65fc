import { existsSync, lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { createScratchFolder, removeTree, type WorkspaceCache } from '../cache/workspace_cache.js';
import { computeFolderTree } from './compute_folder_tree.js';
import { fetchCommit, type SnapshotSources } from './fetch_commit.js';
import { type InlinedTree, inlineSubmodules } from './inline_submodules.js';
import { unpackArchive } from './unpack_archive.js';

/** Repository of a contract, as a git tree in the cache's object store. */
export interface MaterialisedSnapshot {
  kind: 'directory' | 'git' | 'archive' | 'pull-request';
  /** Identity that the contract pins. */
  identity: string;
  /** Identity computed from the actual content. If the two differ, the run is invalid, never a failure. */
  observed: string;
  /** Tree id of all materialised content, submodules included. */
  tree: string;
  submodules: Record<string, string>;
  /**
   * Submodules of the repository that the contract does not declare: path → commit. They are left out; absent = none.
   */
  undeclared_submodules?: Record<string, string>;
  /** Reason why the repository could not be read; `observed` and `tree` are '' then. Absent = it could. */
  unavailable?: string;
}

/** Creates the error for a pull-request contract that is run without a pull request. */
export const createMissingPullRequestError = (loaded: Pick<LoadedContract, 'shown' | 'lines'>): UserError =>
  new UserError(
    `${formatFieldLocation(loaded, 'base')}  snapshot.base: pull-request needs a pull request`,
    'Run it from a workflow on: pull_request, or give --base and --head on the command line.',
  );

const formatFieldLocation = ({ shown, lines }: Pick<LoadedContract, 'shown' | 'lines'>, field: string) =>
  `${shown}:${lines[`snapshot.${field}`] ?? lines.snapshot ?? 1}`;

/**
 * Fetches the pinned repository into the store and computes its identity.
 * @throws {UserError} if it is unavailable: folder missing, repository unreachable, commit unknown
 */
export async function materialiseSnapshot(
  loaded: LoadedContract,
  cache: WorkspaceCache,
  sources: SnapshotSources,
): Promise<MaterialisedSnapshot> {
  const { snapshot } = loaded.contract;
  const at = (field: string) => formatFieldLocation(loaded, field);
  if ('directory' in snapshot) {
    const folder = resolve(loaded.folder, snapshot.directory);
    if (!existsSync(folder) || !lstatSync(folder).isDirectory())
      throw new UserError(
        `${at('directory')}  snapshot.directory: "${snapshot.directory}" is not a folder beside the contract`,
      );
    const tree = await computeFolderTree(folder, cache, sources.signal);
    return { kind: 'directory', identity: snapshot.tree, observed: tree, tree, submodules: {} };
  }
  if ('archive' in snapshot) {
    const folder = createScratchFolder(cache);
    try {
      const observed = await unpackArchive(
        resolve(loaded.folder, snapshot.archive),
        folder,
        snapshot.strip_components,
        `${at('archive')}  snapshot.archive`,
      );
      const tree = await computeFolderTree(folder, cache);
      return { kind: 'archive', identity: snapshot.sha256, observed, tree, submodules: {} };
    } finally {
      await removeTree(folder);
    }
  }
  if ('base' in snapshot) {
    const request = sources.pull_request;
    if (!request) throw createMissingPullRequestError(loaded);
    const tree = await fetchCommit(
      request.workspace,
      request.base_sha,
      cache,
      { ...sources, repos: [] },
      `${at('base')}  snapshot.base`,
    );
    const none = { commits: {}, urls: {} };
    const whole = await inlineSubmodules(tree, none, request.workspace, cache, sources, at('base'));
    return {
      kind: 'pull-request',
      identity: request.base_sha,
      observed: request.base_sha,
      tree: whole.tree,
      submodules: {},
      ...listUndeclaredSubmodules(whole),
    };
  }
  const url = /^[a-z+]+:\/\/|^[\w.-]+@[\w.-]+:/.test(snapshot.git)
    ? snapshot.git
    : resolve(loaded.folder, snapshot.git);
  const tree = await fetchCommit(url, snapshot.commit, cache, sources, `${at('git')}  snapshot.git`);
  const submodules = snapshot.submodules ?? {};
  const declared = { commits: submodules, urls: snapshot.submodule_urls ?? {} };
  const whole = await inlineSubmodules(tree, declared, url, cache, sources, at('submodules'));
  const { commit } = snapshot;
  return {
    kind: 'git',
    identity: commit,
    observed: commit,
    tree: whole.tree,
    submodules,
    ...listUndeclaredSubmodules(whole),
  };
}

const listUndeclaredSubmodules = ({ undeclared }: InlinedTree): Pick<MaterialisedSnapshot, 'undeclared_submodules'> =>
  Object.keys(undeclared).length === 0 ? {} : { undeclared_submodules: undeclared };
