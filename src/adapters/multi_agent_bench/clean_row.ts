import type { BenchmarkRow } from '../rows/benchmark_row.js';
import { RowFault } from '../rows/read_names.js';

/** Characters that a contract cannot hold, since YAML forbids them. Texts that were taken from PDF files have some. */
const FORBIDDEN = /[^\t\n\r\x20-\x7E\x85\xA0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const MAX_DEPTH = 32;

/**
 * Replaces the characters that a contract cannot hold by U+FFFD in all texts of a row.
 *
 * @returns the row, and how many characters were replaced
 * @throws {RowFault} if the row is nested too deep
 */
export function cleanRow({ place, fields }: BenchmarkRow): { row: BenchmarkRow; replaced: number } {
  let replaced = 0;
  const clean = (value: unknown, depth: number): unknown => {
    if (depth > MAX_DEPTH) throw new RowFault(`its fields are nested deeper than ${MAX_DEPTH}`);
    if (typeof value === 'string')
      return value.replace(FORBIDDEN, () => {
        replaced += 1;
        return '\uFFFD';
      });
    if (Array.isArray(value)) return value.map((each) => clean(each, depth + 1));
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, clean(each, depth + 1)]));
  };
  return { row: { place, fields: clean(fields, 0) as Record<string, unknown> }, replaced };
}
