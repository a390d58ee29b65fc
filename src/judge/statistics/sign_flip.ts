import { RESAMPLING_SEED, randomWords } from './random_words.js';
import { requireCount, requireFinite } from './require_count.js';

/** Result of a sign-flip test. */
export interface SignFlip {
  /** Two-sided p of no difference. 1 if there is no difference at all. */
  p: number;
  /** True if every pattern of signs was counted. False if signs were drawn at random. */
  exact: boolean;
  /** Least p that differences of these sizes could give: 2^(1 − tasks that differ). Above α nothing is significant. */
  smallest_p: number;
}

/** Most steps (time) of an exact count. */
const STEPS = 2e8;
const SUMS = 4e6;
const ENUMERATED = 20;
const SLACK = 1e-9;

/**
 * Computes Fisher's sign-flip test of paired differences, one per task. If the arms do not differ, each difference
 * could as well have the other sign: p = #{patterns s: |Σ sᵢdᵢ| ≥ |Σ dᵢ|} / 2^T. Tasks without a difference change
 * nothing.
 *
 * Differences of rates are whole multiples of a common step (1 / (k_A·k_B)). The distribution of their sum is then
 * built over integers, exact for hundreds of tasks. Other differences (costs) are enumerated to 20 tasks, with a slack
 * of 1e-9 for sums that are equal but for rounding. Above that, `resamples` random patterns give p = (1 + count) / (1 +
 * resamples), which is valid, and never 0.
 */
export function signFlip(
  differences: readonly number[],
  { resamples = 10_000, seed = RESAMPLING_SEED }: { resamples?: number; seed?: number } = {},
): SignFlip {
  requireFinite('differences', differences);
  requireCount('resamples', resamples, 1);
  const present = differences.filter((difference) => difference !== 0);
  if (present.length === 0) return { p: 1, exact: true, smallest_p: 1 };
  // From 1,075 tasks on it underflows, but it is not 0.
  const smallest_p = Math.max(Number.MIN_VALUE, 2 ** (1 - present.length));
  const whole = toWholeMultiples(present);
  if (whole !== null) return { p: Math.max(smallest_p, countWhole(whole)), exact: true, smallest_p };
  if (present.length <= ENUMERATED) return { p: computeEnumeratedP(present), exact: true, smallest_p };
  return {
    p: computeSampledP(present, resamples, seed),
    exact: false,
    smallest_p: Math.max(smallest_p, 1 / (1 + resamples)),
  };
}

/**
 * Converts the differences to units of their common step.
 *
 * @returns null if no step is coarse enough to count with
 */
function toWholeMultiples(differences: readonly number[]): number[] | null {
  const largest = differences.reduce((most, difference) => Math.max(most, Math.abs(difference)), 0);
  for (let parts = 1; parts <= 10_000 && (largest * parts) / SUMS <= 1; parts++) {
    if (!differences.every((difference) => isWhole(difference * parts))) continue;
    const scaled = differences.map((difference) => Math.round(difference * parts));
    const step = scaled.map(Math.abs).reduce(greatestDivisor);
    const whole = scaled.map((value) => value / step);
    const total = whole.reduce((sum, value) => sum + Math.abs(value), 0);
    return total <= SUMS && total * whole.length <= STEPS ? whole : null;
  }
  return null;
}

function isWhole(value: number): boolean {
  const rounded = Math.round(value);
  return rounded !== 0 && Math.abs(value - rounded) <= SLACK;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** Computes the distribution of the sum W of the magnitudes with a plus sign, task by task; Σ s·|d| = 2W − total. */
function countWhole(whole: readonly number[]): number {
  const total = whole.reduce((sum, value) => sum + Math.abs(value), 0);
  const observed = Math.abs(whole.reduce((sum, value) => sum + value, 0));
  const share = new Float64Array(total + 1);
  share[0] = 1;
  let reached = 0;
  for (const value of whole) {
    const size = Math.abs(value);
    reached += size;
    for (let w = reached; w >= size; w--) share[w] = (share[w]! + share[w - size]!) / 2;
    for (let w = Math.min(size, reached + 1) - 1; w >= 0; w--) share[w]! /= 2;
  }
  let p = 0;
  for (let w = 0; w <= total; w++) if (Math.abs(2 * w - total) >= observed) p += share[w]!;
  return Math.min(1, p);
}

/**
 * Enumerates all patterns by Gray code, changing one sign at a time. The first sign is fixed, since a pattern and its
 * opposite count alike.
 */
function computeEnumeratedP(differences: readonly number[]): number {
  const { bar, sum: start } = computeBar(differences);
  const patterns = 2 ** (differences.length - 1);
  const signed = [...differences];
  let sum = start;
  let count = 0;
  for (let pattern = 1; ; pattern++) {
    if (Math.abs(sum) >= bar) count++;
    if (pattern === patterns) return count / patterns;
    const changed = 32 - Math.clz32(pattern & -pattern);
    signed[changed] = -signed[changed]!;
    sum += 2 * signed[changed]!;
  }
}

function computeSampledP(differences: readonly number[], resamples: number, seed: number): number {
  const { bar } = computeBar(differences);
  const word = randomWords(seed);
  let count = 0;
  for (let sample = 0; sample < resamples; sample++) {
    let sum = 0;
    let bits = 0;
    for (let i = 0; i < differences.length; i++) {
      if (i % 32 === 0) bits = word();
      sum += bits & 1 ? differences[i]! : -differences[i]!;
      bits >>>= 1;
    }
    if (Math.abs(sum) >= bar) count++;
  }
  return (1 + count) / (1 + resamples);
}

function computeBar(differences: readonly number[]): { bar: number; sum: number } {
  const sum = differences.reduce((total, difference) => total + difference, 0);
  return { sum, bar: Math.abs(sum) - SLACK * differences.reduce((total, one) => total + Math.abs(one), 0) };
}
