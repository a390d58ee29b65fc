import type { FileRead } from './list_command_reads.js';

/** Names of tools that show a file, as agents call them. */
const VIEWERS =
  /^(read|view|open|cat|show)([_-]?file(s)?)?$|^(read|view)_?(text|code|lines)$|^str_replace(_based)?_edit(or|_tool)?$/i;
const PATH_FIELDS = ['file_path', 'filePath', 'path', 'file', 'filename', 'target_file'];

/** Reads a call of a tool that shows a file; undefined for any other tool, and if it names no file, or writes one. */
export function readViewCall(tool: string, given: unknown): FileRead | undefined {
  if (!VIEWERS.test(tool) || typeof given !== 'object' || given === null) return undefined;
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
