import picomatch from 'picomatch';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { isTestPath } from '../../language/is_test_path.js';
import { isProsePath } from '../../language/source_language.js';
import { detectProjects } from '../../project/detection/detect_projects.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { listCommitFiles, readCommitTexts } from '../../workspace/history/read_commit.js';
import { parsePatchSections } from './patch_section.js';

/**
 * Creates the predicate of files that a fault in says nothing about the checks: tests by their names, by the
 * configuration of the repository's own runners, and files that the contract replaces or puts back before it checks.
 *
 * @param tree git tree of the repository
 */
export async function createTestPredicate(
  { contract: { oracle }, golden, oracle_files, oracle_folders }: LoadedContract,
  tree: string,
  { store }: WorkspaceCache,
): Promise<(path: string) => boolean> {
  const repository = { store, root: undefined, shallow: true };
  const { projects } = detectProjects(await readCommitTexts(repository, await listCommitFiles(repository, tree)));
  const hidden = new Set(oracle_files.map(({ path }) => path));
  const isRestored = picomatch(oracle.restore, { dot: true });
  const isReplaced = (path: string) =>
    hidden.has(path) || oracle_folders.some((folder) => path.startsWith(`${folder}/`)) || isRestored(path);
  const isConfigured = (path: string) => projects.some(({ isTestFile }) => isTestFile(path));
  const changed = parsePatchSections(golden ?? new Uint8Array()).map(({ path }) => toText(path));
  // A script that is its own test names files that are the product: something must be left to have a fault in.
  const is_all = changed.every((path) => isProsePath(path) || isTestPath(path) || isConfigured(path));
  return (bytes) => {
    const path = toText(bytes);
    return isTestPath(path) || isReplaced(path) || (!is_all && isConfigured(path));
  };
}

/** Returns the text of a path whose characters are bytes. */
const toText = (path: string): string => Buffer.from(path, 'latin1').toString();
