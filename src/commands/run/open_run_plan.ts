import { DEFAULT_DISK_BYTES } from '../../contract/policy/policy.js';
import type { Replication } from '../../record/planning/plan.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { startMachineProbes } from '../attempts/start_machine_probes.js';
import type { CommandContext } from '../io/command_context.js';
import { type OpenPlan, openPlan, parseShardCount } from '../plan/open_plan.js';
import { createReplicationOptions } from '../replicate/create_replication_options.js';
import { type RecordedConfiguration, readRecordedConfiguration } from '../replicate/read_recorded_configuration.js';
import type { RunOptions } from '../study/run_options.js';

/** Function that releases a resource of a run; the last one acquired is released first. */
export type Release = () => unknown;

/** Open plan of a run, with its options and, for a replication, the configuration that it repeats. */
export interface RunPlan extends OpenPlan {
  options: RunOptions;
  recorded: RecordedConfiguration | undefined;
  /** Context of the caller, whose output shows keys. */
  shown: CommandContext;
  cwd: string;
}

/**
 * Opens the plan of a run, while the machine is probed.
 *
 * @param releases gets what closes the plan and ends the probes, also when this function throws
 * @returns undefined if the run was interrupted while agents were installed
 * @throws {UserError} for everything that is wrong with the study
 */
export async function openRunPlan(
  given: RunOptions,
  shown: CommandContext,
  cwd: string,
  releases: Release[],
): Promise<RunPlan | undefined> {
  const recorded = given.replicate && readRecordedConfiguration(given.replicate.run, cwd);
  const options = recorded ? createReplicationOptions(given, recorded, cwd) : given;
  const replication = recorded && createReplication(recorded, options);
  const start = (cache: WorkspaceCache) => {
    if (options.dry_run) return;
    const probes = startMachineProbes(options, cache, DEFAULT_DISK_BYTES);
    // A run that was refused leaves nothing at work in its cache.
    releases.push(() => probes);
  };
  const terms = { shards: () => parseShardCount(options.shard), durations: [], replication, start };
  const open = await openPlan(options, terms, shown, cwd);
  if (open === undefined) return undefined;
  releases.push(() => open.close());
  return { ...open, options, recorded, shown, cwd };
}

/** Returns what is planned to be repeated: the attempt with its result, and what is declared to vary. */
function createReplication({ result, manifest }: RecordedConfiguration, { replicate }: RunOptions): Replication {
  const { attempt_id, head } = result;
  const verified = manifest !== undefined;
  return { source: { attempt_id, head, verified, vary: [...new Set(replicate?.vary)].sort() }, recorded: result };
}
