import type { ContextSpan } from '../../contract/retrieval/gold_context_schema.js';
import type { BenchmarkRow } from '../rows/benchmark_row.js';
import { RowFault } from '../rows/read_names.js';

/** Block of the text form: its first line has a colon of either width. */
const BLOCK =
  /^context\d+[:：][ \t]*\r?\nfile:[ \t]*(.+?)[ \t]*\r?\nstart_line:[ \t]*(\d+)[ \t]*\r?\nend_line:[ \t]*(\d+)/gm;

/** Most spans of one row, and JSON texts within each other. */
const MAX_SPANS = 10_000;
const MAX_NESTING = 3;

/**
 * Reads the gold context of a row: a list, JSON text (also encoded again), or blocks of text.
 *
 * @throws {RowFault} if it is none of these, or a span has no lines
 */
export function readGoldContext({ fields }: BenchmarkRow): ContextSpan[] {
  const listed = decodeSpans(fields.gold_context, 0);
  if (listed.length === 0) throw new RowFault('gold_context has no span');
  if (listed.length > MAX_SPANS) throw new RowFault(`gold_context has ${listed.length} spans, more than ${MAX_SPANS}`);
  return listed.map((span, at) => readSpan(span, at + 1));
}

function decodeSpans(value: unknown, nesting: number): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string' || value.trim() === '' || nesting > MAX_NESTING)
    throw new RowFault(
      `gold_context is ${value === undefined || value === null || value === '' ? 'empty' : 'no list of spans'}`,
    );
  let decoded: unknown;
  try {
    decoded = JSON.parse(value);
  } catch {
    const blocks = [...value.matchAll(BLOCK)].map(([, file, start_line, end_line]) => ({
      ...{ file, start_line: Number(start_line), end_line: Number(end_line) },
    }));
    if (blocks.length === 0)
      throw new RowFault(`gold_context is a text without spans: ${JSON.stringify(value.slice(0, 60))}`);
    return blocks;
  }
  return decodeSpans(decoded, nesting + 1);
}

function readSpan(value: unknown, number: number): ContextSpan {
  const { file, start_line, end_line } = (value ?? {}) as Record<string, unknown>;
  const [start, end] = [Number(start_line), Number(end_line)];
  if (typeof file !== 'string' || file.trim() === '') throw new RowFault(`span ${number} of gold_context has no file`);
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 1 || end < start)
    throw new RowFault(
      `span ${number} of gold_context has no lines: ${String(start_line)} to ${String(end_line)}`.slice(0, 200),
    );
  const path = normalizeContextPath(file);
  if (path === '' || path.split('/').includes('..'))
    throw new RowFault(
      `span ${number} of gold_context leads out of the repository: ${JSON.stringify(file.slice(0, 60))}`,
    );
  return { file: path, start_line: start, end_line: end };
}

/** Normalises a path to one in the repository: those of containers begin with /testbed/ or /workspace/NAME/. */
function normalizeContextPath(path: string): string {
  const plain = path.trim().replaceAll('\\', '/');
  if (plain.startsWith('/testbed/')) return plain.slice('/testbed/'.length);
  const [, inside] = /^\/workspace\/(?:[^/]+\/)?(.+)$/.exec(plain) ?? [];
  return inside ?? plain.replace(/^\/+/, '').replace(/^(\.\/)+/, '');
}
