import type { EventPayload } from '../../record/events/event.js';
import { extractTree } from '../../workspace/changes/extract_patch.js';
import type { TreeReader } from '../../workspace/changes/tree_reader.js';
import { openWorkspace } from '../../workspace/workspace.js';
import type { StopReason } from '../supervisor/stop_reason.js';
import { foldConcurrently } from './fold_concurrently.js';
import { createMerger, type Merger } from './merger.js';
import type { SubtaskAssignment } from './subtask_assignment.js';
import { describeCutOff, findSubtaskObstacle, mergeStops, type SubtaskRun, type SubtaskRunner } from './subtask_run.js';

/** Output of an agent for a subtask, with the tree that it started from. */
interface SubtaskOutput {
  base: string;
  tree: string;
  stop: StopReason;
  started_ms: number;
  ended_ms: number;
  ignored: { count: number; sample: string[] };
}

/** State of the merge. */
interface MergeState {
  tree: string;
  left_out: ReadonlySet<string>;
  stops: readonly { part: SubtaskAssignment; stop: StopReason }[];
}

/**
 * Creates the runner of subtasks in parallel.
 *
 * Each subtask gets its own workspace, which starts from the merged result up to the last subtask that it depends on.
 * Outputs are merged in the contract's order; one that conflicts, or whose agent broke down, is left out as a whole.
 * Finally the workspace of the attempt holds the merged result.
 */
export function createParallelRunner({ home, cache }: Pick<SubtaskRun, 'home' | 'cache'>): SubtaskRunner {
  const merger = createMerger(home.layer, cache, home.scratch_folder);
  let stands = home.layer.tree;
  return async (work) => {
    const { parts, workers } = work;
    const position = new Map(parts.map(({ subtask }, i) => [subtask.id, i]));
    const merged = await foldConcurrently<SubtaskAssignment, SubtaskOutput | string, MergeState>(
      parts,
      { tree: stands, left_out: new Set(), stops: [] },
      {
        workers,
        needs: ({ subtask }) => Math.max(-1, ...subtask.depends_on.map((id) => position.get(id) ?? -1)),
        work: async (part, { tree, left_out }) =>
          findSubtaskObstacle(part, left_out, work.signal) ?? runSubtask(part, tree, merger, work),
        fold: (so_far, part, left) => mergeSubtask(so_far, part, left, merger, work),
      },
    );
    await merger.bring(home, stands, merged.tree);
    stands = merged.tree;
    return mergeStops(merged.stops);
  };
}

async function runSubtask(
  part: SubtaskAssignment,
  base: string,
  merger: Merger,
  work: SubtaskRun,
): Promise<SubtaskOutput> {
  const { home, cache, method, volume_bytes, run, act } = work;
  const started_ms = run.log.now();
  const workspace = await openWorkspace(home.layer, cache, method, { volume_bytes });
  try {
    await merger.bring(workspace, home.layer.tree, base);
    const stop = await act(part, workspace);
    const { tree, ignored } = await extractTree(workspace, cache, merger.objects);
    return { base, tree, stop, started_ms, ended_ms: run.log.now(), ignored };
  } finally {
    await workspace.dispose();
  }
}

/** Merges the output of a subtask and records the result. */
async function mergeSubtask(
  so_far: MergeState,
  part: SubtaskAssignment,
  left: SubtaskOutput | string,
  merger: Merger,
  { run }: SubtaskRun,
): Promise<MergeState> {
  const { subtask, agent } = part;
  const say = (told: Omit<EventPayload<'subtask'>, 'id' | 'agent'>) =>
    run.log.append('subtask', 'harness', { id: subtask.id, agent, ...told });
  const remainder = { ...so_far, left_out: new Set([...so_far.left_out, subtask.id]) };
  if (typeof left === 'string') {
    const now = run.log.now();
    const nothing = { started_ms: now, ended_ms: now, conflicts: [], artifact: null, tree: null };
    say({ ...nothing, outcome: 'failed', detail: left });
    return remainder;
  }
  const { base, tree, stop, started_ms, ended_ms } = left;
  const stops = [...so_far.stops, { part, stop }];
  const artifact = tree === base ? null : run.keep(await merger.patch(base, tree), 'patch');
  const result = { started_ms, ended_ms, artifact, conflicts: [], tree: null };
  if (stop.kind === 'agent-error') {
    say({ ...result, outcome: 'failed', detail: stop.because });
    return { ...remainder, stops };
  }
  const merged = await merger.merge(base, so_far.tree, tree);
  if ('conflicts' in merged) {
    say({
      ...result,
      outcome: 'conflict',
      ...limitConflicts(merged.conflicts),
      detail: joinDetails(merged.because, describeCutOff(stop)),
    });
    return { ...remainder, stops };
  }
  const outcome = tree === base ? 'empty' : 'merged';
  say({ ...result, outcome, tree: merged.tree, detail: joinDetails(describeCutOff(stop), describeIgnoredFiles(left)) });
  return { ...so_far, tree: merged.tree, stops };
}

/** Maximum number of conflicting paths in an event. */
const MAX_LISTED_CONFLICTS = 100;
const limitConflicts = (paths: readonly string[]) => ({ conflicts: paths.slice(0, MAX_LISTED_CONFLICTS) });

const joinDetails = (...said: string[]) => said.filter(Boolean).join('; ');

function describeIgnoredFiles({ ignored: { count, sample } }: SubtaskOutput): string {
  return count === 0
    ? ''
    : `does not travel: ${sample.slice(0, 5).join(', ')}${count > 5 ? ` and ${count - 5} more` : ''}`;
}

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
      const base_tree = obstacle === undefined ? await trees.take() : null;
      const stop = obstacle === undefined ? await act(part, home) : undefined;
      const failed = obstacle ?? (stop?.kind === 'agent-error' ? stop.because : undefined);
      if (stop) stops.push({ part, stop });
      if (failed !== undefined || !stop) {
        left_out.add(id);
        say({ started_ms, outcome: 'failed', tree: null, detail: failed ?? '' });
        continue;
      }
      const result_tree = await trees.take();
      const outcome = base_tree !== null && base_tree.tree === result_tree?.tree ? 'empty' : 'merged';
      say({ started_ms, outcome, tree: result_tree?.tree ?? null, detail: describeCutOff(stop) });
    }
    return mergeStops(stops);
  };
}
