import type { TreeReader } from '../../workspace/changes/tree_reader.js';
import type { StopReason } from '../stop_reason.js';
import type { SubtaskAssignment } from '../subtask_assignment.js';
import { describeCutOff, findSubtaskObstacle, mergeStops, type SubtaskRunner } from './subtask_run.js';

/**
 * Creates the runner of subtasks one after another in the workspace of the attempt, as the baseline of parallelization.
 *
 * Nothing is merged or left out: the changes of an agent that broke down stay.
 */
export function createSequentialRunner(trees: TreeReader): SubtaskRunner {
  return async ({ parts, home, run, signal, act }) => {
    const stops: { part: SubtaskAssignment; stop: StopReason }[] = [];
    const left_out = new Set<string>();
    for (const part of parts) {
      const { id } = part.subtask;
      const say = (told: {
        started_ms: number;
        outcome: 'merged' | 'empty' | 'failed';
        tree: string | null;
        detail: string;
      }) =>
        run.log.append('subtask', 'harness', {
          id,
          agent: part.agent,
          ended_ms: run.log.now(),
          conflicts: [],
          artifact: null,
          ...told,
        });
      const started_ms = run.log.now();
      const obstacle = findSubtaskObstacle(part, left_out, signal);
      const before = obstacle === undefined ? await trees.take() : null;
      const stop = obstacle === undefined ? await act(part, home) : undefined;
      const failed = obstacle ?? (stop?.kind === 'agent-error' ? stop.because : undefined);
      if (stop) stops.push({ part, stop });
      if (failed !== undefined || !stop) {
        left_out.add(id);
        say({ started_ms, outcome: 'failed', tree: null, detail: failed ?? '' });
        continue;
      }
      const after = await trees.take();
      const outcome = before !== null && before.tree === after?.tree ? 'empty' : 'merged';
      say({ started_ms, outcome, tree: after?.tree ?? null, detail: describeCutOff(stop) });
    }
    return mergeStops(stops);
  };
}
