import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { ModelCheck } from '../../contract/checks/model_check.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { runGit, runGitOrThrow } from '../../workspace/git/run_git.js';

/** Files shorter than this are too common to be an answer. */
const MIN_REVEALING_BYTES = 64;

/**
 * Finds files of the snapshot that reveal the reference solution, a hidden file or a rubric: the contract lies in the
 * repository that it pins. An agent could read them. Compares contents, so spelling of paths does not matter. A hidden
 * file that the snapshot has at its target path is public anyway.
 */
export async function findExposedFiles(loaded: LoadedContract, tree: string, cache: WorkspaceCache): Promise<string[]> {
  const secrets = new Map<string, string>();
  const add = (content: Uint8Array, target: string) => {
    if (content.length >= MIN_REVEALING_BYTES) secrets.set(computeBlobId(content, tree.length), target);
  };
  if (loaded.golden) add(loaded.golden, '');
  for (const file of loaded.oracle_files) add(file.content, file.path);
  const listed = (await runGitOrThrow(['ls-tree', '-r', '-z', '--full-tree', tree], { store: cache.store })).toString(
    'utf8',
  );
  const revealing = listed
    .split('\0')
    .map((line) => /^\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line))
    .flatMap((entry) => {
      const target = entry && secrets.get(entry[1]!);
      return entry && target !== null && target !== undefined && isRevealing(entry[2]!, target) ? [entry[2]!] : [];
    });
  const rubrics = await Promise.all((loaded.contract.model_checks ?? []).map((one) => findRubric(one, tree, cache)));
  return [...new Set([...revealing, ...rubrics.flat()])];
}

/** Longest lines of a rubric that are searched for, and their least length: shorter ones are common. */
const RUBRIC_LINES = 3;
const MIN_LINE = 30;

/**
 * Finds files that hold the longest lines of a rubric. A contract in the repository that it pins is an earlier version
 * of itself, so whole contents would differ.
 */
async function findRubric({ prompt }: ModelCheck, tree: string, cache: WorkspaceCache): Promise<string[]> {
  const lines = [...new Set(prompt.split('\n').map((line) => line.trim()))].filter((line) => line.length >= MIN_LINE);
  const longest = lines.sort((a, b) => b.length - a.length).slice(0, RUBRIC_LINES);
  if (longest.length === 0) return [];
  const patterns = longest.flatMap((line) => ['-e', line]);
  const found = await runGit(['grep', '-l', '-z', '-I', '-F', '--all-match', ...patterns, tree, '--'], {
    store: cache.store,
  });
  return found.stdout
    .toString('utf8')
    .split('\0')
    .flatMap((path) => (path === '' ? [] : [path.slice(tree.length + 1)]));
}

/** Returns true if a path reveals a secret: the golden patch anywhere, a hidden file under its own name elsewhere. */
function isRevealing(path: string, target: string): boolean {
  return target === '' || (path !== target && posix.basename(path) === posix.basename(target));
}

/** Computes the object id of a file in the repository's hash algorithm. */
function computeBlobId(content: Uint8Array, digits: number): string {
  return createHash(digits === 64 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex');
}
