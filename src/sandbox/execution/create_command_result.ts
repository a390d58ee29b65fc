import type { ExitCause } from '../../record/events/event.js';
import type { CgroupUsage } from '../cgroup/control_group.js';
import type { CommandResult } from '../sandbox_backend.js';
import { createEmptyOutput } from './collect_output.js';
import { determineExitCause, type ProcessExit } from './determine_exit_cause.js';

/** Observations of a command that ran. */
interface CommandEnd extends Omit<ProcessExit, 'oom_kills'> {
  /** Time since it was asked for, without pauses. */
  wall_ms: number;
  /** Usage of its control group; undefined = not measured. */
  measured: CgroupUsage | undefined;
  source: CommandResult['usage']['source'];
  network_attempts: number | null;
}

/** Creates the result of a command that ran, without its output. */
export function createCommandResult({
  wall_ms,
  measured,
  source,
  network_attempts,
  ...exit
}: CommandEnd): Omit<CommandResult, 'stdout' | 'stderr'> {
  return {
    ...determineExitCause({ ...exit, oom_kills: measured?.oom_kills ?? 0 }),
    usage: {
      wall_ms,
      cpu_ms: measured?.cpu_ms ?? null,
      peak_memory_bytes: measured?.peak_memory_bytes ?? null,
      source,
    },
    network_attempts,
    forks_refused: measured?.forks_refused ?? null,
  };
}

/** Creates the result of a command that never ran. */
export function createNotStartedResult(detail: string, begun: number, cause: ExitCause = 'not-started'): CommandResult {
  return {
    cause,
    exit_code: null,
    signal: null,
    detail,
    usage: { wall_ms: performance.now() - begun, cpu_ms: null, peak_memory_bytes: null, source: 'none' },
    network_attempts: null,
    forks_refused: null,
    ...createEmptyOutput(),
  };
}
