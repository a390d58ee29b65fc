import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../contract/user_error.js';
import { withoutCredentials } from './address.js';
import { type Cache, removeTree, scratch } from './cache.js';
import { firstLine, git, gitOrThrow } from './git.js';

/** Where repositories may be had from. */
export interface SnapshotSources {
  /** Folders with local mirrors `owner+name`, used instead of the network. */
  repos: readonly string[];
  pull_request?: { base_sha: string; workspace: string } | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Brings one commit into the store and returns its tree id. Asks, in this order: the store, local mirrors, the
 * repository for just this commit, the repository for its branches and tags.
 *
 * @throws {UserError} when the repository cannot be reached or does not have the commit
 */
export function fetchCommit(
  url: string,
  commit: string,
  cache: Cache,
  sources: SnapshotSources,
  at: string,
): Promise<string> {
  // One at a time: a fetch holds locks on the store's references and its list of shallow commits.
  const turn = queue.then(() => fetchNow(url, commit, cache, sources, at));
  queue = turn.catch(() => undefined);
  return turn;
}

let queue: Promise<unknown> = Promise.resolve();

async function fetchNow(
  url: string,
  commit: string,
  cache: Cache,
  sources: SnapshotSources,
  at: string,
): Promise<string> {
  const known = await treeOfCommit(commit, cache.store);
  if (known) return known;
  const local = mirrors(url, sources.repos);
  const reasons: string[] = [];
  if (local.length === 0 && sources.repos.length > 0)
    reasons.push(`no mirror ${mirrorNames(url)[0] ?? ''} in ${sources.repos.join(', ')}`);
  let absent = true;
  for (const place of [...local, url]) {
    const named = local.includes(place) || place === sources.pull_request?.workspace;
    const reached = await fetchFrom(place, commit, cache.store, named, sources.signal);
    if (sources.signal?.aborted) throw new UserError('interrupted while fetching');
    const tree = reached.ok ? await treeOfCommit(commit, cache.store) : undefined;
    if (tree) return tree;
    absent &&= reached.ok;
    reasons.push(`${withoutCredentials(place)} ${reached.ok ? `has no commit ${commit}` : reached.reason}`);
  }
  const remedy = absent
    ? 'Check the id; a commit that no branch or tag reaches can only be had from a mirror (--repos DIR).'
    : 'Check the address and the network, or give a folder of mirrors with --repos DIR.';
  throw new UserError(`${at}: ${reasons.join('; ')}`, remedy);
}

async function treeOfCommit(commit: string, store: string): Promise<string | undefined> {
  const result = await git(['rev-parse', '--verify', '--quiet', `${commit}^{commit}^{tree}`], { store });
  if (!result.ok) return undefined;
  // The commit may be there without its tree (a fetch that was cut off): only a whole tree counts.
  const tree = result.stdout.toString().trim();
  return (await git(['rev-list', '--objects', '--quiet', '--no-walk', commit], { store })).ok ? tree : undefined;
}

type Reached = { ok: true } | { ok: false; reason: string };

/** @param named the caller of the program named this folder, so it may belong to another user, as shared mirrors do */
async function fetchFrom(
  place: string,
  commit: string,
  store: string,
  named: boolean,
  signal?: AbortSignal,
): Promise<Reached> {
  const call = {
    store,
    signal,
    environment: { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'protocol.file.allow', GIT_CONFIG_VALUE_0: 'always' },
  };
  const one = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--no-recurse-submodules',
    '--depth=1',
    '--no-auto-maintenance',
    // The serving git does not inherit our settings.
    ...(named ? ['--upload-pack=git -c safe.directory=* upload-pack'] : []),
    '--', // a URL from somebody's .gitmodules may begin like an option, and one of those runs commands
    place,
  ];
  const exact = await git([...one, `${commit}:refs/gatebench/${commit}`], call);
  if (exact.ok) return { ok: true };
  const all = one.filter((arg) => arg !== '--depth=1');
  const wide = await git([...all, '+refs/*:refs/gatebench-all/*'], call);
  if (wide.ok) return { ok: true };
  return {
    ok: false,
    reason: `cannot be reached: ${withoutCredentials(firstLine(wide.stderr).replace(/^fatal: /, ''))}`,
  };
}

