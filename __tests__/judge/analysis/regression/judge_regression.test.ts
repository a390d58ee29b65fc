import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_ALPHA, planExtraRuns } from '../../../../src/judge/analysis/regression/comparison_report.js';
import { selectGatingSet, type TaskRunCounts } from '../../../../src/judge/analysis/regression/gating_set.js';
import { judgeRegression } from '../../../../src/judge/analysis/regression/judge_regression.js';
import { legacyRandom } from '../../../../src/judge/statistics/legacy_random.js';
import { ALL, itInFull, sampled } from '../../../extent.js';

const of = (task: string, successes: number, failures: number, undecided = 0): TaskRunCounts => ({
  task,
  version: 'v1',
  successes,
  failures,
  undecided,
});
const settings = { alpha: DEFAULT_ALPHA, minimum_effect: 0.1, extra_trials: 3, coverage_floor: 1 };
const names = (n: number) => Array.from({ length: n }, (_, i) => `task-${i}`);
const history = (n: number, runs = 10) => names(n).map((task) => of(task, runs, 0));

describe('The regression gate', () => {
  it('wants extra runs of a contract that failed, and says regression only when they fail too', () => {
    const base = names(6).map((task) => of(task, 1, 0));
    const head = names(6).map((task, i) => of(task, i === 2 ? 0 : 1, i === 2 ? 1 : 0));
    const set = selectGatingSet({ base, head, history: history(6) });
    const first = judgeRegression(set, settings);
    expect(first).toMatchObject({ verdict: 'undecided', finds: 6, family: 6 });
    expect(planExtraRuns(first)).toEqual([{ task: 'task-2', trials: 3 }]);

    const broken = judgeRegression(set, settings, new Map([['task-2', of('task-2', 0, 3)]]));
    expect(broken.verdict).toBe('regression');
    expect(broken.why).toEqual(['task-2: 0 of 4 succeeded in head, 11 of 11 succeeded before (p = 0.00073)']);
    expect(planExtraRuns(broken)).toEqual([]);

    const flaked = judgeRegression(set, settings, new Map([['task-2', of('task-2', 3, 0)]]));
    expect(flaked.verdict).toBe('no regression');
    expect(flaked.tasks[2]).toMatchObject({ verdict: 'held', extra: 3, unmade: 0 });

    const half = judgeRegression(set, settings, new Map([['task-2', of('task-2', 1, 2)]]));
    expect(half).toMatchObject({ verdict: 'undecided' });
    const cut_short = judgeRegression(set, settings, new Map([['task-2', of('task-2', 0, 1)]]));
    expect(cut_short.tasks[2]).toMatchObject({ verdict: 'open', unmade: 2 });
  });

  it('finds many contracts that got a little worse together', () => {
    const base = names(20).map((task) => of(task, 5, 0));
    const head = names(20).map((task, i) => of(task, i % 2 ? 3 : 5, i % 2 ? 2 : 0));
    const set = selectGatingSet({ base, head, history: history(20) });
    const one_run = judgeRegression(set, settings, new Map(), { history: [], same_night: true });
    expect(one_run.tasks.filter(({ verdict }) => verdict === 'regressed')).toEqual([]);
    expect(one_run).toMatchObject({ verdict: 'regression', together: { tasks: 20, base_rate: 1, night: null } });
    expect(one_run.together!.head_rate).toBeCloseTo(0.8, 12);

    const nights = Array.from({ length: 8 }, () => base);
    const other_nights = judgeRegression(set, settings, new Map(), { history: nights, same_night: false });
    expect(other_nights).toMatchObject({ verdict: 'regression', together: { night: { nights: 8, dispersion: 1 } } });
  });

  it('does not take a bad night for bad code: nights that differ as a whole widen the test, one night decides nothing', () => {
    const base = names(20).map((task) => of(task, 5, 0));
    const bad = names(20).map((task, i) => of(task, i % 2 ? 3 : 5, i % 2 ? 2 : 0));
    const set = selectGatingSet({ base, head: bad });
    const unknown = judgeRegression(set, settings, new Map(), { history: [], same_night: false });
    expect(unknown).toMatchObject({ verdict: 'undecided', together: { night: null } });
    expect(unknown.why.join()).toContain('fewer than 6 earlier nights are known');
    const gone = names(20).map((task) => of(task, 0, 5));
    const collapse = selectGatingSet({ base, head: gone, history: history(20) });
    const collapsed = judgeRegression(collapse, { ...settings, extra_trials: 0 }, new Map(), {
      history: [],
      same_night: false,
    });
    expect(collapsed.verdict).toBe('regression');
    expect(collapsed.together!.assumed!).toBeLessThan(DEFAULT_ALPHA / 2);
    const bad_before = Array.from({ length: 9 }, (_, i) => (i % 3 === 0 ? bad : base));
    const known = judgeRegression(set, settings, new Map(), { history: bad_before, same_night: false });
    expect(known.verdict).toBe('undecided');
    expect(known.together!.night!.dispersion).toBeGreaterThan(2);
    expect(known.why.join()).toContain('against how 9 earlier nights differ');
  });

  it('does not take one contract for broken by what all contracts of its night did', () => {
    const night = (successes: number) => names(12).map((task) => of(task, successes, 20 - successes));
    const base = night(16);
    const bad = night(7).map((counts) => (counts.task === 'task-3' ? of('task-3', 1, 19) : counts));
    const alone = { ...settings, extra_trials: 0 };
    const judged = judgeRegression(selectGatingSet({ base, head: bad }), alone);
    const [suspect] = judged.tasks.filter(({ night_odds }) => night_odds !== null);
    expect(suspect).toMatchObject({ task: 'task-3', verdict: 'open' });
    expect(suspect!.night_odds!).toBeLessThan(0.3);
    expect(suspect!.why).toContain('the other contracts fell that night, too');

    const usual = night(16).map((counts) => (counts.task === 'task-3' ? of('task-3', 1, 19) : counts));
    const broken = judgeRegression(selectGatingSet({ base, head: usual }), alone);
    expect(broken.tasks.filter(({ verdict }) => verdict === 'regressed')).toMatchObject([
      { task: 'task-3', night_odds: 1 },
    ]);
  });

  it('counts extra runs that a contract did not get in favour of head, as the rule for extra runs promises', () => {
    const set = selectGatingSet({ base: [of('a', 30, 0)], head: [of('a', 6, 4)] });
    const alone = judgeRegression(set, { ...settings, extra_trials: 0 });
    expect(alone.verdict).toBe('regression');
    const more = { ...settings, extra_trials: 20 };
    const first = judgeRegression(set, more);
    expect(first).toMatchObject({ verdict: 'undecided', tasks: [{ verdict: 'open', extra: 20, unmade: 20 }] });
    expect(planExtraRuns(first)).toEqual([{ task: 'a', trials: 20 }]);
    expect(judgeRegression(set, more, new Map([['a', of('a', 20, 0)]])).tasks[0]).toMatchObject({ verdict: 'held' });
    expect(judgeRegression(set, more, new Map([['a', of('a', 8, 12)]])).verdict).toBe('regression');
  });

  it.each<[string, TaskRunCounts[], TaskRunCounts[], string]>([
    ['nothing gates', [], [], 'no contract is in the gating set'],
    ['too few runs to find anything', [of('task-0', 1, 0)], [of('task-0', 1, 0)], 'there are too few runs'],
    ['runs of head are undecided', [of('task-0', 20, 0)], [of('task-0', 4, 0, 1)], 'only 4 of 5 runs'],
  ])('is undecided when %s', (_, base, head, why) => {
    const judged = judgeRegression(selectGatingSet({ base, head }), { ...settings, extra_trials: 0 });
    expect(judged.verdict).toBe('undecided');
    expect(judged.why.join()).toContain(why);
  });

  describe('a collapse of contracts that may not turn the gate is not passed over', () => {
    const fell = (n: number, runs: number, left = 0) => ({
      base: names(n).map((task) => of(task, runs, 0)),
      head: names(n).map((task) => of(task, left, runs - left)),
      proven: () => false,
    });
    it('is a regression where nothing gates and it can be neither chance nor a bad night', () => {
      const judged = judgeRegression(selectGatingSet(fell(6, 5)), settings);
      expect(judged).toMatchObject({ verdict: 'regression', collapse: { tasks: 6, base_rate: 1, head_rate: 0 } });
      expect(judged.why.join()).toContain(
        'lost half of their success rate or more: 100.0 % before, 0.0 % in head (p = ',
      );
      const young = { ...fell(6, 5), proven: () => true, history: history(6, 2) };
      expect(judgeRegression(selectGatingSet(young), settings).verdict).toBe('regression');
    });

    it('is undecided, and said, where it could be chance', () => {
      const judged = judgeRegression(selectGatingSet(fell(2, 1)), settings);
      expect(judged).toMatchObject({ verdict: 'undecided', collapse: { tasks: 2, p: 0.25 } });
      expect(judged.why.join()).toContain('100.0 % before, 0.0 % in head');
    });

    it('leaves the gate undecided where the contracts that may turn it held', () => {
      const { base, head } = fell(6, 2);
      const held = of('held', 20, 0);
      const set = selectGatingSet({ base: [...base, held], head: [...head, held], proven: (task) => task === 'held' });
      expect(judgeRegression(set, settings)).toMatchObject({ verdict: 'undecided', collapse: { tasks: 7 } });
    });

    it('is none where less than half is lost, where nothing was decided, and of known flakes', () => {
      expect(judgeRegression(selectGatingSet(fell(6, 4, 3)), settings).collapse).toBeNull();
      const lost = { ...fell(6, 1), head: names(6).map((task) => of(task, 0, 0, 1)) };
      expect(judgeRegression(selectGatingSet(lost), settings).collapse).toBeNull();
      const flaky = { ...fell(6, 1), proven: () => true, history: names(6).map((task) => of(task, 5, 5)) };
      expect(judgeRegression(selectGatingSet(flaky), settings).collapse).toBeNull();
    });

    it('is none once extra runs have shown that it was chance', () => {
      const set = selectGatingSet({ base: [of('a', 1, 0)], head: [of('a', 0, 1)], history: [of('a', 20, 0)] });
      const judged = judgeRegression(set, settings, new Map([['a', of('a', 3, 0)]]));
      expect([judged.verdict, judged.collapse]).toEqual(['no regression', null]);
    });
  });

  it('never makes an alarm out of undecided runs of head, and never hides one behind those of base', () => {
    const all_undecided = selectGatingSet({ base: [of('a', 20, 0)], head: [of('a', 0, 0, 5)] });
    expect(judgeRegression(all_undecided, settings).verdict).toBe('undecided');
    const doubtful_base = selectGatingSet({ base: [of('a', 3, 0, 30)], head: [of('a', 0, 3)] });
    expect(judgeRegression(doubtful_base, settings).verdict).not.toBe('regression');
  });

  it('is not turned by a known flake, whatever that does', () => {
    const counts = fc.tuple(fc.nat(5), fc.nat(5), fc.nat(2)).map(([s, f, u]) => of('flake', s, f, u));
    const mixed = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }));
    fc.assert(
      fc.property(counts, counts, mixed, fc.boolean(), (base, head, [s, f], broken) => {
        const known = [...history(4), of('flake', s + 4, f + 4)];
        const stable = names(4).map((task) => of(task, 3, 0));
        const now = names(4).map((task) =>
          of(task, broken && task === 'task-1' ? 0 : 3, broken && task === 'task-1' ? 3 : 0),
        );
        const verdict = (with_flake: boolean) => {
          const flake = (one: TaskRunCounts) => (with_flake ? [one] : []);
          const set = selectGatingSet({
            base: [...stable, ...flake(base)],
            head: [...now, ...flake(head)],
            history: known,
          });
          return judgeRegression(set, settings).verdict;
        };
        expect(verdict(true)).toBe(verdict(false));
      }),
      { numRuns: 60 },
    );
  });
});

