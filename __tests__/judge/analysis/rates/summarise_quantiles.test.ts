import { summariseQuantiles } from '../../../../src/judge/analysis/rates/summarise_quantiles.js';

describe('the distribution of a measure over attempts', () => {
  it('has quantiles over what is known, and counts the rest beside it', () => {
    expect(summariseQuantiles([4, null, 1, 2, 3])).toEqual({
      n: 4,
      unknown: 1,
      mean: 2.5,
      min: 1,
      p25: 1.75,
      p50: 2.5,
      p75: 3.25,
      p90: expect.closeTo(3.7, 12),
      max: 4,
    });
  });

  it('knows nothing of nothing: null, never 0', () => {
    expect(summariseQuantiles([null])).toMatchObject({ n: 0, unknown: 1, mean: null, p50: null, max: null });
  });
});
