import { resolve } from 'node:path';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { type InspectedRepository, inspectRepository } from '../../run/attempt/setup/prepare_contract.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import type { SnapshotSources } from '../../workspace/snapshot/fetch_commit.js';
import type { RunOptions } from '../study/run_options.js';

/** Inspections of repositories that have begun, by contract. `createContractPreparer` takes each out that it uses. */
export type BegunInspections = Map<LoadedContract, Promise<InspectedRepository>>;

/** Inspection that runs while the sandbox is probed. */
interface EarlyInspection {
  begun: BegunInspections;
  /** Ends what nobody needs any more, and waits for that. */
  close(): Promise<void>;
}

/**
 * Begins to inspect the repository of a run's first contract, if it is a folder: nothing else is certain to need no
 * network. Nothing begins where earlier attempts may be kept.
 */
export function beginInspection(
  options: Pick<RunOptions, 'repos' | 'pull_request' | 'resume' | 'reuse'>,
  first: LoadedContract | undefined,
  { cwd, cache }: { cwd: string; cache: WorkspaceCache },
  signal: AbortSignal,
): EarlyInspection {
  const begun: BegunInspections = new Map();
  if (first === undefined || !('directory' in first.contract.snapshot) || options.resume || options.reuse.length > 0)
    return { begun, close: () => Promise.resolve() };
  const unneeded = new AbortController();
  const sources = createSnapshotSources(options, cwd, AbortSignal.any([signal, unneeded.signal]));
  const inspecting = inspectRepository(first, cache, sources);
  inspecting.catch(() => undefined); // whoever prepares the contract meets the fault
  begun.set(first, inspecting);
  return {
    begun,
    async close() {
      unneeded.abort();
      await Promise.allSettled([inspecting]);
    },
  };
}

/** Creates the sources of a run's repositories. */
export const createSnapshotSources = (
  { repos, pull_request }: Pick<RunOptions, 'repos' | 'pull_request'>,
  cwd: string,
  signal: AbortSignal,
): SnapshotSources => ({ repos: repos.map((folder) => resolve(cwd, folder)), pull_request, signal });
