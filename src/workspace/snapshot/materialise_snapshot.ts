import { existsSync, lstatSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import type { SetupInput } from '../../contract/contract_schema.js';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { createScratchFolder, removeTree, type WorkspaceCache } from '../cache/workspace_cache.js';
import { runGitOrThrow } from '../git/run_git.js';
import { computeFolderTree } from '../history/create_broken_tree.js';
import { fetchCommit, type SnapshotSources } from './fetch_commit.js';
import { fetchPackage } from './fetch_package.js';
import { type InlinedTree, inlineSubmodules } from './inline_submodules.js';
import { removeJsonFields } from './remove_json_fields.js';
import { unpackArchive } from './unpack_archive.js';

/** Repository of a contract, as a git tree in the cache's object store. */
export interface MaterialisedSnapshot {
  kind: 'directory' | 'git' | 'archive' | 'npm' | 'pull-request';
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
  const formatPlace = (field: string) => formatFieldLocation(loaded, field);
  if ('directory' in snapshot) {
    const folder = resolve(loaded.folder, snapshot.directory);
    if (!existsSync(folder) || !lstatSync(folder).isDirectory())
      throw new UserError(
        `${formatPlace('directory')}  snapshot.directory: "${snapshot.directory}" is not a folder beside the contract`,
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
        `${formatPlace('archive')}  snapshot.archive`,
      );
      const tree = await computeFolderTree(folder, cache);
      return { kind: 'archive', identity: snapshot.sha256, observed, tree, submodules: {} };
    } finally {
      await removeTree(folder);
    }
  }
  if ('npm' in snapshot) {
    const fetched = await fetchPackage(snapshot, cache, `${formatPlace('npm')}  snapshot.npm`, sources.signal);
    return { kind: 'npm', identity: snapshot.integrity, ...fetched, submodules: {} };
  }
  if ('base' in snapshot) {
    const request = sources.pull_request;
    if (!request) throw createMissingPullRequestError(loaded);
    const tree = await fetchCommit(
      request.workspace,
      request.base_sha,
      cache,
      { ...sources, repos: [] },
      `${formatPlace('base')}  snapshot.base`,
    );
    const none = { commits: {}, urls: {} };
    const whole = await inlineSubmodules(tree, none, request.workspace, cache, sources, formatPlace('base'));
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
  const tree = await fetchCommit(url, snapshot.commit, cache, sources, `${formatPlace('git')}  snapshot.git`);
  const submodules = snapshot.submodules ?? {};
  const declared = { commits: submodules, urls: snapshot.submodule_urls ?? {} };
  const whole = await inlineSubmodules(tree, declared, url, cache, sources, formatPlace('submodules'));
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

/** Tree that holds only some files of another one. */
export interface SelectedTree {
  /** Id of the tree in the cache's object store. */
  tree: string;
  /** Files that lack fields, by path from the root of the tree. */
  reduced: Map<string, Buffer>;
}

/**
 * Selects files of a tree. Paths that are not there are left out. A file whose fields cannot be removed, since it is no
 * JSON, stays as it is. One that is named whole as well, by itself or by a folder above it, stays whole; of several
 * lists of fields only those that stand in all of them are removed: nobody sees less than was named.
 *
 * @param inputs files, and folders with all that is in them, as UTF-8; none = the empty tree
 */
export async function selectTreeFiles(
  tree: string,
  inputs: readonly SetupInput[],
  cache: WorkspaceCache,
): Promise<SelectedTree> {
  const names = inputs.map((input) => normalizePath(typeof input === 'string' ? input : input.json));
  const folder = createScratchFolder(cache);
  const call = { store: cache.store, index: `${folder}/index` };
  const reduced: SelectedTree['reduced'] = new Map();
  try {
    const all = names.some((name) => name === '.') ? [] : names;
    await runGitOrThrow(['read-tree', '--empty'], call);
    // ls-tree takes no path for all paths.
    if (names.length > 0) {
      const list = ['--literal-pathspecs', 'ls-tree', '-r', '-z', '--full-tree', tree, '--', ...all];
      await runGitOrThrow(['update-index', '-z', '--index-info'], { ...call, input: await runGitOrThrow(list, call) });
    }
    for (const [path, fields] of listReductions(inputs)) {
      const content = await reduceFile(tree, path, fields, call);
      if (content !== undefined) reduced.set(path, content);
    }
    return { tree: (await runGitOrThrow(['write-tree'], call)).toString().trim(), reduced };
  } finally {
    await removeTree(folder);
  }
}

/** Returns a path from the root of the tree; '.' = the root. */
const normalizePath = (path: string): string => posix.normalize(`./${path}`).replace(/\/+$/, '');

/** Lists the fields to remove of each file that no input names whole. */
function listReductions(inputs: readonly SetupInput[]): Map<string, readonly string[]> {
  const whole = new Set(inputs.flatMap((input) => (typeof input === 'string' ? [normalizePath(input)] : [])));
  const isWhole = (path: string): boolean => whole.has(path) || (path !== '.' && isWhole(posix.dirname(path)));
  const reductions = new Map<string, readonly string[]>();
  for (const input of inputs) {
    if (typeof input === 'string') continue;
    const path = normalizePath(input.json);
    const earlier = reductions.get(path);
    const fields = earlier ? earlier.filter((field) => input.without.includes(field)) : input.without;
    if (!isWhole(path)) reductions.set(path, fields);
  }
  return reductions;
}

/** Puts a file without some of its fields into an index. Returns its content, or undefined if it stays as it is. */
async function reduceFile(
  tree: string,
  path: string,
  without: readonly string[],
  call: { store: string; index: string },
): Promise<Buffer | undefined> {
  const list = ['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', tree, '--', path];
  const [, mode, blob] =
    /^(100\d{3}) blob ([0-9a-f]{40,64})\t/.exec((await runGitOrThrow(list, call)).toString()) ?? [];
  if (mode === undefined || blob === undefined) return undefined;
  const content = removeJsonFields(await runGitOrThrow(['cat-file', 'blob', blob], call), without);
  if (content === undefined) return undefined;
  const id = (await runGitOrThrow(['hash-object', '-w', '--stdin'], { ...call, input: content })).toString().trim();
  const entry = Buffer.from(`${mode} ${id}\t${path}\0`);
  await runGitOrThrow(['update-index', '-z', '--index-info'], { ...call, input: entry });
  return content;
}
