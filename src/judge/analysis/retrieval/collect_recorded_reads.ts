import { posix } from 'node:path';
import { getWorkspaceRoot } from '../../../contract/input/relative_path_schema.js';
import { type RunRecord, selectEvents } from '../../../record/events/select_events.js';
import { readWatchedActs } from '../../rubric/trace/watched_act.js';
import { listClaimedReads } from './list_claimed_reads.js';
import { type FileRead, listCommandReads } from './list_command_reads.js';
import { readViewCall } from './read_view_call.js';

/** Step of an agent in which it read files of the repository. Paths count from its root. */
export interface RetrievalStep {
  /** Event that shows it. */
  seq: number;
  reads: readonly FileRead[];
}

/** Reads of a record, and whether all roads on which an agent reads were watched. */
interface RecordedReads {
  steps: RetrievalStep[];
  /** Reasons why reads may be missing; empty = none is known. */
  gaps: string[];
}

/**
 * Collects what an agent read, from its commands and from calls of tools that show files. A command that the harness
 * refused has read nothing. Reads inside programs, such as `open()` of Python, are not seen. Of an imported trajectory
 * its calls are taken as it states them.
 */
export function collectRecordedReads(record: RunRecord): RecordedReads {
  const { events, manifest } = record;
  const root = getWorkspaceRoot(manifest.contract.body.environment);
  const steps: RetrievalStep[] = [];
  const add = (seq: number, reads: readonly FileRead[]) => {
    const inside = reads.flatMap(({ file, lines }) => {
      const path = toRepositoryPath(file, root);
      return path === undefined ? [] : [{ file: path, lines }];
    });
    if (inside.length > 0) steps.push({ seq, reads: inside });
  };
  // Programs of an agent that is one command are taken from their own event, in full.
  for (const { seq, payload, outcome } of readWatchedActs(record))
    if (payload.form === 'command' && outcome !== 'refused' && ['call', 'traffic'].includes(payload.road))
      add(seq, listCommandReads(payload.commands));
  if (manifest.agent.kind === 'command')
    for (const { seq, payload, stage } of selectEvents(events, 'executed_programs'))
      if (stage !== 'evaluation') for (const { argv } of payload.programs) add(seq, listCommandReads([argv.join(' ')]));
  for (const { seq, payload } of selectEvents(events, 'tool_invocation')) {
    if (payload.refused) continue;
    const read = readViewCall(payload.tool, payload.arguments);
    if (read !== undefined) add(seq, [read]);
  }
  const claimed = selectEvents(events, 'imported_step');
  for (const { seq, payload } of claimed) add(seq, listClaimedReads(payload.document.claimed));
  const unseen = claimed.length === 0 ? [] : ['trajectory: what it says that was read, and nobody saw'];
  const cut = claimed.filter(({ payload }) => payload.document.artifact !== undefined).length;
  if (cut > 0) unseen.push(`trajectory: long commands of ${cut} steps are cut`);
  const gaps = selectEvents(events, 'road_unobserved')
    .filter(({ payload }) => payload.road !== 'check' && payload.road !== 'plan')
    .filter(({ payload }) => payload.road !== 'program' || manifest.agent.kind === 'command')
    .map(({ payload }) => `${payload.road}: ${payload.because}`);
  return { steps: steps.sort((a, b) => a.seq - b.seq), gaps: [...new Set([...unseen, ...gaps])] };
}

/** Returns the path in the repository; undefined if it lies elsewhere. */
function toRepositoryPath(file: string, root: string): string | undefined {
  const plain = posix.normalize(file.startsWith('/') ? file : `${root}/${file}`);
  if (!plain.startsWith(`${root}/`)) return undefined;
  const path = plain.slice(root.length + 1);
  return path === '' || path.startsWith('.git/') ? undefined : path;
}
