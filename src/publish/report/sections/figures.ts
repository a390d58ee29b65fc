import type { Rate } from '../../../judge/analysis/rates.js';
import { counted, money, percent } from '../quantities.js';

/** Numbers of an analysis as tables show them. What is not known is a word, never 0. */

/** "62.5 % – 81 %"; "none" for null. */
export function between(
  interval: { low: number; high: number } | null,
  show: (value: number) => string = percent,
): string {
  return interval === null ? 'none' : `${show(interval.low)} – ${show(interval.high)}`;
}

/** "9 of 12". */
export const outOf = (part: number, whole: number): string => `${part} of ${whole}`;

/** A figure without a unit: "0.843"; "unknown" for null. */
export function figure(value: number | null, digits = 3): string {
  return value === null ? 'unknown' : value.toFixed(digits);
}

/** "$3.20", "$3.20 + 2 unknown", "unknown". */
export function sumOfMoney({ known_usd, unknown }: { known_usd: number; unknown: number }, attempts: number): string {
  if (unknown === 0) return money(known_usd);
  return unknown === attempts ? 'unknown' : `${money(known_usd)} + ${unknown} unknown`;
}

/** "3 acceptance errors, 1 invalid, 2 missing"; "none". */
export function undecidedInWords({
  indeterminate,
  invalid,
  missing,
}: Pick<Rate, 'indeterminate' | 'invalid' | 'missing'>): string {
  const parts = [
    indeterminate > 0 ? [counted(indeterminate, 'acceptance error')] : [],
    invalid > 0 ? [`${invalid} invalid`] : [],
    missing > 0 ? [`${missing} missing`] : [],
  ].flat();
  return parts.length === 0 ? 'none' : parts.join(', ');
}

/** The most rows that a table of a report has; all are in analysis.json. */
export const MOST_ROWS = 200;

/** Rows up to the most, and what to say of the others. */
export function bounded<T>(rows: readonly T[], most = MOST_ROWS): { rows: readonly T[]; more: string } {
  return {
    rows: rows.slice(0, most),
    more: rows.length > most ? ` (the first ${most} of ${rows.length}; all are in analysis.json)` : '',
  };
}
