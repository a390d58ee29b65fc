import fc from 'fast-check';
import { createCostEstimator } from '../../../src/record/costs/cost_estimator.js';
import { computeWallMs, createIntervalUnion } from '../../../src/record/events/compute_wall_ms.js';
import { NO_PRICE_RATES, type PriceRates } from '../../../src/record/events/cost_payloads.js';
import { computeCosts } from '../../../src/run/attempt/report/compute_costs.js';
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
