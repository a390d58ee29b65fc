import { UserError } from '../../contract/input/user_error.js';
import type { WorkspaceCache } from '../cache/workspace_cache.js';
import { getFirstLine, removeUrlCredentials, runGit } from '../git/run_git.js';
import { findMirrors, listMirrorNames } from './find_mirrors.js';

/** Sources of repositories. */
export interface SnapshotSources {
  /** Folders with local mirrors `owner+name`, used instead of the network. */
  repos: readonly string[];
  pull_request?: { base_sha: string; workspace: string } | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Fetches one commit into the store and returns its tree id. Asks in this order: the store, local mirrors, the
 * repository for this commit, the repository for its branches and tags.
 *
 * @throws {UserError} if the repository is unreachable or does not have the commit
 */
export function fetchCommit(
  url: string,
  commit: string,
  cache: WorkspaceCache,
  sources: SnapshotSources,
  at: string,
): Promise<string> {
  // One at a time: a fetch holds locks on the store's references and its list of shallow commits.
  const turn = queue.then(() => fetchInTurn(url, commit, cache, sources, at));
  queue = turn.catch(() => undefined);
  return turn;
}

let queue: Promise<unknown> = Promise.resolve();

async function fetchInTurn(
  url: string,
  commit: string,
  cache: WorkspaceCache,
  sources: SnapshotSources,
  at: string,
): Promise<string> {
  const stored_tree = await findCommitTree(commit, cache.store);
  if (stored_tree) return stored_tree;
  const local = findMirrors(url, sources.repos);
  const reasons: string[] = [];
  if (local.length === 0 && sources.repos.length > 0)
    reasons.push(`no mirror ${listMirrorNames(url)[0] ?? ''} in ${sources.repos.join(', ')}`);
  let absent = true;
  let incomplete = false;
  for (const source of [...local, url]) {
    const is_given = local.includes(source) || source === sources.pull_request?.workspace;
    const reached = await fetchFrom(source, commit, cache.store, is_given, sources.signal);
    if (sources.signal?.aborted) throw new UserError('interrupted while fetching');
    const tree = reached.ok ? await findCommitTree(commit, cache.store) : undefined;
    if (tree) return tree;
    absent &&= reached.ok;
    incomplete ||= !reached.ok && reached.incomplete;
    reasons.push(`${removeUrlCredentials(source)} ${reached.ok ? `has no commit ${commit}` : reached.reason}`);
  }
  const remedy = absent
    ? 'Check the id; a commit that no branch or tag reaches can only be had from a mirror (--repos DIR).'
    : 'Check the address and the network, or give a folder of mirrors with --repos DIR.';
  const repair = 'git fsck tells what a repository lacks. Name a whole one, or a folder of mirrors with --repos DIR.';
  throw new UserError(`${at}: ${reasons.join('; ')}`, incomplete ? repair : remedy);
}

async function findCommitTree(commit: string, store: string): Promise<string | undefined> {
  const result = await runGit(['rev-parse', '--verify', '--quiet', `${commit}^{commit}^{tree}`], { store });
  if (!result.ok) return undefined;
  // The commit may be there without its tree (a fetch that was cut off): only a whole tree counts.
  const tree = result.stdout.toString().trim();
  return (await runGit(['rev-list', '--objects', '--quiet', '--no-walk', commit], { store })).ok ? tree : undefined;
}

/** `incomplete`: the repository was reached, and lacks files or folders of the commit. */
type FetchResult = { ok: true } | { ok: false; reason: string; incomplete: boolean };

/** Words of a git that serves a repository which lacks objects. */
const INCOMPLETE = /\bpack-objects died\b|\bunable to read [0-9a-f]{40,64}\b/;

/** Longest time of one fetch in milliseconds. */
const FETCH_MS = 7_200_000;

/**
 * Fetches one commit from one address.
 * @param named the caller named this folder, so it may belong to another user, as shared mirrors do
 */
async function fetchFrom(
  source: string,
  commit: string,
  store: string,
  named: boolean,
  signal?: AbortSignal,
): Promise<FetchResult> {
  const call = {
    store,
    signal,
    timeout_ms: FETCH_MS,
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
    // The serving git does not inherit the settings of this call.
    ...(named ? ['--upload-pack=git -c safe.directory=* upload-pack'] : []),
    '--', // a URL of a .gitmodules file could otherwise be an option that runs commands
    source,
  ];
  const exact = await runGit([...one, `${commit}:refs/gatebench/${commit}`], call);
  if (exact.ok) return { ok: true };
  const all = one.filter((arg) => arg !== '--depth=1');
  const wide = await runGit([...all, '+refs/*:refs/gatebench-all/*'], call);
  if (wide.ok) return { ok: true };
  if (INCOMPLETE.test(exact.stderr.toString()))
    return {
      ok: false,
      reason: `lacks files of the commit ${commit} (${getFirstLine(exact.stderr)})`,
      incomplete: true,
    };
  return {
    ok: false,
    incomplete: false,
    reason: `cannot be reached: ${removeUrlCredentials(getFirstLine(wide.stderr).replace(/^fatal: /, ''))}`,
  };
}
