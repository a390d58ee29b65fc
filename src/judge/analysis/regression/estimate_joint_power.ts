import { normalCdf, normalQuantile } from '../../statistics/normal_cdf.js';
import type { GatingTask } from './gating_set.js';

/**
 * Estimates the power of the joint test to find that each contract loses `effect` of its success rate. It uses the
 * normal approximation of the Cochran–Mantel–Haenszel statistic at the one-sided level `alpha`. Rates before are (s +
 * ½)/(n + 1), so that a contract that never failed is not taken as unable to.
 *
 * @returns null if no contract has runs on both sides
 */
export function estimateJointPower(tasks: readonly GatingTask[], effect: number, alpha: number): number | null {
  let [loss, spread_same, spread_worse] = [0, 0, 0];
  for (const { base, head } of tasks) {
    const [before, after] = [base, head].map((one) => one.successes + one.failures + one.undecided) as [number, number];
    if (before === 0 || after === 0) continue;
    const weight = (before * after) / (before + after);
    const rate = (base.successes + 0.5) / (before + 1);
    const worse = Math.max(0, rate - effect);
    const both = (rate * before + worse * after) / (before + after);
    loss += weight * (rate - worse);
    spread_same += weight ** 2 * both * (1 - both) * (1 / before + 1 / after);
    spread_worse += weight ** 2 * ((rate * (1 - rate)) / before + (worse * (1 - worse)) / after);
  }
  if (spread_same === 0 || spread_worse === 0) return null;
  return normalCdf((loss - normalQuantile(1 - alpha) * Math.sqrt(spread_same)) / Math.sqrt(spread_worse));
}
