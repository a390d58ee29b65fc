import type { RunDirectory } from '../../record/storage/run_directory.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import type { Workspace, WorkspaceMethod } from '../../workspace/workspace.js';
import type { StopReason } from '../supervisor/stop_reason.js';
import type { SubtaskAssignment } from './subtask_assignment.js';

/** Input of one round of subtasks. */
export interface SubtaskRun {
  parts: readonly SubtaskAssignment[];
  /** Maximum number of agents at a time. */
  workers: number;
  /** Workspace of the attempt, which holds the result in the end. */
  home: Workspace;
  cache: WorkspaceCache;
  method: WorkspaceMethod;
  /** Size of the volume of each subtask's workspace, in bytes; undefined if there is none. */
  volume_bytes?: number | undefined;
  run: RunDirectory;
  /** Aborts when the agent's stages are over; no further subtask starts then. */
  signal: AbortSignal;
  /** Runs the agent on a subtask in a workspace. */
  act(part: SubtaskAssignment, workspace: Workspace): Promise<StopReason>;
}

/** Runner of all subtasks; it returns the reason why the round ended. */
export type SubtaskRunner = (work: SubtaskRun) => Promise<StopReason>;

/** Merges the stops of subtasks: the first that did not finish decides. */
export function mergeStops(stops: readonly { part: SubtaskAssignment; stop: StopReason }[]): StopReason {
  const first = stops.find(({ stop }) => stop.kind !== 'finished');
  if (!first) return { kind: 'finished' };
  const { part, stop } = first;
  return 'because' in stop ? { ...stop, because: `part "${part.subtask.id}": ${stop.because}` } : stop;
}

/**
 * Finds the reason why a subtask cannot start.
 *
 * @returns undefined if it can
 */
export function findSubtaskObstacle(
  { subtask }: SubtaskAssignment,
  left_out: ReadonlySet<string>,
  signal: AbortSignal,
): string | undefined {
  if (signal.aborted) return 'not begun: the agent was stopped';
  const lacking = subtask.depends_on.find((id) => left_out.has(id));
  return lacking === undefined ? undefined : `not begun: it depends on "${lacking}", which is left out`;
}

/** Describes why a subtask was cut off; empty if it was not. */
export const describeCutOff = (stop: StopReason): string =>
  stop.kind === 'finished' ? '' : `cut off: ${stop.because}`;
