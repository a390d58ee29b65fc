import { UserError } from '../../contract/input/user_error.js';
import { createScratchFolder, removeTree, type WorkspaceCache } from '../cache/workspace_cache.js';
import { removeUrlCredentials, runGit, runGitOrThrow } from '../git/run_git.js';
import { fetchCommit, type SnapshotSources } from './fetch_commit.js';
import { resolveSubmoduleUrl } from './resolve_submodule_url.js';

/** Submodules that a contract declares. */
interface DeclaredSubmodules {
  /** Path → commit; nested submodules by their whole path. */
  commits: Readonly<Record<string, string>>;
  /** Path → URL, in place of that of `.gitmodules`. */
  urls: Readonly<Record<string, string>>;
}

/** Tree in which declared submodules are ordinary folders. */
export interface InlinedTree {
  tree: string;
  /** Undeclared submodules of the repository: path → commit. The tree does not contain them. */
  undeclared: Record<string, string>;
}

/** A repository whose submodules are put in place. */
interface Superproject {
  tree: string;
  /** Position in the whole tree: '' or a path that ends with a slash. */
  prefix: string;
  /** URL or absolute path. */
  url: string;
}

/**
 * Puts declared submodules into the tree as ordinary folders, and removes all others from it.
 * @param url address to which relative URLs of submodules refer
 * @throws {UserError} if a declared submodule does not exist, has another commit, or cannot be fetched
 */
export async function inlineSubmodules(
  tree: string,
  { commits, urls }: DeclaredSubmodules,
  url: string,
  cache: WorkspaceCache,
  sources: SnapshotSources,
  at: string,
): Promise<InlinedTree> {
  const undeclared: Record<string, string> = {};
  const paths = new Set<string>();
  const folder = createScratchFolder(cache);
  // The store is bare; git wants a folder to remove paths in, and never looks into it.
  const call = { store: cache.store, index: `${folder}/index`, work_tree: folder };
  const open: Superproject[] = [{ tree, prefix: '', url }];
  let changed = false;
  try {
    for (let project = open.shift(); project; project = open.shift()) {
      const links = await listGitLinks(project.tree, cache);
      for (const [path, commit] of links) requirePin(`${project.prefix}${path}`, commit, commits, at);
      for (const [path, commit] of links) {
        if (!changed) await runGitOrThrow(['read-tree', tree], call);
        changed = true;
        const whole = `${project.prefix}${path}`;
        await runGitOrThrow(['update-index', '--force-remove', '--', whole], call);
        if (commits[whole] === undefined) {
          undeclared[whole] = commit;
          continue;
        }
        paths.add(whole);
        const url = urls[whole] ?? (await findSubmoduleUrl(project, path, cache, at));
        const inner = await fetchCommit(url, commit, cache, sources, `${at}  submodule ${whole}`);
        await runGitOrThrow(['read-tree', `--prefix=${whole}/`, inner], call);
        open.push({ tree: inner, prefix: `${whole}/`, url });
      }
    }
    const none = Object.keys(commits).find((path) => !paths.has(path));
    if (none !== undefined)
      throw new UserError(`${at}  snapshot.submodules: "${none}" is not a submodule of this commit`);
    return { tree: changed ? (await runGitOrThrow(['write-tree'], call)).toString().trim() : tree, undeclared };
  } finally {
    await removeTree(folder);
  }
}

/** Lists the submodules of a tree: path → commit. */
async function listGitLinks(tree: string, cache: WorkspaceCache): Promise<Map<string, string>> {
  const links = new Map<string, string>();
  const listed = await runGitOrThrow(['ls-tree', '-r', '-z', tree], { store: cache.store });
  for (const line of listed.toString('utf8').split('\0')) {
    const [, commit, path] = /^160000 commit (\w+)\t(.*)$/s.exec(line) ?? [];
    if (commit !== undefined && path !== undefined) links.set(path, commit);
  }
  return links;
}

function requirePin(path: string, actual: string, commits: DeclaredSubmodules['commits'], at: string): void {
  const pinned = commits[path];
  if (pinned === undefined || pinned === actual) return;
  throw new UserError(
    `${at}  snapshot.submodules: "${path}" resolves to ${actual}, the contract says ${pinned}`,
    `Write ${path}: ${actual}`,
  );
}

async function findSubmoduleUrl(
  { tree, prefix, url: parent }: Superproject,
  path: string,
  cache: WorkspaceCache,
  at: string,
): Promise<string> {
  const declared_url = await readUrlInTree(tree, path, cache.store);
  const where = `${at}  snapshot.submodules: "${prefix}${path}"`;
  const remedy = 'Give one under snapshot.submodule_urls.';
  if (!declared_url) throw new UserError(`${where} has no URL`, remedy);
  const resolved = resolveSubmoduleUrl(declared_url, parent);
  if ('fault' in resolved)
    throw new UserError(`${where}: ${removeUrlCredentials(`${resolved.fault} of ${parent}`)}`, remedy);
  return resolved.url;
}

/** Reads the URL of a submodule in `.gitmodules` of a tree. */
async function readUrlInTree(tree: string, path: string, store: string): Promise<string | undefined> {
  const file = await runGit(
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
  return entries.find(([key]) => key === `submodule.${name}.url`)?.[1];
}
