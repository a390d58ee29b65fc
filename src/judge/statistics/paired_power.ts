import { createPanelQuadrature } from './create_panel_quadrature.js';
import { binomialPmf, lnGamma, normalCdf, normalQuantile, studentQuantile } from './normal_cdf.js';
import {
  requireAmount,
  requireConfidence,
  requireCount,
  requirePositive,
  requireProbability,
} from './require_count.js';

/**
 * Paired design: both arms do every task. Variances are of outcomes between 0 and 1. `between` is w², the variance over
 * tasks of the difference of the arms' true rates: no number of trials reduces it. `within_a` and `within_b` are s²,
 * the variance of one trial about its task's rate, mean over tasks.
 */
export interface PairedDesign {
  between: number;
  within_a: number;
  within_b: number;
  trials_a: number;
  trials_b: number;
}

/** Probabilities of the two errors: two-sided alpha, and 1 − power. */
export interface ErrorRates {
  alpha?: number;
  power?: number;
}

/**
 * Computes the variance of one task's difference of means: w² + s²_A/k_A + s²_B/k_B. The variance of the mean over T
 * tasks is this over T.
 */
export function differenceVariance({ between, within_a, within_b, trials_a, trials_b }: PairedDesign): number {
  for (const [name, value] of Object.entries({ between, within_a, within_b })) requireAmount(name, value);
  requireCount('trials_a', trials_a, 1);
  requireCount('trials_b', trials_b, 1);
  return between + within_a / trials_a + within_b / trials_b;
}

/** Distribution of the test statistic: of a known variance, or of one that is estimated with T − 1 degrees of freedom. */
interface PairedTest {
  method?: 'normal' | 't';
}

/**
 * Computes the tasks that a paired comparison needs. `normal`: n = (z_{α/2} + z_β)²·(w² + s²_A/k_A + s²_B/k_B)/δ². Rounded up.
 * Example: w² = 1/9, s² = 0, δ = .03 → 969. `t`: the fewest at which the t-test has the power (`pairedPower`), two at
 * least. δ > 0; without any variance the fewest.
 */
export function tasksNeeded(
  design: PairedDesign,
  effect: number,
  { alpha = 0.05, power = 0.8, method = 'normal' }: ErrorRates & PairedTest = {},
): number {
  requirePositive('effect', effect);
  const sum = criticalSum(alpha, power);
  const guess = Math.max(1, Math.ceil((sum / effect) ** 2 * differenceVariance(design) * (1 - 1e-12)));
  if (method === 'normal') return guess;
  const isFound = (tasks: number) => pairedPower(design, tasks, effect, { alpha })! >= power;
  let tasks = Math.max(2, guess);
  while (!isFound(tasks)) tasks++;
  while (tasks > 2 && isFound(tasks - 1)) tasks--;
  return tasks;
}

/**
 * Computes the smallest true difference that is found with this power. Example, by the normal distribution: T = 198, w²
 * = 1/9, s² = 1/6: 13.3 % with one trial, 7.57 % with ten.
 *
 * @returns null without tasks, and for `t` with fewer than two
 */
export function minimumDetectableEffect(
  design: PairedDesign,
  tasks: number,
  { alpha = 0.05, power = 0.8, method = 'normal' }: ErrorRates & PairedTest = {},
): number | null {
  requireCount('tasks', tasks);
  const sum = criticalSum(alpha, power);
  if (tasks < (method === 't' ? 2 : 1)) return null;
  const shift = method === 't' ? findNoncentralShift(alpha, power, tasks - 1) : sum;
  return shift * Math.sqrt(differenceVariance(design) / tasks);
}

/**
 * Computes the probability that a two-sided paired test finds a true difference. `normal`: Φ(δ/SE − z) + Φ(−δ/SE − z).
 * `t`: the t-test with T − 1 degrees of freedom, by the noncentral t distribution. Without variance: 1 for δ > 0, alpha
 * for δ = 0.
 *
 * @returns null for `t` with fewer than two tasks
 */
export function pairedPower(
  design: PairedDesign,
  tasks: number,
  effect: number,
  { alpha = 0.05, method = 't' }: Pick<ErrorRates, 'alpha'> & PairedTest = {},
): number | null {
  requireCount('tasks', tasks);
  requireAmount('effect', effect);
  requireConfidence(alpha, 'alpha');
  if (tasks < (method === 't' ? 2 : 1)) return null;
  const error = Math.sqrt(differenceVariance(design) / tasks);
  if (error === 0) return effect > 0 ? 1 : alpha;
  const shift = effect / error;
  if (method === 't') return noncentralPower(-studentQuantile(alpha / 2, tasks - 1), tasks - 1, shift);
  const critical = -normalQuantile(alpha / 2);
  return normalCdf(shift - critical) + normalCdf(-shift - critical);
}

