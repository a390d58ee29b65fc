import { listBriefingTexts } from '../../contract/leaks/briefing_text.js';
import { findLeaks, type Leak } from '../../contract/leaks/find_leaks.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { runGit } from '../../workspace/git/run_git.js';

/** Maximum number of lines that are searched in the repository; further ones count as leaks. */
const MAX_LINES = 200;

/**
 * Finds parts of the solution and of hidden files that agents are told. Ignores those that the repository itself
 * contains.
 */
export async function findLeaksBeyondBase(
  loaded: Pick<LoadedContract, 'contract' | 'golden' | 'oracle_files' | 'oracle_folders'>,
  tree: string,
  cache: WorkspaceCache,
): Promise<Leak[]> {
  const texts = listBriefingTexts(loaded.contract);
  const unmatched = new Set<string>();
  const leaks = findLeaks(texts, loaded, (line) => {
    unmatched.add(line);
    return false;
  });
  if (unmatched.size === 0) return leaks;
  const lines = [...unmatched].slice(0, MAX_LINES);
  const search = await runGit(['grep', '-h', '-I', '-F', '-f', '-', tree, '--'], {
    store: cache.store,
    input: `${lines.join('\n')}\n`,
  });
  if (!search.ok) return leaks; // the repository contains none of them
  const base = new Set(
    search.stdout
      .toString('utf8')
      .split('\n')
      .map((line) => line.trim()),
  );
  return findLeaks(texts, loaded, (line) => base.has(line));
}
