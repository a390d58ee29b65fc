/** What the mathematics of a large comparison costs. */
import { clusterBootstrap } from '../../lib/judge/statistics/bootstrap.js';
import { quantile } from '../../lib/judge/statistics/quantile.js';
import { rateInterval } from '../../lib/judge/statistics/rate_interval.js';
import { signFlip } from '../../lib/judge/statistics/sign_flip.js';
import { median } from './measure.mjs';

const TASKS = 1000;

/** @param bench `{rounds, report(what, figure, bar, ok), ms(value)}` of the main script */
export function statisticsBenchmarks({ rounds, report, ms }) {
  const taken = (work) =>
    median(
      Array.from({ length: rounds }, () => {
        const started = performance.now();
        work();
        return performance.now() - started;
      }),
    );
  const rates = Array.from({ length: TASKS }, (_, task) => ((task * 7919) % 6) / 5);
  const costs = rates.map((rate, task) => Math.exp(Math.sin(task)) + rate);

  return {
    statistics() {
      const resamples = 10_000;
      const bca = taken(() => clusterBootstrap(costs, undefined, { resamples }));
      report('bootstrap (BCa) of a mean, 1,000 tasks × 10,000', ms(bca), '3000 ms', bca <= 3000);
      const medians = taken(() =>
        clusterBootstrap(costs, (values) => quantile(values, 0.5), { resamples: 1000, method: 'percentile' }),
      );
      report('bootstrap of a median, 1,000 tasks × 1,000', ms(medians));
      const differences = rates.map((rate, task) => rate - ((task * task) % 6) / 5);
      const exact = signFlip(differences).exact;
      const flips = taken(() => signFlip(differences));
      report('sign-flip test, 1,000 tasks, exact', ms(flips), '1000 ms', exact && flips <= 1000);
      const sampled = taken(() => signFlip(costs.map((cost, task) => cost - rates[task])));
      report('sign-flip test, 1,000 costs, 10,000 patterns', ms(sampled));
      const tasks = rates.map((rate) => ({ runs: 5, successes: Math.round(rate * 5) }));
      report('interval of a rate, 1,000 tasks', ms(taken(() => rateInterval(tasks))));
    },
  };
}