/**
 * Local mirrors that may serve a URL: a repository named `owner+name` or `owner/name`, with or without `.git`, or one
 * directly inside a folder of that name, whatever it is called there.
 */
export function mirrors(url: string, folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    mirrorNames(url)
      .flatMap((name) => [name, `${name}.git`])
      .map((name) => join(folder, name))
      .filter((path) => existsSync(path))
      .flatMap((path) => [path, ...foldersIn(path)])
      .filter((path) => ['HEAD', 'objects', 'refs'].every((part) => existsSync(join(path, part)))),
  );
}

function mirrorNames(url: string): string[] {
  const match = /([\w.-]+)[/:]([\w.-]+?)(?:\.git)?\/?$/.exec(url);
  return match ? [`${match[1]}+${match[2]}`, `${match[1]}/${match[2]}`] : [];
}

function foldersIn(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(path, entry.name))
    .sort();
}

/**
 * Puts the declared submodules into the tree as ordinary folders; others become empty (they vanish from the tree).
 *
 * @throws {UserError} when a declared submodule is not one, or is pinned to another commit than the repository says
 */
export async function inlineSubmodules(
  tree: string,
  declared: Record<string, string>,
  urls: Record<string, string>,
  cache: Cache,
  sources: SnapshotSources,
  at: string,
  parent = '',
): Promise<string> {
  const links = new Map<string, string>();
  for (const line of (await gitOrThrow(['ls-tree', '-r', '-z', tree], { store: cache.store }))
    .toString('utf8')
    .split('\0')) {
    const match = /^160000 commit (\w+)\t(.*)$/s.exec(line);
    if (match) links.set(match[2]!, match[1]!);
  }
  for (const [path, commit] of Object.entries(declared)) {
    const actual = links.get(path);
    if (!actual) throw new UserError(`${at}  snapshot.submodules: "${path}" is not a submodule of this commit`);
    if (actual !== commit)
      throw new UserError(
        `${at}  snapshot.submodules: "${path}" resolves to ${actual}, the contract says ${commit}`,
        `Write ${path}: ${actual}`,
      );
  }
  if (links.size === 0) return tree;
  const room = scratch(cache);
  try {
    // The store is bare; git wants a folder to remove paths in, and never looks into it.
    const call = { store: cache.store, index: join(room, 'index'), work_tree: room };
    await gitOrThrow(['read-tree', tree], call);
    for (const [path, commit] of links) {
      await gitOrThrow(['update-index', '--force-remove', '--', path], call);
      if (!declared[path]) continue;
      const url = urls[path] ?? (await submoduleUrl(tree, path, cache.store, parent));
      if (!url)
        throw new UserError(
          `${at}  snapshot.submodules: "${path}" has no URL`,
          'Give one under snapshot.submodule_urls.',
        );
      const inner = await fetchCommit(url, commit, cache, sources, `${at}  submodule ${path}`);
      await gitOrThrow(['read-tree', `--prefix=${path}/`, inner], call);
    }
    return (await gitOrThrow(['write-tree'], call)).toString().trim();
  } finally {
    await removeTree(room);
  }
}

async function submoduleUrl(tree: string, path: string, store: string, parent: string): Promise<string | undefined> {
  const file = await git(
    ['config', '--blob', `${tree}:.gitmodules`, '--null', '--get-regexp', '^submodule\\..*\\.(path|url)$'],
    { store },
  );
  const entries = file.stdout
    .toString('utf8')
    .split('\0')
    .map((line) => line.split('\n') as [string, string?]);
  const name = entries
    .find(([key, value]) => key.endsWith('.path') && value === path)?.[0]
    .slice('submodule.'.length, -'.path'.length);
  const url = entries.find(([key]) => key === `submodule.${name}.url`)?.[1];
  if (!url?.startsWith('.')) return url;
  return parent ? new URL(url, `${parent.replace(/\/?$/, '/')}`).href : undefined;
}
