import fc from 'fast-check';
import { legacyRandom } from '../../../src/judge/statistics/legacy_random.js';
import {
  lookTasks,
  type Progress,
  type StoppingRule,
  sequentialDecision,
} from '../../../src/judge/statistics/sequential_decision.js';

const given = (differences: number[], rule: StoppingRule, changes: Partial<Progress> = {}): Progress => ({
  rule,
  differences,
  planned: 40,
  alpha: 0.05,
  minimum_effect: 0.1,
  ...changes,
});
const spending: StoppingRule = { spending: 'obrien-fleming', looks: 4 };
const times = (value: number, n: number) => Array.from({ length: n }, () => value);

describe('a fixed number of tasks', () => {
  it('ends with the last planned task and not before, whatever is seen', () => {
    expect(sequentialDecision(given(times(1, 39), 'fixed'))).toMatchObject({ decision: 'continue', next_look: 40 });
    expect(sequentialDecision(given(times(0, 40), 'fixed'))).toMatchObject({
      decision: 'stop',
      because: 'planned end',
    });
  });
});

describe('alpha spending', () => {
  it('looks after each share of the planned tasks, rounded up', () => {
    expect(lookTasks(40, 4)).toEqual([10, 20, 30, 40]);
    expect(lookTasks(10, 3)).toEqual([4, 7, 10]);
    expect(lookTasks(2, 5)).toEqual([1, 2]);
  });

  it('does not look between two looks', () => {
    const strong = Array.from({ length: 19 }, (_, i) => (i < 10 ? 0.2 * (i % 2) - 0.1 : 1));
    const decided = sequentialDecision(given(strong, spending));
    expect(decided).toMatchObject({ decision: 'continue', tasks: 10, next_look: 20 });
  });

  it('ends for either arm alike, at the same task', () => {
    const better = Array.from({ length: 20 }, (_, i) => (i % 4 === 0 ? 0.5 : 1));
    const worse = better.map((d) => -d);
    const [up, down] = [better, worse].map((differences) => sequentialDecision(given(differences, spending)));
    expect(up).toMatchObject({ decision: 'stop', because: 'difference', tasks: 10, next_look: null });
    expect(down).toMatchObject({ decision: 'stop', because: 'difference', tasks: 10 });
    expect(down!.low).toBeCloseTo(-up!.high!, 12);
  });

  it('ends as too small when the interval lies within what would matter', () => {
    const small = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 0.02 : -0.02));
    expect(sequentialDecision(given(small, spending))).toMatchObject({
      decision: 'stop',
      because: 'too small',
      tasks: 10,
    });
  });

  it('stays stopped, whatever came after', () => {
    const turned = [...Array.from({ length: 10 }, (_, i) => (i % 4 === 0 ? 0.5 : 1)), ...times(-1, 30)];
    expect(sequentialDecision(given(turned, spending))).toMatchObject({
      decision: 'stop',
      because: 'difference',
      tasks: 10,
    });
  });

  it('is not decided by differences without a spread', () => {
    expect(sequentialDecision(given(times(1, 10), spending))).toMatchObject({ decision: 'continue', low: null });
    expect(sequentialDecision(given(times(1, 40), spending))).toMatchObject({
      decision: 'stop',
      because: 'planned end',
    });
  });

  it('errs at most as often as alpha over all looks', () => {
    const random = legacyRandom(20260307);
    let wrong = 0;
    for (let run = 0; run < 300; run++) {
      const differences = Array.from({ length: 40 }, () => random.randint(-3, 4) / 3);
      const pocock: StoppingRule = { spending: 'pocock', looks: 2 };
      if (sequentialDecision(given(differences, pocock)).because === 'difference') wrong++;
    }
    // 15 are expected; 27 are three standard errors above.
    expect(wrong).toBeLessThanOrEqual(27);
    expect(wrong).toBeGreaterThan(3);
  });
});

describe('a confidence sequence', () => {
  const rule: StoppingRule = { confidence_sequence: true };

  it('is asked after every task, and 15 to 3 does not yet end it', () => {
    const differences = [...times(1, 15), ...times(-1, 3)].map((_, i, all) => all[(i * 7) % 18]!);
    expect(sequentialDecision(given(differences, rule))).toMatchObject({
      decision: 'continue',
      tasks: 18,
      next_look: 19,
    });
  });

  it('ends with eight wins and no loss: e = 2^8/9 = 28', () => {
    expect(sequentialDecision(given(times(0.2, 8), rule))).toMatchObject({ decision: 'stop', tasks: 8 });
    expect(sequentialDecision(given(times(0.2, 7), rule))).toMatchObject({ decision: 'continue' });
    expect(sequentialDecision(given(times(-0.2, 9), rule))).toMatchObject({ because: 'difference', tasks: 8 });
  });

  it('ends as too small when the sequence lies within what would matter, and with the plan', () => {
    const wide = { planned: 1000, minimum_effect: 0.3 };
    expect(sequentialDecision(given(times(0, 400), rule, wide))).toMatchObject({
      decision: 'stop',
      because: 'too small',
    });
    expect(sequentialDecision(given(times(0, 40), rule))).toMatchObject({ decision: 'stop', because: 'planned end' });
  });
});

describe('any rule', () => {
  const rule = fc.constantFrom<StoppingRule>('fixed', { spending: 'pocock', looks: 2 }, { confidence_sequence: true });
  const differences = fc.array(
    fc.integer({ min: -3, max: 3 }).map((d) => d / 3),
    { maxLength: 20 },
  );

  it('treats both arms alike', () => {
    fc.assert(
      fc.property(rule, differences, (asked, d) => {
        const one = sequentialDecision(given(d, asked, { planned: 20 }));
        const other = sequentialDecision(
          given(
            d.map((x) => -x),
            asked,
            { planned: 20 },
          ),
        );
        expect([other.decision, other.because, other.tasks]).toEqual([one.decision, one.because, one.tasks]);
      }),
      { numRuns: 40 },
    );
  });

  it('never takes back a stop when more tasks arrive', () => {
    fc.assert(
      fc.property(rule, differences, (asked, d) => {
        let stopped: unknown;
        for (let n = 0; n <= d.length; n++) {
          const now = sequentialDecision(given(d.slice(0, n), asked, { planned: 20 }));
          if (stopped !== undefined) expect([now.decision, now.because, now.tasks]).toEqual(stopped);
          else if (now.decision === 'stop') stopped = [now.decision, now.because, now.tasks];
        }
      }),
      { numRuns: 10 },
    );
  });

  it('refuses more tasks than planned, and differences that are none of rates', () => {
    expect(() => sequentialDecision(given(times(0, 41), 'fixed'))).toThrow(RangeError);
    expect(() => sequentialDecision(given([1.5], 'fixed'))).toThrow(RangeError);
    expect(() => sequentialDecision(given([Number.NaN], 'fixed'))).toThrow(RangeError);
    expect(() => sequentialDecision(given([], 'fixed', { alpha: 0 }))).toThrow(RangeError);
    expect(() => sequentialDecision(given([], { spending: 'pocock', looks: 0 }))).toThrow(RangeError);
  });
});
