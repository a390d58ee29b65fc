import { posix } from 'node:path';
import { selectEvents } from '../../../record/events/event.js';
import type { RunRecord } from '../../../record/run_record.js';
import { readWatchedActs } from '../../rubric/watched_act.js';
import { type FileRead, listCommandReads } from './list_command_reads.js';

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

/** Names of tools that show a file, as agents call them. */
const VIEWERS =
  /^(read|view|open|cat|show)([_-]?file(s)?)?$|^(read|view)_?(text|code|lines)$|^str_replace(_based)?_edit(or|_tool)?$/i;
const PATH_FIELDS = ['file_path', 'filePath', 'path', 'file', 'filename', 'target_file'];

/** Path of the workspace in a sandbox. */
const WORKSPACE = '/work';

/**
 * Collects what an agent read, from its commands and from calls of tools that show files. A command that the harness
 * refused has read nothing. Reads inside programs, such as `open()` of Python, are not seen.
 */
export function collectRecordedReads(record: RunRecord): RecordedReads {
  const { events, manifest } = record;
  const found: RetrievalStep[] = [];
  const add = (seq: number, reads: readonly FileRead[]) => {
    const inside = reads.flatMap(({ file, lines }) => {
      const path = toRepositoryPath(file);
      return path === undefined ? [] : [{ file: path, lines }];
    });
    if (inside.length > 0) found.push({ seq, reads: inside });
  };
  // Programs of an agent that is one command are taken from their own event, in full.
  for (const { seq, payload, outcome } of readWatchedActs(record))
    if (payload.form === 'command' && outcome !== 'refused' && ['call', 'traffic'].includes(payload.road))
      add(seq, listCommandReads(payload.commands));
  if (manifest.agent.kind === 'command')
    for (const { seq, payload, stage } of selectEvents(events, 'executed_programs'))
      if (stage !== 'evaluation') for (const { argv } of payload.programs) add(seq, listCommandReads([argv.join(' ')]));
  for (const { seq, payload } of selectEvents(events, 'tool_invocation')) {
    if (payload.refused || !VIEWERS.test(payload.tool)) continue;
    const read = readViewCall(payload.arguments);
    if (read !== undefined) add(seq, [read]);
  }
  const gaps = selectEvents(events, 'road_unobserved')
    .filter(({ payload }) => payload.road !== 'check' && payload.road !== 'plan')
    .filter(({ payload }) => payload.road !== 'program' || manifest.agent.kind === 'command')
    .map(({ payload }) => `${payload.road}: ${payload.because}`);
  return { steps: found.sort((a, b) => a.seq - b.seq), gaps: [...new Set(gaps)] };
}

/** Reads the arguments of a call that shows a file; undefined if they name none, or write one. */
function readViewCall(given: unknown): FileRead | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const fields = given as Record<string, unknown>;
  if (typeof fields.command === 'string' && fields.command !== 'view') return undefined;
  const file = PATH_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string');
  if (typeof file !== 'string') return undefined;
  const toLine = (...names: string[]) =>
    names.map((name) => fields[name]).find((value) => typeof value === 'number') as number | undefined;
  const range = Array.isArray(fields.view_range) ? (fields.view_range as unknown[]) : undefined;
  const first =
    (typeof range?.[0] === 'number' ? range[0] : toLine('start_line', 'startLine', 'offset', 'line_start')) ?? 1;
  const limit = toLine('limit');
  const last = typeof range?.[1] === 'number' ? range[1] : toLine('end_line', 'endLine', 'line_end');
  const begin = Math.max(1, Math.floor(first));
  const end = last ?? (limit === undefined ? null : begin + limit - 1);
  return {
    file,
    lines: end !== null && (end < 0 || end < begin) ? { first: begin, last: null } : { first: begin, last: end },
  };
}

/** Returns the path in the repository; undefined if it lies elsewhere. */
function toRepositoryPath(file: string): string | undefined {
  const plain = posix.normalize(file.startsWith('/') ? file : `${WORKSPACE}/${file}`);
  if (!plain.startsWith(`${WORKSPACE}/`)) return undefined;
  const path = plain.slice(WORKSPACE.length + 1);
  return path === '' || path.startsWith('.git/') ? undefined : path;
}
