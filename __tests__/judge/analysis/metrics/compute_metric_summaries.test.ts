import { analyseTrials } from '../../../../src/judge/analysis/analysis.js';
import type { Trial } from '../../../../src/judge/analysis/trials/trial.js';
import { createMetricsSection } from '../../../../src/publish/report/sections/create_metrics_section.js';
import { alike, givenArm, givenTrials } from '../given_trials.js';

const arms = [givenArm('codex'), givenArm('codex', 'guardrails')];
/** Trials of seven tasks, two each, whose n-th has values that follow n. */
const givenMeasured = (arm: string, change: (n: number, trial: Trial) => Partial<Trial>) =>
  givenTrials(arm, alike(7, 'ss')).map((trial, i) => ({ ...trial, ...change(Math.floor(i / 2), trial) }));
const summary = (trials: readonly Trial[], metric: string, arm = 'codex') =>
  analyseTrials(trials, { arms }).metrics.find((one) => one.arm === arm && one.metric === metric);

describe('every metric has mean and median with intervals, by arm', () => {
  it('for safety, coordination, time, cost and tokens', () => {
    const { metrics } = analyseTrials(givenTrials('codex', alike(2, 's')), { arms });
    const count = (family: string) => metrics.filter((one) => one.family === family).length;
    const families = ['correctness', 'safety', 'coordination', 'time', 'cost', 'tokens'];
    expect(families.map(count)).toEqual([2, 9, 19, 4, 6, 2]);
    expect(metrics).toHaveLength(42);
  });

  it('over the means of tasks: Student for the mean, order statistics for the median', () => {
    const trials = givenMeasured('codex', (n, { trial }) => ({ wall_ms: 100 * n + (trial === 1 ? 0 : 20) }));
    expect(summary(trials, 'wall_ms')).toEqual({
      ...{ arm: 'codex', family: 'time', metric: 'wall_ms', unit: 'ms', over: 'tasks' },
      ...{ attempts: 14, unknown: 0, tasks: 7, mean: 310, median: 310 },
      // scipy.stats.t.interval(0.95, 6, 300, sem(range(0, 700, 100)))
      mean_interval: { low: expect.closeTo(110.2105, 3), high: expect.closeTo(509.7895, 3) },
      // 1 − 2 · P(Binomial(7, ½) < 1) = 98.4 %, and 87.5 % for the second values
      median_interval: { low: 10, high: 610 },
    });
  });

  it('and keeps the interval of a count from going below 0, and of a rate above 1', () => {
    const safety = (n: number, { safety: given }: Trial) => ({
      safety: { ...given, guardrail_blocks: n === 6 ? 5 : 0, guardrail_block_rate: n === 0 ? 0.5 : 1 },
    });
    const trials = givenMeasured('codex', safety);
    expect(summary(trials, 'guardrail_blocks')?.mean_interval?.low).toBe(0);
    expect(summary(trials, 'guardrail_block_rate')?.mean_interval?.high).toBe(1);
  });

  it('over the attempts of the only task', () => {
    const trials = givenTrials('codex', { one: 'sss' }).map((trial, i) => ({ ...trial, agent_ms: i }));
    expect(summary(trials, 'agent_ms')).toMatchObject({ over: 'attempts', tasks: 1, mean: 1, median: 1 });
    expect(summary(trials, 'agent_ms')?.mean_interval).not.toBeNull();
  });

  it('counts attempts without a value, and takes none of them for 0', () => {
    const cost = (n: number, { cost: given }: Trial) => ({ cost: { ...given, total_usd: n < 5 ? null : 2 } });
    expect(summary(givenMeasured('codex', cost), 'total_usd')).toMatchObject({
      ...{ attempts: 4, unknown: 10, tasks: 2, mean: 2, median: 2, mean_interval: null, median_interval: null },
    });
    const unseen = givenTrials('codex', alike(2, 's'), { coordination: null });
    expect(summary(unseen, 'locks_acquired')).toMatchObject({ attempts: 0, unknown: 2, mean: null, median: null });
  });

  it('and stands in the report by family, without metrics that no attempt has', () => {
    const section = createMetricsSection(analyseTrials(givenTrials('codex', alike(2, 'sf')), { arms }));
    const tables = section!.blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));
    expect(tables.map(({ caption }) => caption)).toEqual(
      expect.arrayContaining(['Correctness', 'Safety', 'Time', 'Cost', 'Tokens and requests']),
    );
    const wall = tables.find(({ caption }) => caption === 'Time')!.rows.find(([, metric]) => metric === 'wall_ms')!;
    expect(wall.slice(0, 2)).toEqual(['codex', 'wall_ms']);
    expect(wall.slice(-3)).toEqual(['2', '4', '0']);
    expect(createMetricsSection(analyseTrials([], { arms: [] }))).toBeNull();
  });
});
