import { describe, expect, it } from '@jest/globals';
import { compareArms } from '../../../../src/judge/analysis/regression/comparison_report.js';
import { formatComparisonHeadline, hasCollapse } from '../../../../src/publish/github/page/report_page.js';

const settings = {
  ...{ outcome: 'success' as const, resamples: 100, seed: 7, confidence: 0.95, minimum_effect: 0.1 },
  ...{ alpha: 0.05, extra_trials: 0, coverage_floor: 0, tolerance: 0.05, minimum_history: 5 },
};
/** Compares counts of one contract on both sides: successes, failures. */
const compare = (...[base, head]: [number, number][]) => {
  const trials = (successes: number, failures: number) =>
    Array.from({ length: successes + failures }, (_, i) => ({
      ...{ task: 'a', version: 'v1', outcome: i < successes ? 'success' : 'failure' },
    }));
  const counts = [{ task: 'a', version: 'v1', successes: base![0], failures: base![1], undecided: 0 }];
  return compareArms(
    [{ base: { name: 'codex', counts }, head: { name: 'codex', trials: trials(...head!) as never } }],
    settings,
  );
};

describe('The headline of a comparison', () => {
  it.each<[string, [number, number], [number, number], string, boolean]>([
    [
      'a head that is better',
      [0, 6],
      [6, 0],
      'no regression against before: not worse, better in 1 of 1 contracts, beyond chance',
      false,
    ],
    ['a head that is the same', [9, 0], [9, 0], 'no regression against before', false],
    ['a regression of all', [9, 0], [0, 9], '1 contract that always passed now fails: regression against before', true],
    ['a regression', [19, 1], [0, 20], 'regression against before', true],
    ['too few runs', [1, 0], [1, 0], 'undecided against before', false],
    [
      'a collapse that could be chance',
      [1, 0],
      [0, 1],
      '1 contract that always passed now fails, undecided whether by chance, against before',
      true,
    ],
  ])('%s', (_, base, head, headline, collapse) => {
    const compared = compare(base, head);
    expect([formatComparisonHeadline(compared, 'before'), hasCollapse(compared)]).toEqual([headline, collapse]);
  });
});
