import fc from 'fast-check';
import { createChartScale, createDifferenceFormat } from '../../../../src/publish/report/charts/chart_scale.js';
import type { ChartAxis } from '../../../../src/publish/report/report_block.js';

const axis = (format: ChartAxis['format'], more: Partial<ChartAxis> = {}): ChartAxis => ({
  label: 'x',
  format,
  ...more,
});

describe('an axis ends at round numbers and names some between them', () => {
  it.each<[string, number[], ChartAxis, string[]]>([
    ['dollars', [0.12, 0.93], axis('usd'), ['$0.00', '$0.20', '$0.40', '$0.60', '$0.80', '$1.00']],
    ['small dollars', [0, 0.0042], axis('usd'), ['$0.00', '$0.0010', '$0.0020', '$0.0030', '$0.0040', '$0.0050']],
    ['shares, never more than all', [1], axis('percent'), ['40 %', '60 %', '80 %', '100 %']],
    ['differences', [-0.08, 0.22], axis('percent'), ['−10 %', '0 %', '10 %', '20 %', '30 %']],
    ['times, as clocks show them', [0, 1.1e6], axis('time'), ['0', '5 m', '10 m', '15 m', '20 m']],
    ['what the author says', [5, 500], axis('number', { range: [0, 10] }), ['0', '2', '4', '6', '8', '10']],
    ['counts, with nothing between two', [1, 3], axis('number'), ['1', '2', '3']],
    ['nothing', [], axis('number'), ['0', '0.2', '0.4', '0.6', '0.8', '1']],
    ['one value', [7], axis('number'), ['2', '4', '6', '8', '10', '12']],
    [
      'what is no number',
      [Number.NaN, Number.POSITIVE_INFINITY, 3.1, 3.9],
      axis('number'),
      ['3', '3.2', '3.4', '3.6', '3.8', '4'],
    ],
  ])('%s', (_, values, of, ticks) => {
    const scale = createChartScale(values, of);
    expect(scale.ticks.map(scale.tick)).toEqual(ticks);
  });

  it('whatever the values are', () => {
    fc.assert(
      fc.property(fc.array(fc.double()), fc.constantFrom('usd', 'percent', 'time', 'number'), (values, format) => {
        const scale = createChartScale(values, axis(format as ChartAxis['format']));
        expect(scale.high).toBeGreaterThan(scale.low);
        expect(scale.ticks.length).toBeGreaterThan(0);
        expect(scale.ticks.length).toBeLessThan(20);
        for (const value of values.filter((each) => Number.isFinite(each) && Math.abs(each) <= 1e15)) {
          expect(scale.share(value)).toBeGreaterThanOrEqual(-1e-6);
          expect(scale.share(value)).toBeLessThanOrEqual(1 + 1e-6);
        }
      }),
    );
  });

  it('says the sign of a difference', () => {
    const scale = createChartScale([-1, 1], axis('percent'));
    expect([0.1, 0, -0.1].map(createDifferenceFormat(scale, 0))).toEqual(['+10 %', '0 %', '−10 %']);
    expect(createDifferenceFormat(scale, 0.5)(0.1)).toBe('10 %');
  });
});
