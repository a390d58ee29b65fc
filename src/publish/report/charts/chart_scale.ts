import { formatDuration, formatPercent, formatUsd } from '../../text/format_quantity.js';
import type { ChartAxis } from '../report_block.js';

/** Scale of an axis: its ends, its ticks and the projection of values. */
export interface ChartScale {
  low: number;
  high: number;
  ticks: readonly number[];
  /** Position of a value as a share of the axis; outside [0, 1] beyond its ends. */
  share(value: number): number;
  format(value: number): string;
  /** Formats a tick, which is a round number. */
  tick(value: number): string;
}

const LARGEST = 1e15;
const LEAST = 1e-12;

/**
 * Creates the scale that shows all values. Its ends are those of the axis, or the next ticks beyond the values. Values
 * that are no numbers are skipped; without any, and if all are equal, there still is an axis.
 *
 * @param wanted approximate number of ticks
 */
export function createChartScale(values: readonly number[], axis: ChartAxis, wanted = 5): ChartScale {
  const real = values.filter(Number.isFinite).map(clampValue);
  const { range } = axis;
  let low = range ? Math.min(...range) : real.reduce((a, b) => Math.min(a, b), real[0] ?? 0);
  let high = range ? Math.max(...range) : real.reduce((a, b) => Math.max(a, b), real[0] ?? 1);
  if (!(high - low > Math.max(Math.abs(low), Math.abs(high)) * 1e-9)) {
    // Center the axis on a single value; begin at 0 for a value of 0.
    const around = low === 0 ? 1 : Math.abs(low) / 2;
    [low, high] = low === 0 ? [0, 1] : [low - around, high + around];
  }
  const share = axis.format === 'percent' && real.every((value) => value >= 0 && value <= 1);
  const rough = computeNiceStep((high - low) / wanted, axis.format);
  // Counts need no ticks between whole numbers.
  const step = axis.format === 'number' && real.length > 0 && real.every(Number.isInteger) ? Math.max(1, rough) : rough;
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  if (!range) [low, high] = [first * step, last * step];
  // A share stays within [0, 1].
  if (!range && share) [low, high] = [Math.max(0, low), Math.min(1, high)];
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => roundProduct((first + i) * step)).filter(
    (tick) => tick >= low - step * 1e-6 && tick <= high + step * 1e-6,
  );
  const decimals = Math.max(0, Math.min(12, -Math.floor(Math.log10(step) + 1e-9)));
  return {
    low,
    high,
    ticks,
    share: (value) => (value - low) / (high - low),
    format: (value) => formatValue(value, axis.format, decimals),
    tick: (value) => formatValue(value, axis.format, decimals).replace(/ 00 [ms]$/, ''),
  };
}

/** Creates the format of values beside a reference; beside 0 they are differences and always have a sign. */
export function createDifferenceFormat({ format }: ChartScale, reference: number): (value: number) => string {
  return (value) => (reference === 0 && value > 0 && /[1-9]/.test(format(value)) ? `+${format(value)}` : format(value));
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TIMES = [
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

/** Limits a value to magnitudes that can be measured, so that digits stay few. */
function clampValue(value: number): number {
  return Math.abs(value) < LEAST ? 0 : Math.max(-LARGEST, Math.min(LARGEST, value));
}

/** Computes the next of 1, 2, 5 × 10^n; for times the next step of a clock. */
function computeNiceStep(rough: number, format: ChartAxis['format']): number {
  if (format === 'time' && rough > 20_000) {
    const time = TIMES.find((each) => each >= rough);
    if (time !== undefined) return time;
  }
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5].find((each) => each * power >= rough * (1 - 1e-9)) ?? 10;
  return step * power;
}

/** Removes the last bits of a product such as 3 × 0.1. */
function roundProduct(value: number): number {
  const cleaned = Number(value.toPrecision(12));
  return cleaned === 0 ? 0 : cleaned;
}

function formatValue(value: number, format: ChartAxis['format'], decimals: number): string {
  if (!Number.isFinite(value)) return 'unknown';
  const text = formatSize(Math.abs(clampValue(value)), format, decimals);
  // A value that is shown as 0 has no sign.
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

function formatSize(size: number, format: ChartAxis['format'], decimals: number): string {
  switch (format) {
    case 'percent':
      return formatPercent(size);
    case 'usd':
      return formatUsd(size);
    case 'time':
      return size === 0 ? '0' : formatDuration(size);
    case 'number':
      return String(Number(size.toFixed(Math.min(12, decimals + 1))));
    default:
      return format satisfies never;
  }
}
