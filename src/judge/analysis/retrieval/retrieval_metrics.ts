import { posix } from 'node:path';
import { getWorkspaceRoot } from '../../../contract/input/get_workspace_root.js';
import type { ContextSpan } from '../../../contract/retrieval/gold_context_schema.js';
import type { RunRecord } from '../../../record/events/select_events.js';
import { selectEvents } from '../../../record/events/select_events.js';
import { readWatchedActs } from '../../rubric/trace/watched_act.js';
import { listClaimedReads } from './list_claimed_reads.js';
import { type FileRead, listCommandReads } from './list_command_reads.js';
import { readViewCall } from './read_view_call.js';

/** Coverage (recall) and precision of what was read against what a solution needs. */
interface Overlap {
  /** Shared size / gold size; 1 if nothing is needed. */
  coverage: number;
  /** Shared size / read size; 1 if nothing was read. null = the size of what was read is not known. */
  precision: number | null;
  shared: number;
  gold: number;
  read: number | null;
}

/** Metrics of retrieval over the steps of one attempt. */
export interface RetrievalMetrics {
  steps: number;
  file: Overlap;
  line: Overlap;
  /** Mean over the steps of the coverage that was reached by then; 0 without a step. */
  auc_coverage: { file: number; line: number };
  /** 1 − distinct size / sum of the sizes of all steps; 0 without a step. null = a size is not known. */
  redundancy: { file: number; line: number | null };
}

/** Lines of a file as disjoint ranges in their order. */
type Ranges = readonly (readonly [first: number, last: number])[];
type FileLines = ReadonlyMap<string, Ranges>;

/**
 * Computes how much of the context that a solution needs was read, and how much else.
 *
 * @param counts number of lines of each file of the repository; undefined = the repository is not at hand, and any path
 *   counts as a file
 */
export function computeRetrievalMetrics(
  gold: readonly ContextSpan[],
  steps: readonly RetrievalStep[],
  counts: ReadonlyMap<string, number> | undefined,
): RetrievalMetrics {
  const gold_lines = collectGoldLines(gold);
  const gold_files = new Set(gold_lines.keys());
  const read_steps = steps
    .map(({ reads }) => reads.filter(({ file }) => counts === undefined || counts.has(file)))
    .filter((reads) => reads.length > 0);
  // A file without a known end has as many lines as the last one that is needed: more would be a guess.
  let exact = true;
  const lines = read_steps.map((reads) => {
    const by_file = new Map<string, [number, number][]>();
    for (const { file, lines } of reads) {
      if (lines === null) continue;
      const end = counts?.get(file);
      if (lines.last === null && end === undefined) exact = false;
      const last = Math.min(lines.last ?? Infinity, end ?? lines.last ?? gold_lines.get(file)?.at(-1)?.[1] ?? 0);
      if (last >= lines.first) by_file.set(file, [...(by_file.get(file) ?? []), [lines.first, last]]);
    }
    return new Map([...by_file].map(([file, ranges]) => [file, mergeRanges(ranges)]));
  });
  const files = read_steps.map((reads) => new Set(reads.map(({ file }) => file)));
  const whole = { files: new Set<string>(), lines: new Map<string, Ranges>() };
  const reached = { file: 0, line: 0 };
  const sums = { file: 0, line: 0 };
  const gold_size = countLines(gold_lines);
  read_steps.forEach((_, at) => {
    for (const file of files[at]!) whole.files.add(file);
    for (const [file, ranges] of lines[at]!)
      whole.lines.set(file, mergeRanges([...(whole.lines.get(file) ?? []), ...ranges]));
    sums.file += files[at]!.size;
    sums.line += countLines(lines[at]!);
    reached.file += share(countShared(whole.files, gold_files), gold_files.size);
    reached.line += share(countSharedLines(whole.lines, gold_lines), gold_size);
  });
  const read_lines = countLines(whole.lines);
  return {
    steps: read_steps.length,
    file: createOverlap(countShared(whole.files, gold_files), gold_files.size, whole.files.size),
    line: createOverlap(countSharedLines(whole.lines, gold_lines), gold_size, exact ? read_lines : null),
    auc_coverage: {
      file: read_steps.length === 0 ? 0 : reached.file / read_steps.length,
      line: read_steps.length === 0 ? 0 : reached.line / read_steps.length,
    },
    redundancy: {
      file: computeRedundancy(whole.files.size, sums.file),
      line: exact ? computeRedundancy(read_lines, sums.line) : null,
    },
  };
}

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 1);

const computeRedundancy = (distinct: number, sum: number): number => (sum === 0 ? 0 : 1 - distinct / sum);

const createOverlap = (shared: number, gold: number, read: number | null): Overlap => ({
  coverage: share(shared, gold),
  precision: read === null ? null : share(shared, read),
  ...{ shared, gold, read },
});

function collectGoldLines(gold: readonly ContextSpan[]): FileLines {
  const by_file = new Map<string, [number, number][]>();
  for (const { file, start_line, end_line } of gold)
    by_file.set(file, [...(by_file.get(file) ?? []), [start_line, end_line]]);
  return new Map([...by_file].map(([file, ranges]) => [file, mergeRanges(ranges)]));
}

/** Merges ranges that overlap or touch. */
function mergeRanges(ranges: Ranges): Ranges {
  const merged: [number, number][] = [];
  for (const [first, last] of [...ranges].sort(([a, b], [c, d]) => a - c || b - d)) {
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

const countRange = (ranges: Ranges): number => ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
const countLines = (lines: FileLines): number => [...lines.values()].reduce((sum, each) => sum + countRange(each), 0);
const countShared = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...some].filter((each) => others.has(each)).length;

function countSharedLines(some: FileLines, others: FileLines): number {
  let shared = 0;
  for (const [file, ranges] of some)
    for (const [first, last] of ranges)
      for (const [start, end] of others.get(file) ?? [])
        shared += Math.max(0, Math.min(last, end) - Math.max(first, start) + 1);
  return shared;
}

/** Step of an agent in which it read files of the repository. Paths count from its root. */
interface RetrievalStep {
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
