import type { PairedOutcome } from '../../../judge/analysis/paired_outcome.js';
import { pText } from '../../../judge/analysis/paired_verdict.js';
import { elapsed, money, percent } from '../quantities.js';

type Unit = PairedOutcome['unit'];

/** A mean of a measure as it is shown. */
export function measured(unit: Unit, value: number | null): string {
  if (value === null) return '–';
  if (unit === 'rate') return percent(value);
  if (unit === 'usd') return money(value);
  if (unit === 'ms') return elapsed(value);
  return plain(value);
}

/** A difference, with its sign; of rates in points. */
export function differenceText(unit: Unit, value: number | null): string {
  if (value === null) return '–';
  const sign = value > 0 ? '+' : value < 0 ? '−' : '±';
  const size = Math.abs(value);
  return unit === 'rate' ? `${sign}${(100 * size).toFixed(1)} pt` : `${sign}${measured(unit, size)}`;
}

export function differenceInterval({ unit, interval }: Pick<PairedOutcome, 'unit' | 'interval'>): string {
  return interval === null ? '–' : `${differenceText(unit, interval.low)} to ${differenceText(unit, interval.high)}`;
}

/** Times as much or as little, with its interval. */
export function ratioText(ratio: PairedOutcome['ratio']): string {
  if (ratio === null) return '–';
  const { point, interval } = ratio;
  return `× ${point.toFixed(2)}${interval === null ? '' : ` (${interval.low.toFixed(2)} to ${interval.high.toFixed(2)})`}`;
}

export const chance = (p: number | null): string => (p === null ? '–' : pText(p));

const plain = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1);
