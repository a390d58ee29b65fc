import type { LoadedContract } from '../../contract/loaded_contract.js';
import { type InspectedRepository, inspectRepository } from '../../run/attempt/setup/prepare_contract.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import type { RunOptions } from '../study/run_options.js';
import { createSnapshotSources } from './create_snapshot_sources.js';

/**
 * Begins to inspect the repository of the first contract, while the sandbox is still probed. Nothing begins where
 * attempts may be left out: another shard makes them, or an earlier run made them.
 *
 * @returns inspections that have begun, by contract; whoever uses one removes it
 */
export function beginInspection(
  options: Pick<RunOptions, 'repos' | 'pull_request' | 'shard' | 'resume' | 'reuse'>,
  [first]: readonly LoadedContract[],
  { cwd, cache }: { cwd: string; cache: WorkspaceCache },
  signal: AbortSignal,
): Map<LoadedContract, Promise<InspectedRepository>> {
  const is_certain = options.shard === undefined && !options.resume && options.reuse.length === 0;
  if (first === undefined || !is_certain) return new Map();
  const begun = inspectRepository(first, cache, createSnapshotSources(options, cwd, signal));
  begun.catch(() => undefined); // whoever prepares the contract meets the fault
  return new Map([[first, begun]]);
}
