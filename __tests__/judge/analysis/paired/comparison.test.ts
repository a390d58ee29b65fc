import { describe, expect, it } from '@jest/globals';
import { compareSides, comparisonSchema } from '../../../../src/judge/analysis/paired/comparison.js';
import type { Trial } from '../../../../src/judge/analysis/trials/trial.js';
import { alike, givenTrials, SETTINGS } from '../given_trials.js';

const compare = (
  base: Record<string, string>,
  head: Record<string, string>,
  {
    planned,
    also = [{}, {}] as [Partial<Trial>, Partial<Trial>],
  }: { planned?: Map<string, number>; also?: [Partial<Trial>, Partial<Trial>] } = {},
) =>
  compareSides(
    { name: 'base', trials: givenTrials('base', base, also[0]) },
    { name: 'head', trials: givenTrials('head', head, also[1]), planned },
    SETTINGS,
  );
const primary = (...args: Parameters<typeof compare>) => compare(...args).outcomes[0]!;

describe('Two arms are compared task by task', () => {
  // Holds G7
  it('has the numbers of the paired design, and fits its schema', () => {
    // SciPy: d = [2/3, 1/3, 0, 1/3, 2/3, 1]; d.mean() = .5; t.interval(.95, 5, .5, sem(d))
    const comparison = compare(
      { a: 'fff', b: 'ssf', c: 'sss', d: 'sff', e: 'fsf', f: 'fff' },
      { a: 'ssf', b: 'sss', c: 'sss', d: 'ssf', e: 'sss', f: 'sss' },
    );
    expect(() => comparisonSchema.parse(comparison)).not.toThrow();
    const [success] = comparison.outcomes;
    expect(success).toMatchObject({
      measure: 'success',
      pairs: 6,
      differ: 5,
      smallest_p: 1 / 16,
      p: 1 / 16,
      mcnemar: null,
    });
    expect(success!.difference).toBeCloseTo(0.5, 12);
    expect(success!.interval!.low).toBeCloseTo(0.13311420509732885, 9);
    expect(success!.verdict).toBe('not decided');
    expect(success!.why).toBe('only 5 of 6 tasks differ: the smallest possible p is 0.063');
  });

  it.each<[string, Record<string, string>, Record<string, string>, string, RegExp]>([
    ['more', alike(8, 'fff'), alike(8, 'sss'), 'more', /^8 of 8 tasks differ, p = 0.0078$/],
    ['less', alike(6, 's'), alike(6, 'f'), 'less', /^6 of 6 tasks differ, p = 0.031$/],
    ['five tasks can never decide', alike(5, 'fff'), alike(5, 'sss'), 'not decided', /smallest possible p is 0.063/],
    [
      'no task differs',
      alike(10, 'ss'),
      alike(10, 'ss'),
      'not decided',
      /none of 10 tasks differed; still, up to 26 %/,
    ],
    ['no task of many differs', alike(40, 'ss'), alike(40, 'ss'), 'equivalent', /none of 40 tasks differed/],
    ['no decided run of one side', alike(3, 'ii'), alike(3, 'ss'), 'not decided', /no task has a value on both sides/],
    ['no task at all', {}, {}, 'not decided', /no task has a value on both sides/],
  ])('%s', (_, base, head, verdict, why) => {
    const said = primary(base, head);
    expect(said.verdict).toBe(verdict);
    expect(said.why).toMatch(why);
  });

  it('is not decided where runs without an answer could turn it, whatever p is', () => {
    const said = primary(alike(8, 'ffiiii'), alike(8, 'ssiiii'));
    expect(said).toMatchObject({ p: 2 ** -7, verdict: 'not decided', undecided: 64 });
    expect(said.bounds!.low).toBeCloseTo(2 / 6 - 4 / 6, 12);
    expect(said.why).toMatch(
      /runs without an answer could turn it: the difference is from -33.3 points to 100.0 points/,
    );
    expect(primary(alike(8, 'fffi'), alike(8, 'sssi')).verdict).toBe('more');
  });

  it('counts planned attempts without a result as undecided, also where a side has none of a task', () => {
    const planned = new Map(Object.keys(alike(8, '')).map((task) => [task, 4]));
    expect(primary(alike(8, 'f'), alike(8, 's'), { planned })).toMatchObject({
      undecided: 24,
      bounds: { low: 0.25, high: 1 },
    });
    const lost = compare(alike(8, 'f'), {}, { planned });
    expect(lost).toMatchObject({ tasks: 8, unpaired: [] });
    expect(lost.outcomes[0]).toMatchObject({ pairs: 0, undecided: 32, bounds: { low: 0, high: 1 } });
  });

  it('compares only runs of one version, and names what it cannot pair', () => {
    const base = [...givenTrials('base', { a: 's', gone: 's' }), ...givenTrials('base', { b: 's' }, { version: 'v1' })];
    const head = [
      ...givenTrials('head', { a: 's', added: 'f' }),
      ...givenTrials('head', { b: 's' }, { version: 'v2' }),
    ];
    const said = compareSides({ name: 'base', trials: base }, { name: 'head', trials: head }, SETTINGS);
    expect(said.tasks).toBe(1);
    expect(said.unpaired).toEqual([
      { task: 'added', because: 'no result of base' },
      { task: 'b', because: 'the sides have different versions of its contract' },
      { task: 'gone', because: 'no result of head' },
    ]);
  });

  it('uses McNemar for one run per task only', () => {
    expect(primary({ a: 's', b: 'f', c: 'f' }, { a: 's', b: 's', c: 's' }).mcnemar).toEqual({
      base_only: 0,
      head_only: 2,
      p: expect.closeTo(0.5, 12),
    });
    expect(primary({ a: 'ss', b: 'f' }, { a: 's', b: 's' }).mcnemar).toBeNull();
  });

  it('compares costs as ratios, where all are positive, and finds them equivalent within the margin', () => {
    const [slow, fast] = [{ wall_ms: 2000 }, { wall_ms: 1000 }];
    const wall = compare(alike(8, 's'), alike(8, 's'), { also: [fast, slow] }).outcomes.find(
      ({ measure }) => measure === 'wall_ms',
    )!;
    expect(wall).toMatchObject({ difference: 1000, verdict: 'more' });
    expect(wall.ratio!.point).toBeCloseTo(2, 12);
    const cost = compare(alike(8, 's'), alike(8, 's')).outcomes.find(({ measure }) => measure === 'cost_usd')!;
    expect(cost).toMatchObject({ differ: 0, difference: 0, verdict: 'not decided' });
  });
});
