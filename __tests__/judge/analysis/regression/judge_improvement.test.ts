import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { selectGatingSet, type TaskRunCounts } from '../../../../src/judge/analysis/regression/gating_set.js';
import { judgeImprovement } from '../../../../src/judge/analysis/regression/judge_improvement.js';
import { judgeRegression } from '../../../../src/judge/analysis/regression/judge_regression.js';
import { legacyRandom } from '../../../../src/judge/statistics/legacy_random.js';

const count = (task: string, successes: number, failures: number, undecided = 0): TaskRunCounts => ({
  ...{ task, version: 'v1' },
  ...{ successes, failures, undecided },
});
const settings = { alpha: 0.05, minimum_effect: 0.1, extra_trials: 0, coverage_floor: 0 };
const ONE_NIGHT = { history: [], same_night: true };
const judge = (base: TaskRunCounts[], head: TaskRunCounts[], nights = ONE_NIGHT, more = {}) =>
  judgeRegression(selectGatingSet({ base, head }), { ...settings, ...more }, new Map(), nights);

describe('A head that is better is not worse, and is said to be better by the tests of a regression, mirrored', () => {
  it.each<[string, TaskRunCounts[], TaskRunCounts[], string, string]>([
    [
      '0 of 6 → 6 of 6',
      [count('a', 0, 6)],
      [count('a', 6, 0)],
      'not worse, better in 1 of 1 contracts, beyond chance',
      'better',
    ],
    [
      '1 of 6 → 6 of 6',
      [count('a', 1, 5)],
      [count('a', 6, 0)],
      'not worse, better in 1 of 1 contracts, beyond chance',
      'better',
    ],
    ['0 of 1 → 1 of 1', [count('a', 0, 1)], [count('a', 1, 0)], 'not worse, better in 1 of 1 contracts', 'not decided'],
    [
      '0 of 3 → 0 of 3',
      [count('a', 0, 3)],
      [count('a', 0, 3)],
      'no contract of the gating set got worse',
      'not decided',
    ],
    [
      'six contracts that never succeeded beside one with a single run',
      [...'abcdef'].map((task) => count(task, 0, 1)).concat(count('g', 1, 0)),
      [...'abcdefg'].map((task) => count(task, 1, 0)),
      'not worse, better in 6 of 7 contracts, beyond chance',
      'better',
    ],
  ])('%s', (_, base, head, why, verdict) => {
    expect(judge(base, head)).toMatchObject({ verdict: 'no regression', why: [why], improvement: { verdict } });
  });

  it.each<[string, TaskRunCounts[], TaskRunCounts[]]>([
    ['head could have lost unseen', [count('a', 1, 0)], [count('a', 1, 0)]],
    ['the base decided nothing', [count('a', 0, 0, 6)], [count('a', 6, 0)]],
    ['undecided runs of the base may have succeeded', [count('a', 0, 2, 1)], [count('a', 1, 0)]],
  ])('is undecided where %s', (_, base, head) => {
    expect(judge(base, head)).toMatchObject({ verdict: 'undecided', improvement: { verdict: 'not decided' } });
  });

  it('counts undecided runs of head against it, and needs more than one good night', () => {
    expect(judge([count('a', 0, 6)], [count('a', 2, 0, 4)]).improvement).toMatchObject({ higher: 1, better: [] });
    expect(judge([count('a', 0, 6)], [count('a', 6, 0)]).improvement!.better).toEqual([
      { task: 'a', p: expect.closeTo(1 / 924, 9) },
    ]);
    const tasks = [...'abcdefgh'];
    const [base, head] = [tasks.map((task) => count(task, 3, 3)), tasks.map((task) => count(task, 5, 1))];
    expect(judge(base, head).improvement).toMatchObject({ verdict: 'better', better: [] });
    const apart = judge(base, head, { history: [], same_night: false }).improvement;
    expect(apart).toMatchObject({ verdict: 'not decided', why: expect.stringContaining('that may be the night') });
  });

  it('says better of a head where the exchanged pair is a regression, and never else', () => {
    const outcome = fc.record({ base: fc.nat(6), base_failed: fc.nat(6), head: fc.nat(6), head_failed: fc.nat(6) });
    fc.assert(
      fc.property(fc.array(outcome, { minLength: 1, maxLength: 6 }), fc.boolean(), (tasks, same_night) => {
        const sides = (is_exchanged: boolean) =>
          (['base', 'head'] as const).map((side) =>
            tasks.map((task, i) => {
              const [won, lost] = [task[side], task[`${side}_failed`]];
              return is_exchanged ? count(`t${i}`, lost, won) : count(`t${i}`, won, lost);
            }),
          ) as [TaskRunCounts[], TaskRunCounts[]];
        const nights = { history: [], same_night };
        const lost = judge(...sides(false), nights);
        const won = judge(...sides(true), nights);
        expect(won.improvement!.verdict === 'better').toBe(lost.verdict === 'regression');
        if (won.improvement!.verdict === 'better' && won.verdict === 'undecided')
          expect(won.why.join()).not.toContain('too few runs');
      }),
      { numRuns: 100 },
    );
  });

  it('is called better without being so no more often than alpha', () => {
    const random = legacyRandom(20260307);
    const draw = (task: string, rate: number) => {
      const won = Array.from({ length: 3 }, () => random.randomSample()).filter((u) => u < rate).length;
      return count(task, won, 3 - won);
    };
    const rates = [0, 0.2, 0.5, 0.5, 0.8, 1];
    const [pairs, alpha] = [1000, 0.05];
    const night = () => rates.map((rate, i) => draw(`t${i}`, rate));
    const found = Array.from({ length: pairs }, () =>
      judgeImprovement(selectGatingSet({ base: night(), head: night() }), alpha, ONE_NIGHT),
    ).filter(({ verdict }) => verdict === 'better').length;
    expect(found / pairs).toBeLessThanOrEqual(alpha + 3 * Math.sqrt((alpha * (1 - alpha)) / pairs));
  });
});

describe('Attempts that were not made', () => {
  it('are told from undecided ones', () => {
    const head = { ...count('a', 1, 0, 2), missing: 1 };
    const { tasks, why } = judge([count('a', 30, 0)], [head], ONE_NIGHT, { coverage_floor: 1 });
    expect(tasks[0]!.head).toMatchObject({ undecided: 2, missing: 1 });
    expect(why.join()).toContain('1 of 1 succeeded (1 undecided, 1 not made) in head');
  });
});
