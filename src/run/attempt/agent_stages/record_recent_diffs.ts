import type { Event, EventPayload } from '../../../record/events/event.js';
import { sha256 } from '../../../record/json/compute_digest.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';
import type { TreeDiff, TreeReader } from '../../../workspace/changes/tree_reader.js';

/** Maximum number of changes kept, and bytes of each. */
const MAX_DIFFS = 10;
const MAX_DIFF_BYTES = 64 * 1024;

/** Tree of a workspace at an event; `seq` null stands for the end of the agent's stages. */
interface TreePoint {
  seq: number | null;
  tree: string;
  cycle: 'passed' | 'failed' | null;
}

/**
 * Records the last changes of a workspace as masked diffs between its trees. A single change is the patch itself and is
 * not recorded again.
 *
 * @param snapshot tree before the agent's stages
 * @param last tree of the patch, and the store that holds it
 */
export async function recordRecentDiffs(
  run: RunDirectory,
  trees: TreeReader,
  snapshot: string,
  last: { tree: string; objects: string | undefined },
): Promise<void> {
  const points: TreePoint[] = [...listTreePoints(run.log.events), { seq: null, tree: last.tree, cycle: null }];
  const start: Pick<TreePoint, 'seq' | 'tree'> = { seq: null, tree: snapshot };
  const steps = points
    .map((to, i) => ({ from: points[i - 1] ?? start, to }))
    .filter(({ from, to }) => from.tree !== to.tree);
  if (steps.length < 2) return;
  const recent = steps.slice(-MAX_DIFFS);
  const texts = await trees.diffs(
    recent.map(({ from, to }) => [from.tree, to.tree]),
    last.objects,
  );
  run.log.append('recent_diffs', 'harness', {
    diffs: recent.map(({ from, to }, i) => ({
      from_seq: from.seq,
      to_seq: to.seq,
      from: from.tree,
      to: to.tree,
      cycle: to.cycle,
      text: storeDiff(run, texts[i]!),
    })),
    earlier: steps.length - recent.length,
  });
}

/** Stores a diff. It is masked and redacted before it is cut, so that no half of a secret remains. */
function storeDiff(run: RunDirectory, diff: TreeDiff | null): EventPayload<'recent_diffs'>['diffs'][number]['text'] {
  if (diff === null) return null;
  const { text, artifact } = run.keepBeginning(diff.text, MAX_DIFF_BYTES, 'patch');
  const complete = diff.complete && text.length <= MAX_DIFF_BYTES;
  return { artifact, bytes: text.length, sha256: sha256(text), complete };
}

/** Lists trees in the order of their events; the last event of a tree says how its cycle ended. */
function listTreePoints(events: readonly Event[]): TreePoint[] {
  const points: TreePoint[] = [];
  for (const { type, seq, payload } of events) {
    if (type !== 'tool_invocation' && type !== 'act_outcome' && type !== 'resource_sample') continue;
    if (!payload.tree) continue;
    const cycle = 'cycle' in payload ? (payload.cycle ?? null) : null;
    const last = points.at(-1);
    if (last?.tree !== payload.tree) points.push({ seq, tree: payload.tree, cycle });
    else last.cycle = cycle ?? last.cycle;
  }
  return points;
}