/**
 * Computes the tasks per arm if the arms have different tasks. It is the number of runs for two proportions (variance
 * pooled under the hypothesis), times the design effect 1 + (k − 1)·ICC, over k. Not for a paired design, where the
 * part that a task shares cancels. Example: .7 against .5, ICC .3, k = 5 → 93 runs, 41 tasks per arm.
 */
export function unpairedTasks(
  { rate_a, rate_b, icc, trials }: { rate_a: number; rate_b: number; icc: number; trials: number },
  { alpha = 0.05, power = 0.8 }: ErrorRates = {},
): { runs: number; tasks: number } {
  for (const [name, value] of Object.entries({ rate_a, rate_b, icc })) requireProbability(name, value);
  requireCount('trials', trials, 1);
  criticalSum(alpha, power);
  if (rate_a === rate_b) throw new RangeError('equal rates have no difference to find');
  const pooled = (rate_a + rate_b) / 2;
  const sum =
    -normalQuantile(alpha / 2) * Math.sqrt(2 * pooled * (1 - pooled)) +
    normalQuantile(power) * Math.sqrt(rate_a * (1 - rate_a) + rate_b * (1 - rate_b));
  const runs = Math.ceil((sum / (rate_a - rate_b)) ** 2 - 1e-9);
  return { runs, tasks: Math.ceil((runs * (1 + (trials - 1) * icc)) / trials - 1e-9) };
}

/**
 * Computes the exact power of McNemar's exact test: one binary outcome per task and arm. `only_a` and `only_b` are the
 * probabilities that just one arm succeeds. It sums over all numbers of discordant tasks. Examples: 50 tasks, .20 and
 * .05: 48 %; 100, .15, .05: 54 %; 30, .25, .05: 40 %.
 */
export function mcnemarPower(tasks: number, only_a: number, only_b: number, { alpha = 0.05 }: ErrorRates = {}): number {
  requireCount('tasks', tasks);
  requireProbability('only_a', only_a);
  requireProbability('only_b', only_b);
  requireConfidence(alpha, 'alpha');
  if (only_a + only_b > 1) throw new RangeError('only_a and only_b are shares of the same tasks: at most 1 together');
  const discordant = only_a + only_b;
  if (discordant === 0) return 0;
  let probability = 0;
  for (let d = 1; d <= tasks; d++) {
    const weight = binomialPmf(d, tasks, discordant);
    if (weight < 1e-18) continue;
    // Largest count of the rarer side with p ≤ alpha: tails of a fair coin, summed from the end.
    let [tail, most] = [0, -1];
    for (let k = 0; 2 * k < d; k++) {
      tail += binomialPmf(k, d, 0.5);
      if (2 * tail > alpha) break;
      most = k;
    }
    for (let k = 0; k <= most; k++)
      probability += weight * (binomialPmf(k, d, only_a / discordant) + binomialPmf(d - k, d, only_a / discordant));
  }
  return Math.min(1, probability);
}

/** Computes z_{α/2} + z_β. */
function criticalSum(alpha: number, power: number): number {
  requireConfidence(alpha, 'alpha');
  requireConfidence(power, 'power');
  return normalQuantile(power) - normalQuantile(alpha / 2);
}

/**
 * Computes P(|T'| > critical) of the noncentral t distribution. It integrates the normal probability over the
 * distribution of the estimated SD, S = √(χ²/df).
 */
function noncentralPower(critical: number, df: number, shift: number): number {
  const reach = 12 / Math.sqrt(2 * df);
  const { nodes, weights } = createPanelQuadrature(Math.max(0, 1 - reach), 1 + reach, 40);
  const logConstant = Math.LN2 + (df / 2) * Math.log(df / 2) - lnGamma(df / 2);
  let sum = 0;
  nodes.forEach((s, i) => {
    const density = Math.exp(logConstant + (df - 1) * Math.log(s) - (df * s * s) / 2);
    sum += weights[i]! * density * (normalCdf(shift - critical * s) + normalCdf(-shift - critical * s));
  });
  return Math.min(1, sum);
}

/** Bisections of the shift, to the precision of a number. */
const BISECTIONS = 60;

/** Finds the shift at which the two-sided t-test has the power; 0 where it has that without any. */
function findNoncentralShift(alpha: number, power: number, df: number): number {
  const critical = -studentQuantile(alpha / 2, df);
  let [low, high] = [0, 1];
  while (noncentralPower(critical, df, high) < power) [low, high] = [high, 2 * high];
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2;
    if (noncentralPower(critical, df, middle) < power) low = middle;
    else high = middle;
  }
  return high;
}
