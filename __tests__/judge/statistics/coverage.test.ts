import { clusterBootstrap } from '../../../src/judge/statistics/bootstrap.js';
import { type Interval, tInterval, wilson } from '../../../src/judge/statistics/interval.js';
import { randomWords } from '../../../src/judge/statistics/random_words.js';
import { rateInterval, type TaskRuns } from '../../../src/judge/statistics/rate_interval.js';
import { ALL } from '../../extent.js';

/** Tasks whose true rates are Beta(p(1 − ICC)/ICC, (1 − p)(1 − ICC)/ICC), with k runs each. */
interface Population {
  tasks: number;
  runs: number | readonly number[];
  p: number;
  icc: number;
}

/** Draws gamma variates by the method of Marsaglia and Tsang, for beta variates. */
function givenDraws(seed: number) {
  const word = randomWords(seed);
  const uniform = () => (word() + 0.5) / 2 ** 32;
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * uniform() ** (1 / shape);
    const d = shape - 1 / 3;
    for (;;) {
      const x = normal();
      const v = (1 + x / Math.sqrt(9 * d)) ** 3;
      if (v > 0 && Math.log(uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
    }
  };
  const beta = (a: number, b: number) => {
    const x = gamma(a);
    return x / (x + gamma(b));
  };
  return { uniform, beta };
}

/** Percentage of simulated suites in which the interval holds p. */
function coverage({ tasks, runs, p, icc }: Population, of: (tasks: TaskRuns[]) => Interval | null, suites: number) {
  const { uniform, beta } = givenDraws(20_260_307);
  let held = 0;
  for (let suite = 0; suite < suites; suite++) {
    const sample = Array.from({ length: tasks }, (_, task): TaskRuns => {
      const rate = beta((p * (1 - icc)) / icc, ((1 - p) * (1 - icc)) / icc);
      const k = typeof runs === 'number' ? runs : runs[task % runs.length]!;
      let successes = 0;
      for (let run = 0; run < k; run++) if (uniform() < rate) successes++;
      return { runs: k, successes };
    });
    const interval = of(sample);
    // No interval claims nothing.
    if (interval === null || (interval.low <= p && p <= interval.high)) held++;
  }
  return (100 * held) / suites;
}

const means = (tasks: TaskRuns[]) => tasks.map((task) => task.successes / task.runs);
const pooled = (tasks: TaskRuns[]) => {
  const runs = tasks.reduce((sum, task) => sum + task.runs, 0);
  return wilson(tasks.reduce((sum, task) => sum + task.successes, 0) / runs, runs);
};
const bca = (tasks: TaskRuns[]) => {
  const { low, high } = clusterBootstrap(means(tasks), undefined, { resamples: 1000 });
  return low === null || high === null ? null : { low, high };
};
const effective = (tasks: TaskRuns[]) => rateInterval(tasks).interval;

/** Coverage in 4,000 simulations of each in NumPy, another implementation, with our rule for the effective runs. */
const populations: [name: string, population: Population, expected: number][] = [
  ['10 tasks × 5, 60 %', { tasks: 10, runs: 5, p: 0.6, icc: 0.5 }, 96.4],
  ['20 tasks × 5, 60 %', { tasks: 20, runs: 5, p: 0.6, icc: 0.5 }, 95.6],
  ['40 tasks × 5, 60 %', { tasks: 40, runs: 5, p: 0.6, icc: 0.5 }, 95.2],
  ['10 tasks × 5, 90 %', { tasks: 10, runs: 5, p: 0.9, icc: 0.5 }, 97.8],
  ['20 tasks × 5, 90 %', { tasks: 20, runs: 5, p: 0.9, icc: 0.5 }, 92.6],
  ['40 tasks × 5, 90 %', { tasks: 40, runs: 5, p: 0.9, icc: 0.5 }, 94.7],
  ['20 tasks × 3, 95 %', { tasks: 20, runs: 3, p: 0.95, icc: 0.3 }, 96.4],
  ['60 tasks × 3, 30 %', { tasks: 60, runs: 3, p: 0.3, icc: 0.5 }, 94.8],
  ['10 tasks × 5, runs nearly independent', { tasks: 10, runs: 5, p: 0.6, icc: 0.1 }, 96.2],
  ['10 tasks × 5, runs nearly the same', { tasks: 10, runs: 5, p: 0.6, icc: 0.9 }, 97],
  ['5 tasks × 3, runs nearly the same', { tasks: 5, runs: 3, p: 0.8, icc: 0.9 }, 95.4],
  ['10 tasks, one run each', { tasks: 10, runs: 1, p: 0.6, icc: 0.5 }, 98.3],
  ['10 tasks of 10 or 1 runs', { tasks: 10, runs: [10, 1], p: 0.6, icc: 0.3 }, 97.8],
];

/** Three standard errors of a simulated percentage, and of the one that it is compared with. */
const noise = (percent: number, suites: number) =>
  300 * Math.sqrt(((percent / 100) * (1 - percent / 100)) / suites + ((percent / 100) * (1 - percent / 100)) / 4000);

// Holds G2
describe('the interval of a rate covers what it says, by simulation', () => {
  const suites = ALL ? 2500 : 400;

  it.each(ALL ? populations : populations.slice(3, 7))('%s', (_name, population, expected) => {
    expect(Math.abs(coverage(population, effective, suites) - expected)).toBeLessThanOrEqual(noise(expected, suites));
  });
});

describe('why not the simpler ones', () => {
  const suites = ALL ? 1500 : 200;

  it('pooled runs as if independent cover some 75 %', () => {
    expect(coverage(populations[1]![1], pooled, suites)).toBeLessThan(82);
  });

  it('Student on task means covers some 81 % near the end of the scale', () => {
    const few = populations[3]![1];
    expect(coverage(few, (tasks) => tInterval(means(tasks)), suites)).toBeLessThan(90);
  });

  it('BCa covers some 95 % in the middle, and less near the end', () => {
    const middle = coverage(populations[1]![1], bca, ALL ? 1000 : 100);
    expect(Math.abs(middle - 95)).toBeLessThan(ALL ? 2.5 : 6);
    if (ALL) expect(coverage(populations[3]![1], bca, 1000)).toBeLessThan(92);
  });
});
