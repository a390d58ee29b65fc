import type { Payload } from '../../record/events.js';
import type { Stop } from '../agents/stop.js';
import { extractTree } from '../workspace/extract.js';
import { openWorkspace } from '../workspace/workspace.js';
import { type Merger, openMerger } from './merger.js';
import type { Part } from './part.js';
import { sideBySide } from './schedule.js';
import { cutOff, obstacleOf, type Round, together, type Work } from './work.js';

/** What an agent left of a part, and what it began with. */
interface Left {
  base: string;
  tree: string;
  stop: Stop;
  started_ms: number;
  ended_ms: number;
  ignored: { count: number; sample: string[] };
}

/** What is merged so far. */
interface Merge {
  tree: string;
  left_out: ReadonlySet<string>;
  stops: readonly { part: Part; stop: Stop }[];
}

/**
 * Parts side by side, each in a workspace of its own that begins with what was merged of the parts up to the last that it depends on. What
 * they leave is merged in the contract's order; what contradicts that, or comes of an agent that broke down, is left out as a whole. What
 * was merged stands in the workspace of the attempt when all is over.
 */
export function apart({ home, cache }: Pick<Work, 'home' | 'cache'>): Round {
  const merger = openMerger(home.layer, cache, home.room);
  let stands = home.layer.tree;
  return async (work) => {
    const { parts, workers } = work;
    const position = new Map(parts.map(({ subtask }, i) => [subtask.id, i]));
    const merged = await sideBySide<Part, Left | string, Merge>(
      parts,
      { tree: stands, left_out: new Set(), stops: [] },
      {
        workers,
        needs: ({ subtask }) => Math.max(-1, ...subtask.depends_on.map((id) => position.get(id) ?? -1)),
        work: async (part, { tree, left_out }) =>
          obstacleOf(part, left_out, work.signal) ?? workAt(part, tree, merger, work),
        fold: (so_far, part, left) => take(so_far, part, left, merger, work),
      },
    );
    await merger.bring(home, stands, merged.tree);
    stands = merged.tree;
    return together(merged.stops);
  };
}

async function workAt(part: Part, base: string, merger: Merger, work: Work): Promise<Left> {
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

/** Takes in what came of a part, and says so. */
async function take(so_far: Merge, part: Part, left: Left | string, merger: Merger, { run }: Work): Promise<Merge> {
  const { subtask, agent } = part;
  const say = (told: Omit<Payload<'subtask'>, 'id' | 'agent'>) =>
    run.log.append('subtask', 'harness', { id: subtask.id, agent, ...told });
  const without = { ...so_far, left_out: new Set([...so_far.left_out, subtask.id]) };
  if (typeof left === 'string') {
    const now = run.log.now();
    const nothing = { started_ms: now, ended_ms: now, conflicts: [], artifact: null, tree: null };
    say({ ...nothing, outcome: 'failed', detail: left });
    return without;
  }
  const { base, tree, stop, started_ms, ended_ms } = left;
  const stops = [...so_far.stops, { part, stop }];
  const artifact = tree === base ? null : run.keep(await merger.patch(base, tree));
  const told = { started_ms, ended_ms, artifact, conflicts: [], tree: null };
  if (stop.kind === 'agent-error') {
    say({ ...told, outcome: 'failed', detail: stop.because });
    return { ...without, stops };
  }
  const merged = await merger.merge(base, so_far.tree, tree);
  if ('conflicts' in merged) {
    say({ ...told, outcome: 'conflict', ...bounded(merged.conflicts), detail: lines(merged.because, cutOff(stop)) });
    return { ...without, stops };
  }
  const outcome = tree === base ? 'empty' : 'merged';
  say({ ...told, outcome, tree: merged.tree, detail: lines(cutOff(stop), notTravelling(left)) });
  return { ...so_far, tree: merged.tree, stops };
}

/** Paths of a conflict that an event lists. */
const LISTED = 100;
const bounded = (paths: readonly string[]) => ({ conflicts: paths.slice(0, LISTED) });

const lines = (...said: string[]) => said.filter(Boolean).join('; ');

function notTravelling({ ignored: { count, sample } }: Left): string {
  return count === 0
    ? ''
    : `does not travel: ${sample.slice(0, 5).join(', ')}${count > 5 ? ` and ${count - 5} more` : ''}`;
}
