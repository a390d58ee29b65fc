import type { Analysis } from '../../../judge/analysis/analysis.js';
import { formatP } from '../../../judge/analysis/paired/decide_paired_verdict.js';
import { formatDuration, formatPercent, formatUsd } from '../../text/format_quantity.js';

type PairedOutcome = Analysis['comparisons'][number]['outcomes'][number];

type OutcomeUnit = PairedOutcome['unit'];

/** Formats the mean of a measure. */
export function formatMeasure(unit: OutcomeUnit, value: number | null): string {
  if (value === null) return '–';
  if (unit === 'rate') return formatPercent(value);
  if (unit === 'usd') return formatUsd(value);
  if (unit === 'ms') return formatDuration(value);
  return formatPlain(value);
}

/** Formats a difference with its sign; a difference of rates in points. */
export function formatDifference(unit: OutcomeUnit, value: number | null): string {
  if (value === null) return '–';
  const sign = getSign(value);
  const size = Math.abs(value);
  return unit === 'rate' ? `${sign}${(100 * size).toFixed(1)} pt` : `${sign}${formatMeasure(unit, size)}`;
}

function getSign(value: number): '+' | '−' | '±' {
  if (value > 0) return '+';
  return value < 0 ? '−' : '±';
}

/** Formats the interval of a difference; "–" without one. */
export function formatDifferenceInterval({ unit, interval }: Pick<PairedOutcome, 'unit' | 'interval'>): string {
  return interval === null
    ? '–'
    : `${formatDifference(unit, interval.low)} to ${formatDifference(unit, interval.high)}`;
}

/** Formats a ratio with its interval. */
export function formatRatio(ratio: PairedOutcome['ratio']): string {
  if (ratio === null) return '–';
  const { point, interval } = ratio;
  const range = interval === null ? '' : ` (${interval.low.toFixed(2)} to ${interval.high.toFixed(2)})`;
  return `× ${point.toFixed(2)}${range}`;
}

/** Formats a p-value; "–" without one. */
export const formatChance = (p: number | null): string => (p === null ? '–' : formatP(p));

const formatPlain = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1);