/** Simulated pairs of nights in each situation. */
const NIGHTS = ALL ? 300 : 80;

describe('How often the gate is wrong, simulated', () => {
  /**
   * A night: contracts that mostly succeed, some that flake, runs as often as said. Rates of head are those of base, less `loss` on the
   * first contracts. Extra runs are made where the rule asks for them.
   */
  function gate(
    random: () => number,
    night: { tasks: number; lines: number; runs: number; rates: number[]; loss: number; broken: number },
  ) {
    const draw = (task: string, rate: number, runs: number) => {
      const successes = Array.from({ length: runs }, random).filter((u) => u < rate).length;
      return of(task, successes, runs - successes);
    };
    const rate = (i: number) => night.rates[i % night.rates.length]!;
    const after = (i: number) => (i < night.broken ? Math.max(0, rate(i) - night.loss) : rate(i));
    const [base, head] = [rate, after].map((of) => names(night.tasks).map((task, i) => draw(task, of(i), night.runs)));
    const known = Array.from({ length: night.lines }, () =>
      names(night.tasks).map((task, i) => draw(task, rate(i), 1)),
    );
    const set = selectGatingSet({ base: base!, head: head!, history: night.lines === 0 ? undefined : known.flat() });
    const nights = { history: known, same_night: false };
    const first = judgeRegression(set, settings, new Map(), nights);
    const extra = planExtraRuns(first).map(
      ({ task, trials }) => [task, draw(task, after(names(night.tasks).indexOf(task)), trials)] as const,
    );
    return judgeRegression(set, settings, new Map(extra), nights).verdict;
  }

  /** Two arms of one run, without a history: extra runs of both where the rule asks for them. */
  function judgePair(
    random: () => number,
    rates: readonly number[],
    after: readonly number[],
    runs: number,
    more: number,
  ) {
    const draw = (i: number, rate: number, n: number) => {
      const successes = Array.from({ length: n }, random).filter((u) => u < rate).length;
      return of(`task-${i}`, successes, n - successes);
    };
    const pair = { ...settings, alpha: 0.05, extra_trials: more };
    const nights = { history: [], same_night: true };
    const set = selectGatingSet({
      base: rates.map((rate, i) => draw(i, rate, runs)),
      head: after.map((rate, i) => draw(i, rate, runs)),
    });
    const first = judgeRegression(set, pair, new Map(), nights, new Map());
    const wanted = planExtraRuns(first).map(({ task, trials }) => ({ task, trials, i: Number(task.slice(5)) }));
    const drawn = (of: readonly number[]) =>
      new Map(wanted.map(({ task, trials, i }) => [task, draw(i, of[i]!, trials)]));
    return judgeRegression(set, pair, drawn(after), nights, drawn(rates)).verdict;
  }

  it.each(
    sampled(
      [
        [[1, 1, 0.9, 0.5], 3],
        [[0.5, 0.6, 0.7, 0.8, 0.5, 0.4], 1],
        [[0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9], 3],
        [[0.2, 0.5, 0.8], 5],
      ] as [number[], number][],
      2,
    ),
  )(
    'pairs in one run, rates %j, %d runs a side and extra runs of both: no more false alarms than alpha',
    (rates, runs) => {
      const random = legacyRandom(20260307);
      const pairs = NIGHTS * 5;
      const alarms = Array.from({ length: pairs }, () => judgePair(() => random.randomSample(), rates, rates, runs, 3));
      const share = alarms.filter((one) => one === 'regression').length / pairs;
      expect(share).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / pairs));
    },
  );

  it('pairs in one run: extra runs of both find a contract that broke, where those of head alone could not', () => {
    const random = legacyRandom(20260307);
    const [rates, broken] = [
      [1, 1, 1, 1, 1],
      [1, 1, 0, 1, 1],
    ];
    const found = Array.from({ length: 40 }, () => judgePair(() => random.randomSample(), rates, broken, 1, 4));
    expect(new Set(found)).toEqual(new Set(['regression']));
    const set = selectGatingSet({ base: [of('a', 1, 0)], head: [of('a', 0, 1)] });
    const pair = { ...settings, alpha: 0.05, extra_trials: 4 };
    const nights = { history: [], same_night: true };
    const alone = judgeRegression(set, pair, new Map([['a', of('a', 0, 4)]]), nights);
    expect(alone.verdict).toBe('undecided');
    const both = judgeRegression(set, pair, new Map([['a', of('a', 0, 4)]]), nights, new Map([['a', of('a', 4, 0)]]));
    expect(both).toMatchObject({ verdict: 'regression', tasks: [{ base: { successes: 5 }, head: { failures: 5 } }] });
    const unmade = judgeRegression(set, pair, new Map([['a', of('a', 0, 4)]]), nights, new Map([['a', of('a', 1, 0)]]));
    const turned = judgeRegression(
      selectGatingSet({
        base: [of('a', 3, 0), of('b', 3, 0), of('c', 3, 0)],
        head: [of('a', 0, 3), of('b', 3, 0), of('c', 3, 0)],
      }),
      { ...pair, extra_trials: 3 },
      new Map([['a', of('a', 3, 0)]]),
      nights,
      new Map([['a', of('a', 0, 3)]]),
    );
    expect(turned).toMatchObject({ verdict: 'no regression', collapse: null, tasks: [{ verdict: 'held' }, {}, {}] });
    expect(unmade).toMatchObject({
      verdict: 'undecided',
      tasks: [{ unmade: 3, base: { successes: 2, undecided: 0 } }],
    });
  });

  function share(verdict: string, night: Parameters<typeof gate>[1], nights = NIGHTS) {
    const random = legacyRandom(20260307);
    const verdicts = Array.from({ length: nights }, () => gate(() => random.randomSample(), night));
    return verdicts.filter((one) => one === verdict).length / nights;
  }

  const rates = {
    'stable contracts': [1, 1, 0.98, 0],
    'contracts that pass 90 to 95 % of the time': [0.9, 0.92, 0.95],
    'many flakes': [1, 0.9, 0.7, 0.5, 0.97],
    'an agent that mostly guesses': [0.3, 0.5, 0.8],
  };
  const nights = Object.entries(rates).flatMap(([what, of]) =>
    [0, 5, 20].flatMap((lines) => [1, 3].map((runs) => [what, lines, runs, of] as const)),
  );

  it.each(sampled(nights, 2))(
    '%s, %d runs of history, %d a night: no more false alarms than alpha',
    (_, lines, runs, of) => {
      const alarms = share('regression', { tasks: 20, lines, runs, rates: [...of], loss: 0, broken: 0 });
      // three standard errors above alpha
      expect(alarms).toBeLessThanOrEqual(DEFAULT_ALPHA + 3 * Math.sqrt((DEFAULT_ALPHA * (1 - DEFAULT_ALPHA)) / NIGHTS));
    },
  );

  itInFull('finds a contract that broke, and a loss in all of them', () => {
    const usual = { tasks: 20, lines: 20, runs: 1, rates: [1, 1, 0.99] };
    expect(share('regression', { ...usual, loss: 1, broken: 1 })).toBeGreaterThan(0.9);
    expect(share('regression', { ...usual, runs: 5, loss: 0.2, broken: 20 })).toBeGreaterThan(0.9);
  });
});
