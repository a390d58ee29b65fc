import { posix } from 'node:path';
import type { SetupInput } from '../../contract/contract_schema.js';
import { createScratchFolder, removeTree, type WorkspaceCache } from '../cache/workspace_cache.js';
import { runGitOrThrow } from '../git/run_git.js';
import { removeJsonFields } from './remove_json_fields.js';

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
    for (const [path, without] of listReductions(inputs)) {
      const content = await reduceFile(tree, path, without, call);
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
    const without = earlier ? earlier.filter((field) => input.without.includes(field)) : input.without;
    if (!isWhole(path)) reductions.set(path, without);
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
