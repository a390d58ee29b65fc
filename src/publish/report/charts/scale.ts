import type { Axis } from '../blocks.js';
import { elapsed, money, percent } from '../quantities.js';

/** An axis with its ends, its ticks and what a value is on it. */
export interface Scale {
  low: number;
  high: number;
  ticks: readonly number[];
  /** Where a value is, as a share of the axis; outside of [0, 1] beyond its ends. */
  share(value: number): number;
  format(value: number): string;
  /** The same for the numbers of the axis, which are round. */
  tick(value: number): string;
}

const LARGEST = 1e15;
const LEAST = 1e-12;

/**
 * The scale that shows all values: its ends are those that the axis names, or the next ticks beyond the values. Values that are no
 * numbers are passed over; without any, and where all are the same, there still is an axis.
 *
 * @param wanted ticks, about
 */
export function scaleOf(values: readonly number[], axis: Axis, wanted = 5): Scale {
  const real = values.filter(Number.isFinite).map(bounded);
  const { range } = axis;
  let low = range ? Math.min(...range) : real.reduce((a, b) => Math.min(a, b), real[0] ?? 0);
  let high = range ? Math.max(...range) : real.reduce((a, b) => Math.max(a, b), real[0] ?? 1);
  if (!(high - low > Math.max(Math.abs(low), Math.abs(high)) * 1e-9)) {
    // Around the one value, so that its mark is in the middle and not on the edge; from 0 for what cannot be less.
    const around = low === 0 ? 1 : Math.abs(low) / 2;
    [low, high] = low === 0 ? [0, 1] : [low - around, high + around];
  }
  const share = axis.format === 'percent' && real.every((value) => value >= 0 && value <= 1);
  const rough = niceStep((high - low) / wanted, axis.format);
  // What is counted has nothing between two numbers.
  const step = axis.format === 'number' && real.length > 0 && real.every(Number.isInteger) ? Math.max(1, rough) : rough;
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  if (!range) [low, high] = [first * step, last * step];
  // Nobody succeeds in more than all.
  if (!range && share) [low, high] = [Math.max(0, low), Math.min(1, high)];
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => clean((first + i) * step)).filter(
    (tick) => tick >= low - step * 1e-6 && tick <= high + step * 1e-6,
  );
  const decimals = Math.max(0, Math.min(12, -Math.floor(Math.log10(step) + 1e-9)));
  return {
    low,
    high,
    ticks,
    share: (value) => (value - low) / (high - low),
    format: (value) => formatted(value, axis.format, decimals),
    tick: (value) => formatted(value, axis.format, decimals).replace(/ 00 [ms]$/, ''),
  };
}

/** A value beside a reference of 0 is a difference: its sign is always said. */
export function difference({ format }: Scale, reference: number): (value: number) => string {
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

/** What is larger or nearer to 0 than anything that is measured would only drown the rest in digits. */
function bounded(value: number): number {
  return Math.abs(value) < LEAST ? 0 : Math.max(-LARGEST, Math.min(LARGEST, value));
}

/** The next of 1, 2, 5 × 10^n; for times the next that clocks show. */
function niceStep(rough: number, format: Axis['format']): number {
  if (format === 'time' && rough > 20_000) {
    const time = TIMES.find((each) => each >= rough);
    if (time !== undefined) return time;
  }
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5].find((each) => each * power >= rough * (1 - 1e-9)) ?? 10;
  return step * power;
}

/** Without the last bits of a product such as 3 × 0.1. */
function clean(value: number): number {
  const cleaned = Number(value.toPrecision(12));
  return cleaned === 0 ? 0 : cleaned;
}

function formatted(value: number, format: Axis['format'], decimals: number): string {
  if (!Number.isFinite(value)) return 'unknown';
  const text = sized(Math.abs(bounded(value)), format, decimals);
  // What is shown as nothing has no sign.
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

function sized(size: number, format: Axis['format'], decimals: number): string {
  switch (format) {
    case 'percent':
      return percent(size);
    case 'usd':
      return money(size);
    case 'time':
      return size === 0 ? '0' : elapsed(size);
    case 'number':
      return String(Number(size.toFixed(Math.min(12, decimals + 1))));
    default:
      return format satisfies never;
  }
}
