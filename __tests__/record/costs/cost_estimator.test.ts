import fc from 'fast-check';
import {
  addBaselineCost,
  computeSpentUsd,
  createCostEstimator,
  roundDollars,
  sumDollars,
  sumKnownDollars,
} from '../../../src/record/costs/cost_estimator.js';
import { NO_PRICE_RATES, type PriceRates } from '../../../src/record/events/model_payloads.js';
import { computeWallMs, createIntervalUnion } from '../../../src/record/events/select_events.js';
import { computeCosts } from '../../../src/run/attempt/report/compute_costs.js';
import { givenResult } from '../../publish/given_results.js';
import { answer, call, cost, type Given, givenLog } from '../../run/supervisor/given_events.js';

const RATES: PriceRates = {
  tool_call: 0.5,
  tool_minute: 0.25,
  execution_minute: 2,
  human_minute: 1.5,
  run: 0.125,
  stored_gigabyte: null,
};
const projection = (rates: PriceRates): Given => ({
  type: 'cost_projection',
  payload: {
    projection: 'table:x',
    rates,
    assumed: [],
    kept_bytes: 0,
    reserve: { evaluation_minutes: 0, basis: 'timeouts', stored_bytes: 0, usd: 0 },
  },
});
const span = fc
  .tuple(fc.nat(10_000), fc.nat(5_000))
  .map(([started_ms, ms]) => ({ started_ms, ended_ms: started_ms + ms }));
const anything: fc.Arbitrary<Given> = fc.oneof(
  span.map((execution) => call({ execution })),
  span.map((time): Given => ({ type: 'provisioning', payload: { part: 'session', ...time } })),
  fc.nat(4).map((usd) => cost('token', 10, usd / 8)),
  fc.nat(60_000).map((waited_ms): Given => {
    const given = answer('x', 'allow');
    return { ...given, payload: { ...given.payload, waited_ms } };
  }),
  fc.boolean().map(
    (made): Given => ({
      ...call(),
      payload: made
        ? { tool: 't', arguments: null, summary: '', refused: true }
        : {
            ...{ tool: 't', arguments: null, summary: '' },
            asked: { conversation: 1, exchange: 1, call_id: 'c', result: null },
          },
    }),
  ),
);

const estimateOf = (given: readonly Given[]) => {
  const estimate = createCostEstimator();
  for (const event of givenLog(given)) estimate.add(event);
  return estimate.usd;
};

describe('the running estimate of the whole cost', () => {
  // Holds R13
  it('comes, at the end of a log, to what the report says', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 40 }), (given) => {
        const events = [projection(RATES), ...given];
        const prices = { rates: RATES, identity: { table_sha256: 'x', library: 'l' } };
        const { total_usd } = computeCosts(givenLog(events), { models: 'metered', prices, kept_bytes: 0 });
        expect(estimateOf(events)).toBeCloseTo(total_usd!, 6);
      }),
    );
  });

  it('is models alone without declared prices', () => {
    expect(estimateOf([projection(NO_PRICE_RATES), call(), cost('token', 10, 0.5)])).toBe(0.5);
  });

  it('counts what the record grows by where keeping it has a price', () => {
    expect(estimateOf([projection({ ...NO_PRICE_RATES, stored_gigabyte: 1e9 }), call()])).toBeGreaterThan(500);
  });
});

describe('time that runs side by side', () => {
  it('counts once, however it becomes known', () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 60 }), (spans) => {
        const union = createIntervalUnion();
        for (const one of spans) union.add(one);
        expect(union.wall_ms()).toBeCloseTo(computeWallMs(spans), 6);
      }),
    );
  });

  it('is remembered in bounded memory, and what is settled never counts twice', () => {
    const union = createIntervalUnion();
    for (let n = 0; n < 1000; n++) union.add({ started_ms: n * 10, ended_ms: n * 10 + 5 });
    expect(union.wall_ms()).toBe(5000);
    union.add({ started_ms: 0, ended_ms: 10_000 });
    expect(union.wall_ms()).toBeLessThanOrEqual(10_000);
    expect(union.wall_ms([{ started_ms: 10_000, ended_ms: 10_100 }]) - union.wall_ms()).toBe(100);
  });
});

describe('sums of dollars', () => {
  it.each([
    [[], 0, null],
    [[0], 0, 0],
    [[1, 2.5], 3.5, 3.5],
    [[1, null, 2], null, 3],
    [[null, null], null, null],
  ])('adds %j', (amounts: (number | null)[], whole: number | null, known: number | null) => {
    expect(sumDollars(amounts)).toBe(whole);
    expect(sumKnownDollars(amounts)).toBe(known);
  });

  it('rounds to a billionth', () => {
    expect(roundDollars(0.1 + 0.2)).toBe(0.3);
    expect(roundDollars(1e-9)).toBe(1e-9);
    expect(roundDollars(4e-10)).toBe(0);
  });
});

it.each<[what: string, total_usd: number | null, judge_usd: number | null | undefined, spent: number | null]>([
  ['the attempt alone, without a judge model', 0.3, undefined, 0.3],
  ['both, without the fault of binary sums', 0.1, 0.2, 0.3],
  ['unknown, if the judge model has no price', 0.1, null, null],
  ['unknown, if the attempt has none', null, 0.2, null],
])('the budget of a run pays for %s', (_, total_usd, usd, spent) => {
  const judge = usd === undefined ? undefined : { usd, requests: 1, tokens: 1 };
  expect(computeSpentUsd({ total_usd, judge })).toBe(spent);
});

const { cost: attemptCost } = givenResult({ task: 'csv', cost: 1 });
const TIME = { minutes: 20, usd_per_hour: 90 };

describe('what a human baseline costs', () => {
  it('has the time of its people, once however often it is added', () => {
    const with_people = addBaselineCost(attemptCost, TIME);
    expect(with_people).toMatchObject({ total_usd: 31, human_usd: 30, baseline_minutes: 20 });
    expect(addBaselineCost(with_people, { minutes: 40, usd_per_hour: 90 })).toEqual(with_people);
  });

  it('is unknown without a price for their time, and says so', () => {
    const { total_usd, human_usd, unpriced } = addBaselineCost(attemptCost, { ...TIME, usd_per_hour: null });
    expect([total_usd, human_usd, unpriced.includes('people')]).toEqual([null, null, true]);
  });

  it('is theirs and that of the evaluation where nobody metered what else they used', () => {
    const unmetered = { ...attemptCost, total_usd: null, lm_usd: null, execution_usd: 0.5, overhead_usd: null };
    expect(addBaselineCost(unmetered, TIME).total_usd).toBe(30.5);
  });

  it('is what it was for everything else', () => expect(addBaselineCost(attemptCost, undefined)).toBe(attemptCost));
});
