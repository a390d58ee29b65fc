import type { Stop } from '../agents/stop.js';
import type { TreeReader } from '../workspace/tree_id.js';
import type { Part } from './part.js';
import { cutOff, obstacleOf, type Round, together } from './work.js';

/**
 * The same parts one after the other in the workspace of the attempt: what parallelization is measured against. There is nothing to
 * merge, and nothing can be left out: what an agent that broke down has written stands in the way of the others.
 */
export function inTurn(trees: TreeReader): Round {
  return async ({ parts, home, run, signal, act }) => {
    const stops: { part: Part; stop: Stop }[] = [];
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
      const obstacle = obstacleOf(part, left_out, signal);
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
      say({ started_ms, outcome, tree: after?.tree ?? null, detail: cutOff(stop) });
    }
    return together(stops);
  };
}
