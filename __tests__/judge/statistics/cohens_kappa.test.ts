import { agreementTable, cohensKappa } from '../../../src/judge/statistics/cohens_kappa.js';
import { givenReference } from './reference_values.js';

interface Case {
  table: number[][];
  confidence: number;
  kappa: number;
  sd: number;
  unclipped: [number, number];
}
const statsmodels = givenReference<{ kappas: Case[] }>('sequential');

describe("Cohen's kappa", () => {
  it.each(statsmodels.kappas)('$table at $confidence: as statsmodels', ({ table, confidence, kappa, unclipped }) => {
    const found = cohensKappa(table, confidence);
    expect(found.kappa).toBeCloseTo(kappa, 12);
    expect(found.low).toBeCloseTo(Math.max(-1, unclipped[0]), 9);
    expect(found.high).toBeCloseTo(Math.min(1, unclipped[1]), 9);
  });

  it('says po, pe and n beside it', () => {
    const { observed, expected, n } = cohensKappa([
      [20, 5],
      [10, 15],
    ]);
    expect(observed).toBeCloseTo(0.7, 12);
    expect(expected).toBeCloseTo(0.5, 12);
    expect(n).toBe(50);
  });

  it('cannot be said of no case, nor where both gave one label to everything', () => {
    expect(cohensKappa([])).toMatchObject({ kappa: null, observed: null, reason: 'no case was judged by both' });
    expect(
      cohensKappa([
        [0, 0],
        [0, 7],
      ]),
    ).toMatchObject({ kappa: null, observed: 1, expected: 1, reason: 'both gave one label to everything' });
  });

  it('is −1 where both always say the opposite', () => {
    expect(
      cohensKappa([
        [0, 5],
        [5, 0],
      ]),
    ).toMatchObject({ kappa: -1, low: -1 });
  });

  it('refuses what is no table of counts', () => {
    expect(() => cohensKappa([[1, 2]])).toThrow(RangeError);
    expect(() =>
      cohensKappa([
        [1, -1],
        [0, 0],
      ]),
    ).toThrow(RangeError);
    expect(() => cohensKappa([[1]], 1)).toThrow(RangeError);
  });

  it('counts pairs of labels into a table', () => {
    const labels = ['correct', 'wrong'] as const;
    expect(
      agreementTable(labels, [
        ['correct', 'wrong'],
        ['wrong', 'wrong'],
        ['correct', 'wrong'],
      ]),
    ).toEqual([
      [0, 2],
      [0, 1],
    ]);
    expect(() => agreementTable(labels, [['correct', 'maybe' as 'wrong']])).toThrow('"maybe" is no label');
  });
});
