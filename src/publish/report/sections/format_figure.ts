import type { SuccessRate } from '../../../judge/analysis/rates/success_rate.js';
import { formatPartialUsd, formatPercent, formatQuantity } from '../../text/format_quantity.js';

/** Formats of numbers in the tables of an analysis. An unknown number is a word, never 0. */

/** Formats an interval as "62.5 % – 81 %"; "none" for null. */
export function formatInterval(
  interval: { low: number; high: number } | null,
  show: (value: number) => string = formatPercent,
): string {
  return interval === null ? 'none' : `${show(interval.low)} – ${show(interval.high)}`;
}

/** Formats a part of a whole: "9 of 12". */
export const formatFraction = (part: number, whole: number): string => `${part} of ${whole}`;

/** Formats a figure without a unit: "0.843"; "unknown" for null. */
export function formatFigure(value: number | null, digits = 3): string {
  return value === null ? 'unknown' : value.toFixed(digits);
}

/** Formats a sum of which parts may be unknown: "$3.20", "$3.20 + 2 unknown", "unknown". */
export function formatKnownUsd(
  { known_usd, unknown }: { known_usd: number; unknown: number },
  attempts: number,
): string {
  return unknown === attempts && unknown > 0 ? 'unknown' : formatPartialUsd(known_usd, unknown);
}

/** Formats the undecided attempts: "3 acceptance errors, 1 invalid, 2 missing"; "none". */
export function formatUndecided({
  indeterminate,
  invalid,
  missing,
}: Pick<SuccessRate, 'indeterminate' | 'invalid' | 'missing'>): string {
  const parts = [
    indeterminate > 0 ? [formatQuantity(indeterminate, 'acceptance error')] : [],
    invalid > 0 ? [`${invalid} invalid`] : [],
    missing > 0 ? [`${missing} missing`] : [],
  ].flat();
  return parts.length === 0 ? 'none' : parts.join(', ');
}

/** Most rows of a table in a report; analysis.json has all. */
export const MOST_ROWS = 200;

/** Limits rows, and returns a remark on the omitted ones for the caption. */
export function limitRows<T>(rows: readonly T[], most = MOST_ROWS): { rows: readonly T[]; more: string } {
  return {
    rows: rows.slice(0, most),
    more: rows.length > most ? ` (the first ${most} of ${rows.length}; all are in analysis.json)` : '',
  };
}

/** Joins the arms of which the same is to be said: "a, b: text". */
export function joinAlike(remarks: readonly { arm: string; text: string }[]): string[] {
  const arms = new Map<string, string[]>();
  for (const { arm, text } of remarks) arms.set(text, [...(arms.get(text) ?? []), arm]);
  return [...arms].map(([text, names]) => `${names.join(', ')}: ${text}`);
}
