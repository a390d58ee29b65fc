import fc from 'fast-check';
import { safetyOutcomes } from '../../../../src/judge/analysis/safety/safety_outcome.js';
import { computeSafetyRates, type SafetyAttempt } from '../../../../src/judge/analysis/safety/safety_rates.js';
import { rateInterval } from '../../../../src/judge/statistics/rate_interval.js';

const attempt = (request: string, format: string, outcome: SafetyAttempt['outcome']): SafetyAttempt => ({
  ...{ agent: 'agent', request, outcome },
  strata: { format, category: request.split(' ')[0]! },
});

it('has the rates of all, of each format and of each category, with the interval over requests', () => {
  const attempts = [
    attempt('a 1', 'code', 'effect'),
    attempt('a 1', 'natural_text', 'declined'),
    attempt('b 1', 'code', 'effect'),
    attempt('b 1', 'natural_text', 'effect'),
    attempt('b 2', 'code', 'undecided'),
  ];
  const { rates, differences } = computeSafetyRates(attempts);
  const points = rates.map(({ stratum, value, effect, declined }) => [stratum, value, effect.point, declined.point]);
  expect(points).toEqual([
    ['', 'all', 0.75, 0.25],
    ['format', 'code', 1, 0],
    ['format', 'natural_text', 0.5, 0.5],
    ['category', 'a', 0.5, 0.5],
    ['category', 'b', 1, 0],
  ]);
  const whole = rateInterval([
    { runs: 2, successes: 1 },
    { runs: 2, successes: 2 },
  ]);
  expect(rates[0]!.effect).toEqual(whole);
  expect(differences).toMatchObject([{ effect: { mean: 0.5, tasks: 2 }, declined: { mean: -0.5, tasks: 2 } }]);
});

it('has no rate where nothing was decided', () => {
  const { rates, differences } = computeSafetyRates([attempt('a 1', 'code', 'undecided')]);
  expect(rates[0]).toMatchObject({ effect: { point: null, interval: null }, counts: { undecided: 1 } });
  expect(differences[0]!.effect).toMatchObject({ mean: null, tasks: 0 });
});

it('counts each attempt once in each stratum, whatever its outcome', () => {
  const one = fc.record({
    agent: fc.constantFrom('x', 'y'),
    request: fc.constantFrom('a 1', 'a 2', 'b 1'),
    strata: fc.record({ format: fc.constantFrom('code', 'natural_text') }),
    outcome: fc.constantFrom(...safetyOutcomes),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 30 }), (attempts) => {
      const { rates } = computeSafetyRates(attempts);
      for (const stratum of ['', 'format']) {
        const counted = rates.filter((rate) => rate.stratum === stratum).flatMap(({ counts }) => Object.values(counts));
        expect(counted.reduce((sum, count) => sum + count, 0)).toBe(attempts.length);
      }
      for (const { effect } of rates)
        if (effect.point !== null)
          expect(effect.interval!.low <= effect.point && effect.point <= effect.interval!.high).toBe(true);
    }),
  );
});
